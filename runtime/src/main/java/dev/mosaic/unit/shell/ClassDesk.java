package dev.mosaic.unit.shell;

import dev.mosaic.code.CodeLoader;
import dev.mosaic.code.LooseClasses;
import dev.mosaic.message.CodeMessage;
import dev.mosaic.message.Member;
import dev.mosaic.message.Payload;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Classes that are in no file: a worker asks its own head for them as it loads them, a head answers.
 *
 * <pre>
 *   worker's loader ──► WantClass(name) ──► head
 *                   ◄── ClassBytes(name, bytes)
 * </pre>
 *
 * <p><b>Threading:</b> {@link #find} any thread but one in the loop, which finds nothing; the rest the loop. <b>Cost:</b> a round trip
 * for each class; after the head has said that it has none, nothing. <b>Failure:</b> asked again until it is answered or {@value
 * #PATIENCE_SECONDS} s are over.
 */
final class ClassDesk implements CodeLoader.Source {
    private static final long PATIENCE_SECONDS = 20;
    private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private static final class Question {
        private final Thread asker = Thread.currentThread();
        private volatile CodeMessage.@Nullable ClassBytes answer;
    }

    private final Engine engine;
    private final LooseClasses own;
    private final Map<String, Question> open = new ConcurrentHashMap<>();
    private volatile boolean isOver;

    ClassDesk(Engine engine) {
        this.engine = engine;
        this.own = new LooseClasses(engine.options.code());
    }

    @Override
    public byte @Nullable [] find(String name) throws ClassNotFoundException {
        if (isOver || engine.isClosed() || engine.self.program() == 0 || engine.loop.isMine()) {
            return null;
        }
        Question question = new Question(); // its loader lets one thread at a time ask for a name
        open.put(name, question);
        try {
            CodeMessage.ClassBytes answer = await(name, question);
            isOver = !answer.hasMore();
            if (!answer.refusal().isEmpty()) {
                throw new ClassNotFoundException(answer.refusal());
            }
            byte[] bytes = bytes(answer.bytes());
            return bytes.length == 0 ? null : bytes;
        } finally {
            open.remove(name, question);
        }
    }

    /**
     * Waits on where the thread is interrupted, and leaves it interrupted. The JDK's loaders do not heed that either: a static initializer
     * that failed for it would make its class unusable for as long as the process lives.
     */
    private CodeMessage.ClassBytes await(String name, Question question) throws ClassNotFoundException {
        long begun = System.nanoTime();
        long most = TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        boolean isInterrupted = false;
        try {
            while (question.answer == null && System.nanoTime() - begun < most && !engine.isClosed()) {
                isInterrupted |= Thread.interrupted();
                engine.loop.run(now -> ask(name));
                try {
                    engine.patience.await(() -> question.answer != null, AGAIN_NANOS);
                } catch (CancellationException interrupted) {
                    isInterrupted = true;
                }
            }
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
        CodeMessage.ClassBytes answer = question.answer;
        if (answer == null) {
            throw new ClassNotFoundException(
                    name + ": the program did not say within " + Duration.ofNanos(most) + " whether it has this class");
        }
        return answer;
    }

    private void ask(String name) {
        long head = engine.self.program();
        if (engine.courier.isLinked(head)) {
            engine.courier.send(head, new CodeMessage.WantClass(name));
            return;
        }
        Member member = engine.kernel.member(head);
        if (member != null) {
            engine.courier.dial(member);
        }
    }

    /** Part 0 stands for the bytes where they are many. */
    private static byte[] bytes(Payload payload) {
        return payload.outOfBand().isEmpty()
                ? payload.inline()
                : payload.outOfBand().getFirst().toArray(java.lang.foreign.ValueLayout.JAVA_BYTE);
    }

    /** An answer has come. */
    void answered(long from, CodeMessage.ClassBytes answer) {
        Question question = open.get(answer.name());
        if (question != null && from == engine.self.program()) {
            question.answer = answer;
            engine.patience.wake(question.asker);
        }
    }

    /** A worker asks. Class files are read beside the loop. */
    void asked(long from, CodeMessage.WantClass want) {
        if (engine.self.kind() == Member.Kind.PROGRAM) {
            Thread.ofVirtual().name("mosaic-classes").start(() -> {
                CodeMessage.ClassBytes answer = own.answer(want.name());
                engine.loop.run(now -> engine.courier.send(from, answer));
            });
        }
    }
}
