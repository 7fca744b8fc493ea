package dev.mosaic.unit.shell;

import dev.mosaic.NameException;
import dev.mosaic.invoke.MethodTable;
import dev.mosaic.message.Carried;
import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.LifeMessage;
import dev.mosaic.unit.Standing;
import dev.mosaic.unit.TesseraHandle;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Tesserae that are there already, by their names, and are taken over by who would make them.
 *
 * <p><b>Threading:</b> {@link #takeOver} any thread, the rest the loop. <b>Failure:</b> {@link NameException}, also where no warehouse
 * answers within 30 s.
 */
final class TakeOvers {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private static final class Question {
        private final Thread asker = Thread.currentThread();
        private final Grip grip = new Grip();
        private final boolean isToHold;
        private LifeMessage.@Nullable Adopted answer;
        private volatile boolean answered;

        private Question(boolean isToHold) {
            this.isToHold = isToHold;
        }
    }

    private final Engine engine;
    private final Map<Id, Question> questions = new HashMap<>();

    TakeOvers(Engine engine) {
        this.engine = engine;
    }

    /** Null where there is none of that name. */
    @Nullable TesseraHandle takeOver(LifeMessage.Adopt adopt, MethodTable table) {
        Question question = new Question(true);
        LifeMessage.Adopted answer = ask(adopt, question, PATIENCE_NANOS);
        return answer.as().equals(adopt.tessera()) ? null : new HeldTessera(engine, answer.as(), table, question.grip);
    }

    /** Goes on with one of that version as it is, and tells how that is; empty where there is none of that name. Holds nothing. */
    Optional<Standing> standing(LifeMessage.Adopt adopt, Duration patience) {
        LifeMessage.Adopted answer = ask(adopt, new Question(false), patience.toNanos());
        LifeMessage.Standing said = answer.standing();
        return said == null
                ? Optional.empty()
                : Optional.of(new Standing(
                        said.incarnation(),
                        said.number(),
                        Optional.of(said.keptAgoMillis())
                                .filter(ago -> ago >= 0)
                                .map(Duration::ofMillis)));
    }

    private LifeMessage.Adopted ask(LifeMessage.Adopt adopt, Question question, long patienceNanos) {
        engine.loop.run(now -> {
            questions.put(adopt.tessera(), question);
            engine.kernel.adopt(now, adopt);
        });
        String name = "name=" + adopt.create().name();
        if (!engine.patience.await(() -> question.answered, patienceNanos)) {
            engine.loop.run(now -> {
                questions.remove(adopt.tessera());
                engine.kernel.adoptNoMore(adopt.tessera());
            });
            throw engine.isClosed()
                    ? engine.isOver()
                    : new NameException(
                            name + " was not taken over in time",
                            "check that a warehouse of this release runs, then try again");
        }
        LifeMessage.Adopted answer = java.util.Objects.requireNonNull(question.answer);
        Failure failure = answer.failure();
        if (failure != null) {
            throw new NameException(
                    name + " was not taken over: " + failure.what(), "drop it first, or keep its methods");
        }
        return answer;
    }

    /** The kernel counts the handle before the asker has it. */
    void adopted(LifeMessage.Adopted said) {
        Question question = questions.remove(said.tessera());
        if (question == null) {
            return;
        }
        question.answer = said;
        if (!question.isToHold || said.failure() != null || said.as().equals(said.tessera())) {
            answer(question);
            return;
        }
        engine.grips.add(question.grip, said.as());
        engine.loop.later(now -> {
            LifeMessage.Standing standing = said.standing();
            long at = standing == null ? Carried.HOME : standing.worker(); // the home tells where it is
            engine.kernel.handleGained(now, said.as(), at);
            answer(question);
        });
    }

    private void answer(Question question) {
        question.answered = true;
        engine.patience.wake(question.asker);
    }

    void close() {
        questions.values().forEach(question -> engine.patience.wake(question.asker));
        questions.clear();
    }
}
