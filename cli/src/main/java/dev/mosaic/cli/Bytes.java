package dev.mosaic.cli;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A number of bytes, as a person writes it: {@code 512MiB}, {@code 1.5g}, {@code 4096}. Units are powers of 1,024. */
final class Bytes implements ITypeConverter<Long> {
    private static final Pattern FORM = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*([kmgt]?)(?:i?b)?");
    private static final List<String> UNITS = List.of("", "k", "m", "g", "t");

    Bytes() {}

    @Override
    public Long convert(String text) {
        Matcher form = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!form.matches()) {
            throw new TypeConversionException("'" + text + "' is no size such as 512MiB");
        }
        return (long) (Double.parseDouble(form.group(1)) * (1L << (10 * UNITS.indexOf(form.group(2)))));
    }
}
