package dev.mosaic.inspect;

import java.util.List;

/** What a unit answers to who asks for its load: that of its process, and sums of its calls by method. */
public record LoadAnswer(ProcessLoad process, List<MethodEntry> methods) {
    public LoadAnswer {
        methods = List.copyOf(methods);
    }
}
