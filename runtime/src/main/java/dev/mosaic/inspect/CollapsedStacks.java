package dev.mosaic.inspect;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Stacks with how often each was seen.
 *
 * <p><b>Threading:</b> one thread. <b>Cost:</b> a text for each different stack.
 */
final class CollapsedStacks {
    /** The name of a hidden class ends with an address, which is another in each process. */
    private static final Pattern ADDRESS = Pattern.compile("[./+]0x[0-9a-f]+(?=[./]|$)|/0x[0-9a-f]+");

    /** Would end a frame or a line. */
    private static final Pattern BREAKS = Pattern.compile("[;\\s]");

    private final Map<String, Long> counts = new HashMap<>();

    /**
     * One more.
     *
     * @param frames the innermost first
     */
    void add(List<String> frames, long count) {
        StringBuilder stack = new StringBuilder();
        for (String frame : frames.reversed()) {
            stack.append(stack.isEmpty() ? "" : ";").append(word(frame));
        }
        if (!stack.isEmpty()) {
            counts.merge(stack.toString(), count, Long::sum);
        }
    }

    private static String word(String frame) {
        String named = frame.contains("0x") ? ADDRESS.matcher(frame).replaceAll("") : frame;
        return BREAKS.matcher(named).replaceAll("_");
    }

    /** A line each, the most frequent first. Those that have no room are counted in the last line. */
    String text(int mostCharacters) {
        List<Map.Entry<String, Long>> sorted = counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .toList();
        StringBuilder text = new StringBuilder();
        int shown = 0;
        for (Map.Entry<String, Long> each : sorted) {
            String line = each.getKey() + " " + each.getValue() + "\n";
            if (text.length() + line.length() > mostCharacters) {
                break;
            }
            text.append(line);
            shown++;
        }
        List<Map.Entry<String, Long>> others = sorted.subList(shown, sorted.size());
        if (!others.isEmpty()) {
            text.append("[left_out:_").append(others.size()).append("_rare_stacks] ");
            text.append(others.stream().mapToLong(Map.Entry::getValue).sum()).append('\n');
        }
        return text.toString();
    }
}
