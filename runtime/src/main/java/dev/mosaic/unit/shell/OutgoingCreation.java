package dev.mosaic.unit.shell;

import dev.mosaic.Arg;
import dev.mosaic.InvalidOptionException;
import dev.mosaic.MosaicException;
import dev.mosaic.NameException;
import dev.mosaic.Snapshot;
import dev.mosaic.TesseraOptions;
import dev.mosaic.invoke.MethodTable;
import dev.mosaic.invoke.OtherCalls;
import dev.mosaic.invoke.Served;
import dev.mosaic.invoke.ServedClass;
import dev.mosaic.invoke.Serving;
import dev.mosaic.invoke.codec.Encoder;
import dev.mosaic.message.Claim;
import dev.mosaic.message.Id;
import dev.mosaic.message.LifeMessage;
import dev.mosaic.message.LifeTerms;
import dev.mosaic.message.Payload;
import dev.mosaic.message.StreamMessage;
import dev.mosaic.unit.Creation;
import dev.mosaic.unit.TesseraHandle;
import dev.mosaic.unit.calls.Birth;
import dev.mosaic.unit.calls.Order;
import dev.mosaic.unit.mailbox.Run;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A tessera being made. <b>Threading:</b> one thread. */
final class OutgoingCreation extends EncodedWriter<Creation> implements Creation {
    private final Engine engine;
    private final MethodTable table;
    private final ServedClass made;
    private final int constructor;
    private final String name;
    private final String worker;
    private final Claim claim;
    private final LifeTerms terms;
    private final boolean getsIfExists;
    private final PromisedArguments promised;

    OutgoingCreation(Engine engine, Encoder encoder, MethodTable table, int constructor, TesseraOptions options) {
        this(
                engine,
                encoder,
                table,
                new ServedClass(table.type().getName(), table.signature(), table.concurrency()),
                constructor,
                Snapshot.class.isAssignableFrom(table.type()),
                options);
    }

    private OutgoingCreation(
            Engine engine,
            Encoder encoder,
            MethodTable table,
            ServedClass made,
            int constructor,
            boolean snapshots,
            TesseraOptions options) {
        super(encoder);
        this.engine = engine;
        this.table = table;
        this.made = made;
        this.constructor = constructor;
        this.name = options.name();
        this.worker = options.worker();
        this.claim = Claims.of(options);
        this.terms = terms(made, snapshots, options);
        this.getsIfExists = options.getsIfExists();
        this.promised = new PromisedArguments(engine);
    }

    /** Of a class that is not here. What stands in its object's place can always give its state. */
    static OutgoingCreation served(Engine engine, Encoder encoder, ServedClass made, TesseraOptions options) {
        return new OutgoingCreation(engine, encoder, MethodTable.of(Served.class), made, Serving.MAKE, true, options);
    }

    /** Where it is never made again its state matters only when it moves. */
    private static LifeTerms terms(ServedClass made, boolean snapshots, TesseraOptions options) {
        int restarts = options.maxRestarts();
        long every = options.snapshots().interval().toNanos();
        if (!options.takeOver().isEmpty() && options.name().isEmpty()) {
            throw new InvalidOptionException(
                    "takeOver=" + options.takeOver() + " without a name", "give the name to take over");
        }
        if (options.getsIfExists()
                && (options.name().isEmpty() || !options.takeOver().isEmpty())) {
            throw new InvalidOptionException(
                    "getIfExists of class=" + made.name()
                            + (options.name().isEmpty() ? " without a name" : " with takeOver"),
                    "give it a name, and no version");
        }
        long passive = options.passivateAfter().toNanos();
        if (passive > 0 && (!snapshots || (restarts == 0 && options.name().isEmpty()))) {
            throw new InvalidOptionException(
                    "passivateAfter=" + options.passivateAfter() + " of class=" + made.name(),
                    snapshots ? "say maxRestarts, or give it a name" : "let the class be a Snapshot");
        }
        if (options.isDurable() && options.name().isEmpty()) {
            throw new InvalidOptionException("durable of class=" + made.name() + " without a name", "give it a name");
        }
        if (options.isDurable() && restarts == 0 && passive == 0) {
            throw new InvalidOptionException(
                    "durable of class=" + made.name() + ", which has one life", "say maxRestarts, or passivateAfter");
        }
        return new LifeTerms(restarts, snapshots, snapshots && restarts != 0 ? every : LifeTerms.ON_DRAIN)
                .passiveAfter(passive)
                .takingOver(options.takeOver())
                .durable(options.isDurable());
    }

    @Override
    Creation self() {
        return this;
    }

    @Override
    public Creation arg(Arg<?> argument) {
        promised.write(argument, encoder);
        return this;
    }

    @Override
    public TesseraHandle send() {
        if (getsIfExists) {
            HeldTessera there = engine.searches.look(name, table);
            return there == null ? makeOrGet(encoder.finish(engine.sharing)) : there;
        }
        if (terms.version().isEmpty() || isPassedOn()) {
            return make(encoder.finish(engine.sharing));
        }
        Payload arguments = encoder.finish(); // which may travel as they are
        TesseraHandle there = takeOver(arguments);
        if (there == null) {
            return make(arguments);
        }
        var _ = engine.mentions.take(); // the warehouse holds what the arguments name
        return there;
    }

    /** Of a state that is on its way to it, of one that had the name: nobody has that now. */
    private boolean isPassedOn() {
        return constructor == Serving.MAKE && !promised.promised().isEmpty();
    }

    /** Null where there is none of that name. */
    private @Nullable TesseraHandle takeOver(Payload arguments) {
        if (!promised.promised().isEmpty()) {
            throw new InvalidOptionException("an argument of name=" + name + " is a task or ref", "give its value");
        }
        Id question = engine.nextId().withLives();
        StreamMessage.Create create = new StreamMessage.Create(
                question,
                question,
                0,
                -1,
                made.name(),
                made.signature(),
                constructor,
                made.concurrency(),
                name,
                List.of(),
                arguments,
                claim,
                terms);
        return engine.takeOvers.takeOver(new LifeMessage.Adopt(question, engine.program(), create), table);
    }

    /** About one that is to go on as it is, of a class that need not be known. */
    static LifeMessage.Adopt asItIs(Engine engine, String name, String version) {
        Id question = engine.nextId().withLives();
        StreamMessage.Create create = new StreamMessage.Create(
                question,
                question,
                0,
                -1,
                "",
                LifeMessage.Adopt.AS_IT_IS,
                Serving.MAKE,
                1,
                name,
                List.of(),
                Payload.EMPTY,
                Claim.NONE,
                new LifeTerms(LifeTerms.UNLIMITED, true, 0).takingOver(version));
        return new LifeMessage.Adopt(question, engine.program(), create);
    }

    /** Another program may have made it meanwhile. */
    private HeldTessera makeOrGet(Payload arguments) {
        HeldTessera made = make(arguments);
        try {
            made.call(OtherCalls.READY).send().await();
        } catch (NameException taken) {
            HeldTessera there = engine.searches.look(name, table);
            return there == null ? made : there;
        } catch (MosaicException failed) {
            return made; // its calls tell
        }
        return made;
    }

    private HeldTessera make(Payload arguments) {
        long admitted = engine.admit(arguments);
        List<Object> needed = promised.promised();
        Birth birth = new Birth(
                made.name(),
                made.signature(),
                constructor,
                made.concurrency(),
                name,
                engine.roll.instanceOf(worker),
                claim,
                PromisedArguments.dependencies(needed, List.of()),
                arguments,
                terms);
        Id tessera = terms.isNone() ? engine.nextId() : engine.nextId().withLives();
        Grip grip = new Grip();
        CallTask<Object> task = new CallTask<>(engine, engine.nextId(), Label.of(table, -1), Reading::single);
        Run maker = Seat.currentRun(engine);
        Id parent = maker == null ? null : maker.task();
        int era = maker == null ? Order.NO_ERA : maker.era();
        engine.begin(
                task,
                now -> {
                    engine.grips.made(grip, tessera, made.name());
                    engine.kernel.create(now, task.id(), tessera, birth, parent, era);
                },
                admitted,
                needed);
        return new HeldTessera(engine, tessera, table, grip);
    }
}
