package dev.mosaic.inspect;

import java.util.List;

/**
 * What a unit answers to who asks for its load: that of its process, of its devices, and sums of its calls by method.
 *
 * @param deviceNanos of devices, those that it has had
 * @param deviceBusyNanos and those in which a call ran
 */
public record LoadAnswer(ProcessLoad process, long deviceNanos, long deviceBusyNanos, List<MethodEntry> methods) {
    public LoadAnswer {
        methods = List.copyOf(methods);
    }
}
