package dev.mosaic.service;

import java.util.Optional;

/**
 * How a process is, as it says to those who look after it from outside.
 *
 * <p><b>Threading:</b> any thread; an answer may take some seconds where the process is stuck.
 */
public interface Health {
    /** Why it can do nothing any more, so that another one should take its place; empty where it lives. */
    Optional<String> stuck();

    /** Why nobody should rely on it now; empty where it is ready. */
    Optional<String> unready();

    /** Of a process that does what it is there for. */
    Health WELL = new Health() {
        @Override
        public Optional<String> stuck() {
            return Optional.empty();
        }

        @Override
        public Optional<String> unready() {
            return Optional.empty();
        }
    };

    /** Of a process that lives, and waits for something. */
    static Health waiting(String reason) {
        return new Health() {
            @Override
            public Optional<String> stuck() {
                return Optional.empty();
            }

            @Override
            public Optional<String> unready() {
                return Optional.of(reason);
            }
        };
    }
}
