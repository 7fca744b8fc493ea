package dev.mosaic.invoke.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.RemoteException;
import dev.mosaic.SerializationException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThrownTest {
    static class CodedException extends IllegalStateException {
        final int code;
        final transient Object hidden = new Object();
        final ReentrantLock lock = new ReentrantLock();
        final Map<String, List<Integer>> facts;
        private boolean made;

        CodedException(int code, String text) {
            super(text);
            this.code = code;
            this.facts = Map.of("a", List.of(code));
            this.made = true;
        }

        @Override
        public String getMessage() {
            return "code=" + code + " " + super.getMessage();
        }
    }

    static class DiskException extends IOException {
        final String disk;

        DiskException(String disk, Throwable cause) {
            super("disk " + disk, cause);
            this.disk = disk;
        }
    }

    static class SelfishException extends RuntimeException {
        final List<Object> all = new ArrayList<>();

        SelfishException() {
            all.add(this);
        }

        @Override
        public synchronized Throwable getCause() {
            return this;
        }
    }

    static class BrokenException extends RuntimeException {
        @Override
        public String getMessage() {
            throw new UnsupportedOperationException("no message");
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            throw new UnsupportedOperationException("no frames");
        }
    }

    /** As those of MinIO's SDK, which have the response. */
    static class ResponseException extends Exception {
        private final transient Object response;

        ResponseException(Object response) {
            super("no such key");
            this.response = response;
        }

        @Override
        @SuppressWarnings("OverrideThrowableToString") // as they do
        public String toString() {
            return "error of " + response.hashCode();
        }
    }

    private final ValueCodec codec = new Codecs().codec;

    private Throwable sent(Throwable problem) {
        return codec.rebuilt(codec.thrown(problem));
    }

    @Test
    void shouldRebuildUncheckedExceptionsWithTheirFields() {
        CodedException read = (CodedException) sent(new CodedException(42, "full"));
        assertThat(read).hasMessage("code=42 full");
        assertThat(read.code).isEqualTo(42);
        assertThat(read.made).isTrue();
        assertThat(read.facts).isEqualTo(Map.of("a", List.of(42)));
        assertThat(read.hidden).isNull();
        assertThat(read.lock).isNull();
        assertThat(sent(new StackOverflowError()))
                .isExactlyInstanceOf(StackOverflowError.class)
                .hasMessage(null);
        assertThat(sent(new ArithmeticException("/ by zero"))).isExactlyInstanceOf(ArithmeticException.class);
    }

    @Test
    void shouldGiveCheckedExceptionsAsCause() {
        Throwable read = sent(new DiskException("sda", new IllegalArgumentException("deep")));
        assertThat(read).isExactlyInstanceOf(RemoteException.class).hasMessageContaining("disk sda");
        assertThat(read.getCause()).isExactlyInstanceOf(DiskException.class).hasMessage("disk sda");
        assertThat(((DiskException) read.getCause()).disk).isEqualTo("sda");
        assertThat(read.getCause().getCause()).isExactlyInstanceOf(IllegalArgumentException.class);
        assertThat(sent(new UncheckedIOException(new IOException("x"))))
                .isExactlyInstanceOf(UncheckedIOException.class)
                .hasCauseExactlyInstanceOf(IOException.class);
    }

    @Test
    void shouldKeepCausesAndSuppressedEvenInACircle() {
        RuntimeException first = new RuntimeException("first");
        IllegalStateException second = new IllegalStateException("second", first);
        first.initCause(second);
        first.addSuppressed(new IOException("closing"));
        first.addSuppressed(second);
        Throwable read = sent(first);
        assertThat(read.getCause()).hasMessage("second");
        assertThat(read.getSuppressed()).hasSize(2);
        assertThat(read.getSuppressed()[0])
                .isExactlyInstanceOf(IOException.class)
                .hasMessage("closing");
        assertThat(read.getSuppressed()[1]).isSameAs(read.getCause());
    }

    @Test
    void shouldMarkFramesAsRemote() {
        Throwable problem = new IllegalStateException("x");
        Throwable read = sent(problem);
        assertThat(read.getStackTrace()).hasSizeGreaterThan(3);
        StringWriter text = new StringWriter();
        read.printStackTrace(new PrintWriter(text));
        assertThat(text.toString())
                .contains("at remote//" + ThrownTest.class.getName() + ".shouldMarkFramesAsRemote(ThrownTest.java:");
    }

    @Test
    void shouldDescribeWhatIsNotHere() {
        byte[] bytes = codec.thrown(new CodedException(7, "text"));
        ValueCodec elsewhere = new Codecs(ClassLoader.getPlatformClassLoader()).codec;
        Throwable read = elsewhere.rebuilt(bytes);
        assertThat(read)
                .isExactlyInstanceOf(RemoteException.class)
                .hasMessageContaining(CodedException.class.getName() + ": code=7 text");
        assertThat(read.getStackTrace()[0].toString()).startsWith("remote//");
    }

    @Test
    void shouldRebuildMosaicsOwn() {
        SerializationException problem = new SerializationException("what", "advice", new IOException("why"));
        assertThat(sent(problem))
                .isExactlyInstanceOf(SerializationException.class)
                .hasMessage(problem.getMessage())
                .hasCauseExactlyInstanceOf(IOException.class)
                .extracting("advice")
                .isEqualTo("advice");
    }

    @Test
    void shouldNotFailWhateverTheExceptionDoes() {
        assertThat(sent(new BrokenException())).isExactlyInstanceOf(RemoteException.class);
        assertThat(sent(new SelfishException())).isNotNull();
        assertThat(sent(new RuntimeException("x".repeat(10_000_000), null)).getMessage())
                .hasSizeLessThan(10_000);
        assertThat(sent(new Throwable("bare")))
                .isExactlyInstanceOf(RemoteException.class)
                .hasMessageContaining("bare");
    }

    @Test
    void shouldDescribeWhatCannotBePrintedWithoutItsTransientFields() {
        assertThat(sent(new ResponseException("404")))
                .isExactlyInstanceOf(RemoteException.class)
                .hasMessageContaining(ResponseException.class.getName() + ": no such key")
                .hasNoCause();
        assertThat(sent(new IllegalStateException("read", new ResponseException("404"))))
                .isExactlyInstanceOf(IllegalStateException.class)
                .cause()
                .isExactlyInstanceOf(RemoteException.class)
                .hasMessageContaining("no such key");
    }

    @Test
    void shouldLimitTheSize() {
        RuntimeException problem = new RuntimeException("x".repeat(100_000));
        for (int i = 0; i < 1000; i++) {
            problem = new RuntimeException("y".repeat(100_000), problem);
            problem.addSuppressed(new CodedException(i, "z".repeat(100_000)));
        }
        byte[] bytes = codec.thrown(problem);
        assertThat(bytes.length).isLessThan(ThrownWriter.MAX_BYTES + ThrownWriter.MAX_BYTES / 2);
        assertThat(codec.rebuilt(bytes).getCause()).isNotNull();
    }

    /** S3.6: what caused it all is never what is left out. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 23, 24, 25, 31, 32, 33, 40, 300, 2_000})
    void shouldKeepTheRootCauseOfAnyChain_S3_6(int causes) {
        Throwable problem = new IllegalStateException("the disk is full");
        for (int i = 1; i <= causes; i++) {
            problem = new RuntimeException("y".repeat(2_000) + i, problem);
        }

        List<Throwable> chain = chain(sent(problem));

        assertThat(chain).hasSizeLessThanOrEqualTo(ThrownWriter.MAX_NODES);
        assertThat(chain.getFirst().getMessage()).endsWith("y" + causes);
        assertThat(chain.getLast())
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessage("the disk is full");
        assertThat(chain.getLast().getStackTrace()).hasSizeGreaterThan(3);
        List<String> marks = chain.stream()
                .map(each -> String.valueOf(each.getMessage()))
                .filter(text -> text.contains("exceptions left out: "))
                .toList();
        int leftOut = causes + 1 - chain.size() + marks.size();
        assertThat(marks).hasSize(causes < 24 ? 0 : 1);
        assertThat(marks).allSatisfy(mark -> assertThat(mark).contains("exceptions left out: " + leftOut + " ("));
    }

    @Test
    void shouldKeepRootCausesOfWhatWasSuppressedAndCountWhatFindsNoRoom() {
        RuntimeException problem = new RuntimeException("outer", deep("root", 100));
        for (int i = 0; i < 50; i++) {
            problem.addSuppressed(deep("suppressed root", 100));
        }

        Throwable read = sent(problem);

        assertThat(chain(read).getLast()).hasMessage("root");
        assertThat(chain(read.getSuppressed()[0]).getLast()).hasMessage("suppressed root");
        Throwable last = read.getSuppressed()[read.getSuppressed().length - 1];
        assertThat(last).hasMessageContaining("exceptions left out: " + (50 - read.getSuppressed().length + 1) + " (");
    }

    @Test
    void shouldEndAtALongChainThatLeadsBackIntoItself() {
        RuntimeException last = new RuntimeException("last");
        RuntimeException problem = last;
        for (int i = 0; i < 100; i++) {
            problem = new RuntimeException("at " + i, problem);
        }
        last.initCause(problem);

        assertThat(chain(sent(problem))).hasSize(24);
    }

    private static RuntimeException deep(String root, int causes) {
        RuntimeException problem = new IllegalStateException(root);
        for (int i = 0; i < causes; i++) {
            problem = new RuntimeException("at " + i, problem);
        }
        return problem;
    }

    private static List<Throwable> chain(Throwable problem) {
        List<Throwable> chain = new ArrayList<>();
        for (Throwable at = problem; at != null && !chain.contains(at); at = at.getCause()) {
            chain.add(at);
        }
        return chain;
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "some text that is no exception"})
    void shouldDescribeBytesThatAreNoException(String text) {
        assertThat(codec.rebuilt(text.getBytes(java.nio.charset.StandardCharsets.UTF_8)))
                .isExactlyInstanceOf(RemoteException.class)
                .hasMessageContaining("cannot be read");
    }
}
