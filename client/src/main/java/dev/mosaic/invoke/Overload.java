package dev.mosaic.invoke;

/**
 * Never given. As last, variable parameter of a generated method it tells two overloads apart that take promises of different
 * types, {@code solve(Arg<float[]>)} and {@code solve(Arg<double[]>)}: in class files both would be {@code solve(Arg)}.
 *
 * <p>Each level is a subtype of the one before, so that of several overloads that fit, the compiler takes the one of the
 * deepest level; the processor gives that to the most specific. No object of any level exists.
 */
public abstract class Overload {
    private Overload() {}

    public abstract static class Level1 extends Overload {
        private Level1() {}
    }

    public abstract static class Level2 extends Level1 {
        private Level2() {}
    }

    public abstract static class Level3 extends Level2 {
        private Level3() {}
    }

    public abstract static class Level4 extends Level3 {
        private Level4() {}
    }

    public abstract static class Level5 extends Level4 {
        private Level5() {}
    }

    public abstract static class Level6 extends Level5 {
        private Level6() {}
    }
}
