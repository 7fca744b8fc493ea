package dev.mosaic.report;

import java.util.List;

/** Text as HTML: what is given is escaped, but for {@link #raw}. */
final class Html {
    private static final int OPEN_ROWS = 20;

    private final StringBuilder text = new StringBuilder();

    /** What is HTML already. */
    Html raw(String html) {
        text.append(html);
        return this;
    }

    Html heading(String words) {
        return raw("<h2>").words(words).raw("</h2>\n");
    }

    Html paragraph(String words) {
        return raw("<p>").words(words).raw("</p>\n");
    }

    Html words(String words) {
        text.append(escaped(words));
        return this;
    }

    /**
     * Nothing where there are no rows; those after the first {@value #OPEN_ROWS} are folded away. A heading that begins with {@code #} is one
     * of numbers.
     */
    Html table(List<String> headings, List<List<String>> rows) {
        if (rows.isEmpty()) {
            return this;
        }
        if (rows.size() <= OPEN_ROWS) {
            return whole(headings, rows);
        }
        return whole(headings, rows.subList(0, OPEN_ROWS))
                .raw("<details><summary>")
                .words(rows.size() - OPEN_ROWS + " more")
                .raw("</summary>\n")
                .whole(headings, rows.subList(OPEN_ROWS, rows.size()))
                .raw("</details>\n");
    }

    private Html whole(List<String> headings, List<List<String>> rows) {
        raw("<table>\n<tr>");
        headings.forEach(each -> raw(each.startsWith("#") ? "<th class=number>" : "<th>")
                .words(each.replaceFirst("^#", ""))
                .raw("</th>"));
        raw("</tr>\n");
        for (List<String> row : rows) {
            raw("<tr>");
            for (int i = 0; i < row.size(); i++) {
                raw(headings.get(i).startsWith("#") ? "<td class=number>" : "<td>")
                        .words(row.get(i))
                        .raw("</td>");
            }
            raw("</tr>\n");
        }
        return raw("</table>\n");
    }

    static String escaped(String words) {
        StringBuilder escaped = new StringBuilder();
        for (int i = 0; i < words.length(); i++) {
            char each = words.charAt(i);
            switch (each) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                case '"' -> escaped.append("&quot;");
                default -> escaped.append(each);
            }
        }
        return escaped.toString();
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
