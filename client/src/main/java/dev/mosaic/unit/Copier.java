package dev.mosaic.unit;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Copies values where no Mosaic runs, for {@link dev.mosaic.Copies}. Found by {@link java.util.ServiceLoader}: programs compile without the runtime. */
public interface Copier {
    /** As {@link Unit#copies}. A ref or a proxy inside is a {@link dev.mosaic.SerializationException}. */
    <T extends @Nullable Object> Supplier<T> copies(T value);
}
