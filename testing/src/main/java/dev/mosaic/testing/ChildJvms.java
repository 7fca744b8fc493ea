package dev.mosaic.testing;

/** JVMs that tests start beside their own. */
public final class ChildJvms {
    /** The argument that says which compilers of the JIT they have: C1 alone unless the module says more. They live for seconds. */
    public static final String JIT = System.getProperty("mosaic.jit", "-XX:TieredStopAtLevel=1");

    private ChildJvms() {}
}
