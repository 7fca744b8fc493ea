package dev.mosaic.operator.head;

/** What came of asking a head. A head that is not there, or is too old to answer, is no exception. */
public sealed interface HeadAnswer {

    /**
     * It answered.
     *
     * @param body the whole of it; empty for a stream, which was handed on line by line
     */
    record Response(int status, String body) implements HeadAnswer {
        /** It did what it was asked for. */
        public boolean isGood() {
            return status >= 200 && status < 300;
        }
    }

    /**
     * Nobody answered: no head yet, one without this port, a network in between.
     *
     * @param why in the words of who found out
     */
    record Unreachable(String why) implements HeadAnswer {}
}
