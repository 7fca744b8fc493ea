package dev.mosaic.mesh;

/** A carrier that can part two units which both live on. */
public interface CuttableCarrier extends Carrier {
    /** Breaks the links between the two and has dials fail. */
    void cut(String uidA, String uidB);

    /** Has dials succeed again. */
    void heal(String uidA, String uidB);
}
