package dev.mosaic.journey;

import dev.mosaic.invoke.MethodTable;
import dev.mosaic.message.ClusterMessage;
import dev.mosaic.message.Id;
import dev.mosaic.message.MessageType;
import dev.mosaic.message.Need;
import dev.mosaic.message.ObjectMessage;
import dev.mosaic.message.Outcome;
import dev.mosaic.message.Payload;
import dev.mosaic.message.Place;
import dev.mosaic.message.ReplyMessage;
import dev.mosaic.message.StreamMessage;
import dev.mosaic.message.UnitMessage;
import dev.mosaic.message.ValueMessage;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Tells recorded messages in lines, with the names of the program in the place of ids. */
final class Teller {
    /** Messages that come with time, with links, with garbage collection, or in another number on each run. */
    static final Set<MessageType> LEFT_OUT = EnumSet.of(
            MessageType.HELLO,
            MessageType.MEMBERS,
            MessageType.WHO,
            MessageType.HEARTBEAT,
            MessageType.HOLD,
            MessageType.HELD,
            MessageType.CONFIRM,
            MessageType.RELEASE,
            MessageType.RELEASED,
            MessageType.STARTED,
            MessageType.PROBE,
            MessageType.LEASES);

    private final Recorder recorder;
    private final List<String> tesserae;
    private final Map<Id, String> names = new HashMap<>();
    private final Map<Id, String> classes = new HashMap<>();

    /** @param tesserae names in the order in which the program makes them */
    Teller(Recorder recorder, List<String> tesserae) {
        this.recorder = recorder;
        this.tesserae = tesserae;
    }

    /** The lines of all that was heard so far, without what is left out. */
    List<String> lines() {
        List<Recorder.Heard> told = recorder.heard().stream()
                .filter(heard -> !LEFT_OUT.contains(heard.message().type()))
                .toList();
        told.forEach(heard -> learnTessera(heard.message()));
        told.forEach(heard -> learnTask(heard.message()));
        List<String> lines = new ArrayList<>();
        for (Recorder.Heard heard : told) {
            lines.add(String.format(
                    Locale.ROOT,
                    "%-11s > %-11s  %-9s %4d B  %s",
                    heard.from(),
                    heard.to(),
                    heard.message().type(),
                    heard.bytes(),
                    words(heard.message())));
        }
        return lines;
    }

    private void learnTessera(UnitMessage message) {
        if (message instanceof ClusterMessage.Place place && !names.containsKey(place.tessera())) {
            names.put(place.tessera(), tesserae.get(classes.size()));
            classes.put(place.tessera(), place.className());
        }
    }

    private void learnTask(UnitMessage message) {
        if (message instanceof StreamMessage.Create create) {
            names.put(create.task(), "new " + simple(create.className()));
        } else if (message instanceof StreamMessage.Call call) {
            names.put(call.task(), name(call.mailbox()) + "." + method(call));
        }
    }

    private String method(StreamMessage.Call call) {
        try {
            return MethodTable.of(Class.forName(classes.get(call.mailbox())))
                    .members()
                    .get(call.method())
                    .name();
        } catch (ClassNotFoundException notOfTheTest) {
            throw new AssertionError(notOfTheTest);
        }
    }

    private static String simple(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }

    private String name(Id id) {
        return names.getOrDefault(id, "ref");
    }

    private String words(UnitMessage message) {
        return switch (message) {
            case ClusterMessage.Place place ->
                "where is room for " + name(place.tessera()) + ", a " + simple(place.className()) + "?";
            case ClusterMessage.Placed placed ->
                name(placed.tessera()) + " is to live in " + recorder.uid(placed.worker());
            case StreamMessage.Create create ->
                name(create.mailbox()) + " = " + name(create.task()) + "(" + arguments(create) + ")";
            case StreamMessage.Call call -> name(call.task()) + "(" + arguments(call) + ")";
            case ReplyMessage.Done done -> name(done.task()) + " " + ended(done.outcome());
            case ValueMessage.Fetch fetch -> "the value of " + name(fetch.task()) + ", when it is there";
            case ValueMessage.Value value -> name(value.task()) + " " + ended(value.outcome());
            case ObjectMessage.Reserve reserve -> "memory for " + sum(reserve.sizes()) + " B of an entry";
            case ObjectMessage.Reserved reserved -> "write it there: " + places(reserved.places());
            case ObjectMessage.Put put -> name(put.ref()) + " is written: " + bytes(put.value());
            case ObjectMessage.Stored stored -> name(stored.ref()) + " is stored";
            case ObjectMessage.Acquire acquire ->
                "a lease on " + name(acquire.refs().getFirst());
            case ObjectMessage.Acquired acquired ->
                "leased: " + ended(acquired.values().getFirst());
            case ObjectMessage.Discharge discharge -> "the lease is over";
            default -> message.type().name();
        };
    }

    private String arguments(StreamMessage item) {
        List<String> words = new ArrayList<>();
        for (Need need : item.needs()) {
            words.add(
                    need.isEntry()
                            ? "entry of " + name(need.task())
                            : "value of " + name(need.task()) + ", to be had from " + recorder.uid(need.producer()));
        }
        if (item.arguments().sizeBytes() > 0 && words.isEmpty()) {
            words.add(bytes(item.arguments()));
        }
        return String.join("; ", words);
    }

    private String ended(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Held held -> "returned " + held.sizeBytes() + " B, kept here";
            case Outcome.Returned(Payload value) -> value.sizeBytes() == 0 ? "returned" : "returned " + bytes(value);
            case Outcome.Failed failed -> "failed: " + failed.failure();
        };
    }

    private String bytes(Payload payload) {
        List<String> words = new ArrayList<>();
        if (payload.inline().length > 0) {
            words.add(payload.inline().length + " B inline");
        }
        if (payload.places().isEmpty()) {
            payload.outOfBand().forEach(part -> words.add(part.byteSize() + " B beside"));
        } else {
            words.add(places(payload.places()));
        }
        return String.join(" + ", words);
    }

    private String places(List<Place> places) {
        return places.stream()
                .map(place -> place.size() + " B in memory of " + recorder.uid(place.owner()))
                .reduce((left, right) -> left + " + " + right)
                .orElse("nowhere");
    }

    private static long sum(List<Long> sizes) {
        return sizes.stream().mapToLong(Long::longValue).sum();
    }
}
