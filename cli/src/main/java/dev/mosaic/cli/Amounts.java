package dev.mosaic.cli;

import dev.mosaic.message.Resources;
import java.util.HashMap;
import java.util.Map;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** What a machine has, as a person writes it: {@code gpus=8,cpus=32,memory=64GiB,fpga=1}. */
final class Amounts implements ITypeConverter<Resources> {
    Amounts() {}

    @Override
    public Resources convert(String text) {
        long cpus = 0;
        long gpus = 0;
        long memory = 0;
        Map<String, Long> labels = new HashMap<>();
        for (String part : text.split(",", -1)) {
            String[] sides = part.split("=", -1);
            if (sides.length != 2 || sides[0].isBlank()) {
                throw new TypeConversionException("'" + part + "' is no amount such as gpus=8");
            }
            switch (sides[0].strip()) {
                case "cpus" -> cpus = units(sides[1]);
                case "gpus" -> gpus = units(sides[1]);
                case "memory" -> memory = new Bytes().convert(sides[1]);
                default -> labels.put(sides[0].strip(), units(sides[1]));
            }
        }
        return new Resources(cpus, gpus, memory, labels);
    }

    private static long units(String text) {
        try {
            double amount = Double.parseDouble(text.strip());
            if (amount >= 0 && amount < 1e9) {
                return Resources.units(amount);
            }
        } catch (NumberFormatException unreadable) {
            throw new TypeConversionException("'" + text + "' is no number");
        }
        throw new TypeConversionException("'" + text + "' is outside 0..1e9");
    }
}
