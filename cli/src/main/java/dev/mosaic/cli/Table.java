package dev.mosaic.cli;

import java.util.ArrayList;
import java.util.List;

/** Rows below a heading, as text in aligned columns. Columns after the first {@code narrow} are shown by {@code -o wide} only. */
final class Table {
    private static final int MOST_CHARACTERS = 100;

    private final int narrow;
    private final List<List<String>> rows = new ArrayList<>();

    /** @param narrow how many columns are always shown */
    Table(int narrow, String... headings) {
        this.narrow = narrow;
        rows.add(List.of(headings));
    }

    /** With all columns. */
    static Table of(String... headings) {
        return new Table(headings.length, headings);
    }

    /** Of a text that may be long. */
    static String firstLine(String text) {
        String line = text.lines().findFirst().orElse("");
        return line.length() <= MOST_CHARACTERS ? line : line.substring(0, MOST_CHARACTERS - 2) + "..";
    }

    /** One cell a heading. */
    Table row(String... cells) {
        rows.add(List.of(cells));
        return this;
    }

    /** Each row a line, without spaces at its end. */
    String text(boolean isWide) {
        int columns = isWide ? rows.getFirst().size() : narrow;
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < columns; i++) {
                line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length() + 2));
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }
}
