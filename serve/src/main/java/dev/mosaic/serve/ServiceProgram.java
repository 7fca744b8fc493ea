package dev.mosaic.serve;

import dev.mosaic.Arg;
import dev.mosaic.CallOptions;
import dev.mosaic.Task;
import dev.mosaic.TesseraOptions;
import dev.mosaic.code.ProgramCode;
import dev.mosaic.invoke.ServedClass;
import dev.mosaic.invoke.Serving;
import dev.mosaic.mesh.Endpoint;
import dev.mosaic.message.CodeMessage;
import dev.mosaic.message.Member;
import dev.mosaic.process.Access;
import dev.mosaic.process.Guest;
import dev.mosaic.serve.call.Description;
import dev.mosaic.serve.call.Reply;
import dev.mosaic.serve.worker.Describe;
import dev.mosaic.unit.Creation;
import dev.mosaic.unit.Standing;
import dev.mosaic.unit.TesseraHandle;
import dev.mosaic.unit.kernel.KernelSettings;
import dev.mosaic.unit.shell.ShellEvents;
import dev.mosaic.unit.shell.ShellOptions;
import dev.mosaic.unit.shell.UnitShell;
import io.smallrye.mutiny.Multi;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A program of the head's own, to which declared tesserae of one code belong: to the cluster it is a head like any other, with workers of its
 * own; its uid, {@code service:N}, says that nobody is attached. It ships the jars and loads none of them.
 *
 * <p><b>Threading:</b> any thread. <b>Cost:</b> a mesh. <b>Failure:</b> {@link dev.mosaic.StartException} where no monitor answers; where
 * the monitor holds it for dead it is over, see {@link #isOver}.
 */
final class ServiceProgram implements ShellEvents, AutoCloseable {
    /** What uids of such programs begin with. */
    static final String UID = "service:";

    private static final System.Logger LOG = System.getLogger("dev.mosaic.serve");
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ProgramCode code;
    private final CompletableFuture<UnitShell> shell = new CompletableFuture<>();
    private volatile boolean over;

    private ServiceProgram(ProgramCode code) {
        this.code = code;
    }

    /**
     * Joins.
     *
     * @param place where the monitor is, and at which address this process is reached
     * @param files jars
     */
    static ServiceProgram open(Place place, List<Path> files, Path folder) {
        int number = Guest.number(Member.Kind.PROGRAM, place.monitor(), place.access(), PATIENCE);
        String uid = UID + number;
        ServiceProgram program = new ServiceProgram(
                new ProgramCode(files.stream().map(Path::toString).toList(), folder));
        program.shell.complete(UnitShell.open(
                new ShellOptions(
                        Member.Kind.PROGRAM,
                        uid,
                        new SecureRandom().nextLong() | 1,
                        uid,
                        List.of(new Endpoint.Tcp(place.host(), 0)),
                        place.monitor(),
                        place.access().token(),
                        0,
                        ServiceProgram.class.getClassLoader(),
                        KernelSettings.DEFAULT,
                        0,
                        0,
                        false,
                        List.of(),
                        program),
                place.access().opener()));
        return program;
    }

    /** Where a program joins. */
    record Place(Endpoint.Tcp monitor, String host, Access access) {}

    private UnitShell shell() {
        return shell.join();
    }

    boolean isOver() {
        return over;
    }

    /** Without one nothing is found or made. */
    boolean hasWarehouse() {
        return shell().members(Member.Kind.WAREHOUSE).stream()
                .anyMatch(store -> store.uid().startsWith("warehouse:")); // nodes have stores, too
    }

    /** What a worker says about a class. */
    Task<Description> describe(String className) {
        return shell().submit(new Describe(className), new CallOptions().cpus(0))
                .send();
    }

    /**
     * Makes one, or takes over the one that has its name: this is then what its next life is made of, and it moves where its version is
     * another.
     *
     * @param version what {@link Description#version} of its lives says
     * @param before what the one gave whose place it takes; null for none
     */
    TesseraHandle make(
            Description description, String args, String version, @Nullable Arg<?> before, TesseraOptions options) {
        ServedClass made = new ServedClass(description.className(), description.signature(), description.concurrency());
        Creation creation = shell().serve(made, options).text(args).text(version);
        return before == null
                ? creation.object(null).send()
                : creation.arg(before).send();
    }

    /** @throws dev.mosaic.NameException where there is none */
    TesseraHandle find(String name) {
        return shell().findServed(name);
    }

    /**
     * Goes on with the one of that name, where it is of that version: it stays where it is, passive or not, and its next life is in this
     * program's workers.
     *
     * @return null where the warehouse knows none
     * @throws dev.mosaic.NameException where it is of another version, or was made by a program as its own
     */
    @Nullable TesseraHandle goOn(String name, String version) {
        return shell().goOn(name, version);
    }

    /** How it is, as the warehouse knows; empty where that knows none. */
    Optional<Standing> standing(String name, String version, Duration patience) {
        return shell().standing(name, version, patience);
    }

    static Task<Description> describe(TesseraHandle tessera) {
        return tessera.call(Serving.DESCRIBE).send();
    }

    /** All that it is, for one that takes its place. It moves from worker to worker; nobody here can read it. */
    static Task<Object> handOver(TesseraHandle tessera) {
        return tessera.call(Serving.HAND_OVER).send();
    }

    static Task<@Nullable Void> resume(TesseraHandle tessera) {
        return tessera.call(Serving.RESUME).send();
    }

    static Task<Reply> invoke(TesseraHandle tessera, Invocation call) {
        return tessera.call(Serving.INVOKE)
                .text(call.method())
                .text(call.key())
                .booleanValue(call.stack())
                .text(call.body())
                .send();
    }

    static Multi<String> stream(TesseraHandle tessera, Invocation call) {
        return tessera.call(Serving.STREAM)
                .text(call.method())
                .text(call.key())
                .booleanValue(call.stack())
                .text(call.body())
                .flow();
    }

    /** Where the node of a worker is reached, without a port; empty where it is not known. */
    Optional<String> host(String worker) {
        UnitShell unit = shell();
        Optional<String> node = unit.members(Member.Kind.WORKER).stream()
                .filter(each -> each.uid().equals(worker))
                .map(Member::node)
                .findFirst();
        return unit.members(Member.Kind.NODE).stream()
                .filter(each -> node.filter(each.uid()::equals).isPresent())
                .flatMap(each -> Stream.of(each.endpoint().split(" ", -1)))
                .filter(each -> each.startsWith("tcp://"))
                .map(Endpoint::parse)
                .flatMap(each -> each instanceof Endpoint.Tcp tcp ? Stream.of(tcp.host()) : Stream.empty())
                .findFirst();
    }

    @Override
    public void asked(CodeMessage question, Consumer<CodeMessage> answer) {
        Thread.ofVirtual().name("mosaic-code").start(() -> answer.accept(code.answer(question)));
    }

    @Override
    public void output(String uid, boolean isError, String line) {
        LOG.log(System.Logger.Level.INFO, "{0}: {1}", uid, line);
    }

    @Override
    public void excluded(String reason) {
        over = true;
        LOG.log(System.Logger.Level.WARNING, "the monitor holds a program of served tesserae for dead: {0}", reason);
    }

    /** Its workers end, but for those in which something with a name lives. */
    @Override
    public void close() {
        over = true;
        UnitShell unit = shell();
        unit.leave();
        unit.close();
    }
}
