package dev.mosaic.head;

/**
 * Metrics as a text in the format of Prometheus, version 0.0.4: families, each with its samples behind it.
 *
 * <p><b>Threading:</b> one thread.
 */
final class PrometheusText {
    static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    /** What a family's samples mean. */
    enum Kind {
        /** Grows, and begins at 0 with its unit. */
        COUNTER("counter"),
        /** Is as it is now. */
        GAUGE("gauge");

        private final String word;

        Kind(String word) {
            this.word = word;
        }
    }

    private final StringBuilder text = new StringBuilder();
    private String family = "";

    /** Begins a family. A name begins one once. */
    PrometheusText family(String name, Kind kind, String help) {
        family = name;
        text.append("# HELP ").append(name).append(' ');
        escape(help, false);
        text.append("\n# TYPE ").append(name).append(' ').append(kind.word).append('\n');
        return this;
    }

    /**
     * Adds a sample to the family.
     *
     * @param labels name and value, one after the other; values are any texts
     */
    void sample(double value, String... labels) {
        text.append(family);
        for (int i = 0; i < labels.length; i += 2) {
            text.append(i == 0 ? '{' : ',').append(labels[i]).append("=\"");
            escape(labels[i + 1], true);
            text.append('"');
        }
        text.append(labels.length == 0 ? " " : "} ");
        if (value == (long) value) {
            text.append((long) value);
        } else {
            text.append(value);
        }
        text.append('\n');
    }

    private void escape(String words, boolean isQuoted) {
        for (int i = 0; i < words.length(); i++) {
            char each = words.charAt(i);
            switch (each) {
                case '\\' -> text.append("\\\\");
                case '\n' -> text.append("\\n");
                case '"' -> text.append(isQuoted ? "\\\"" : "\"");
                default -> text.append(each);
            }
        }
    }

    /** All that was added. */
    @Override
    public String toString() {
        return text.toString();
    }
}
