package dev.mosaic.service;

import java.util.Optional;

/**
 * The health of a process whose parts come and go: as what there is now says.
 *
 * <p><b>Threading:</b> any thread.
 */
public final class CurrentHealth implements Health {
    private volatile Health now = Health.waiting("it starts");

    public CurrentHealth() {}

    /** From now on it is as that says. */
    public void is(Health newHealth) {
        now = newHealth;
    }

    @Override
    public Optional<String> stuck() {
        return now.stuck();
    }

    @Override
    public Optional<String> unready() {
        return now.unready();
    }
}
