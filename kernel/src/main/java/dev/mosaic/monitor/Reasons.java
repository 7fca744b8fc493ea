package dev.mosaic.monitor;

import dev.mosaic.message.Id;
import dev.mosaic.message.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * Why something finds no place, in words: {@code needs 1 gpu; node:0 has 3 gpus, in use by tess-solver-1-2}.
 *
 * <p><b>Threading:</b> the monitor's loop. <b>Cost:</b> that of a look at a few nodes, where somebody asks.
 */
final class Reasons {
    private static final int NODES = 3;
    private static final int HOLDERS = 4;

    private final Stocks stocks;

    /** The class of a tessera; empty where it is none. */
    private final Function<Id, String> className;

    Reasons(Stocks stocks, Function<Id, String> className) {
        this.stocks = stocks;
        this.className = className;
    }

    String of(Resources needs) {
        StringBuilder text = new StringBuilder("needs ").append(needs);
        int told = 0;
        int more = 0;
        for (Stock stock : stocks.all()) {
            if (!needs.withGpus(Stocks.devices(needs) * Resources.ONE).fits(stock.room.total())) {
                continue;
            }
            if (told < NODES) {
                told++;
                text.append("; ").append(stock.node.uid()).append(busy(stock, needs));
            } else {
                more++;
            }
        }
        if (told == 0) {
            text.append(stocks.isEmpty() ? "; no node is there" : "; no node that is there has that much");
        }
        text.append(more == 0 ? "" : "; and " + more + " nodes more");
        return text.append(coming(needs)).toString();
    }

    /** To be said of what needs a node more; empty where none may come. */
    String coming(Resources needs) {
        return stocks.isAnnounced(needs) ? "; a worker is on its way" : "";
    }

    private String busy(Stock stock, Resources needs) {
        String missing = stock.room.free().missing(needs.withGpus(Stocks.devices(needs) * Resources.ONE));
        if (missing.isEmpty()) {
            return " has room: a worker there is being started";
        }
        List<String> holders = new ArrayList<>();
        stock.room.holders().forEach((id, held) -> {
            if (shares(held, needs)) {
                holders.add(name(id));
            }
        });
        int others = holders.size() - HOLDERS;
        String used = String.join(", ", holders.subList(0, Math.min(HOLDERS, holders.size())))
                + (others > 0 ? " and " + others + " more" : "");
        return " has " + only(stock.room.total(), needs) + ", free " + missing
                + (used.isEmpty() ? "; workers that had them are ending" : ", in use by " + used);
    }

    /** Of those kinds that are needed. */
    private static Resources only(Resources total, Resources needs) {
        java.util.Map<String, Long> labels = new java.util.TreeMap<>(total.labels());
        labels.keySet().retainAll(needs.labels().keySet());
        return new Resources(
                needs.cpus() == 0 ? 0 : total.cpus(),
                needs.gpus() == 0 ? 0 : total.gpus(),
                needs.memoryBytes() == 0 ? 0 : total.memoryBytes(),
                labels);
    }

    private static boolean shares(Resources held, Resources needs) {
        return (held.gpus() > 0 && needs.gpus() > 0)
                || (held.cpus() > 0 && needs.cpus() > 0)
                || (held.memoryBytes() > 0 && needs.memoryBytes() > 0)
                || held.labels().keySet().stream().anyMatch(needs.labels()::containsKey);
    }

    private String name(Id id) {
        if (id.number() < 0) {
            return "room-" + new Id(id.origin(), -id.number() >> 16);
        }
        String type = className.apply(id);
        return type.isEmpty() ? "tasks of " + Long.toHexString(id.origin()) : "tess-" + label(type) + "-" + id;
    }

    private static String label(String className) {
        int nested = Math.max(className.lastIndexOf('.'), className.lastIndexOf('$'));
        return className.substring(nested + 1).toLowerCase(Locale.ROOT);
    }
}
