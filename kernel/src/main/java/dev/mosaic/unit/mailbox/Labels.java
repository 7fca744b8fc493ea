package dev.mosaic.unit.mailbox;

/** Names for people: the shell knows method tables, the machine only indexes. */
@FunctionalInterface
public interface Labels {
    /**
     * A call in words.
     *
     * @param className of the tessera; empty for stateless tasks
     * @param method index in its table; -1 for its constructor
     */
    String of(String className, int method);
}
