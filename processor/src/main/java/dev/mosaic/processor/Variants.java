package dev.mosaic.processor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives each call its overloads: up to three parameters every mix of values and promises, beyond that all values or all
 * promises. Where promises of different types would be one method in class files, {@code dev.mosaic.invoke.Overload} tells
 * them apart; what that cannot do is reported.
 */
final class Variants {
    private static final int MIXED = 3;
    /** How many there can be: one without a mark, and one for each level. */
    private static final int MOST = 8;

    private final Specificity specificity;
    private final Clashes clashes;

    Variants(Specificity specificity, Clashes clashes) {
        this.specificity = specificity;
        this.clashes = clashes;
    }

    List<Variant> of(List<Call> calls) {
        Map<String, List<Variant>> alike = new LinkedHashMap<>();
        for (Call call : calls) {
            for (Variant variant : all(call)) {
                alike.computeIfAbsent(variant.key(), key -> new ArrayList<>()).add(variant);
            }
        }
        List<Variant> variants = new ArrayList<>();
        for (List<Variant> group : alike.values()) {
            variants.addAll(group.size() == 1 ? group : toldApart(group));
        }
        return variants;
    }

    private static List<Variant> all(Call call) {
        int count = call.parameters().size();
        List<Variant> variants = new ArrayList<>();
        variants.add(new Variant(call, 0, Variant.UNMARKED));
        int all = (1 << count) - 1;
        for (int promises = count <= MIXED ? 1 : all; promises <= all && promises > 0; promises++) {
            variants.add(new Variant(call, promises, Variant.UNMARKED));
        }
        return variants;
    }

    /** The most specific goes without a mark, the next has the deepest level, the last level 0. */
    private List<Variant> toldApart(List<Variant> group) {
        if (clashes.report(group, specificity, MOST)) {
            return group.subList(0, 1);
        }
        List<Variant> sorted = specificity.sorted(group);
        List<Variant> marked = new ArrayList<>();
        marked.add(sorted.getFirst());
        for (int i = 1; i < sorted.size(); i++) {
            marked.add(sorted.get(i).marked(sorted.size() - 1 - i));
        }
        return marked;
    }
}
