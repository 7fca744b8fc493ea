package dev.mosaic.message;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Random messages of every type. */
final class Messages {
    private final RandomGenerator random;

    Messages(RandomGenerator random) {
        this.random = random;
    }

    UnitMessage any(MessageType type) {
        return switch (type) {
            case CREATE -> create();
            case CALL ->
                new StreamMessage.Call(
                        id(),
                        id(),
                        i64(),
                        i64(),
                        i64(),
                        u16(),
                        bool(),
                        u16(),
                        i64(),
                        list(this::need),
                        payload(),
                        bool(),
                        i32());
            case DROP -> new StreamMessage.Drop(id(), id(), i64(), i64(), i64(), bool());
            case CONFIRM -> new ReplyMessage.Confirm(id(), i64());
            case DONE -> new ReplyMessage.Done(id(), id(), i64(), outcome(true));
            case STARTED -> new ReplyMessage.Started(id(), id(), i64());
            case CANCEL -> new ReplyMessage.Cancel(id(), id(), i64(), bool(), bool());
            case FETCH -> new ValueMessage.Fetch(id(), id(), i64(), bool());
            case VALUE -> new ValueMessage.Value(id(), bool(), outcome(false));
            case ELSEWHERE -> new ValueMessage.Elsewhere(id(), bool(), bool());
            case LOCATE -> new ValueMessage.Locate(id(), bool(), i64());
            case LOCATED -> new ValueMessage.Located(id(), bool(), i64(), id(), i64());
            case RELEASE -> new ValueMessage.Release(i64(), list(this::id));
            case RELEASED -> new ValueMessage.Released(i64());
            case HOLD -> new ValueMessage.Hold(id(), bool(), bool(), i64());
            case HELD -> new ValueMessage.Held(id(), i64());
            case PROBE -> new ValueMessage.Probe(id(), i64(), i32(), id(), i64(), id(), id(), i64(), list(this::text));
            case HELLO ->
                new ClusterMessage.Hello(
                        member(),
                        i32(),
                        list(this::named),
                        list(this::loss),
                        list(this::member),
                        list(() -> new ClusterMessage.Hosted(id(), text(), claim())),
                        i64(),
                        bool());
            case MEMBERS -> new ClusterMessage.Members(i64(), list(this::member), list(this::loss));
            case HEARTBEAT ->
                new ClusterMessage.Heartbeat(i32(), i32(), i32(), new TaskBacklog(i32(), i64()), i64(), i64());
            case PLACE -> new ClusterMessage.Place(id(), text(), i64(), text(), i64(), claim());
            case PLACED -> new ClusterMessage.Placed(id(), i64());
            case REFUSED -> new ClusterMessage.Refused(id(), bool(), failure(3));
            case FIND -> new ClusterMessage.Find(i64(), text());
            case FOUND -> new ClusterMessage.Found(i64(), bool() ? named() : null);
            case LEASE -> new ClusterMessage.Lease(i32());
            case LEASED -> new ClusterMessage.Leased(list(this::i64), i32());
            case ENDED -> new ClusterMessage.Ended(id(), bool());
            case EXITED -> new ClusterMessage.Exited(i64(), text());
            case OUTPUT -> new ClusterMessage.Output(text(), bool(), text());
            case SHUTDOWN -> new ClusterMessage.Shutdown(text());
            case WHO -> new ClusterMessage.Who(i64());
            case ENROL -> new ClusterMessage.Enrol(Member.Kind.values()[random.nextInt(Member.Kind.values().length)]);
            case ENROLLED -> new ClusterMessage.Enrolled(i32());
            case STAFF -> new ClusterMessage.Staff(member(), i32());
            case EQUIP -> new ClusterMessage.Equip(member(), i64(), i32());
            case BOOK -> new ClusterMessage.Book(id(), list(this::resources), bool(), list(this::text));
            case BOOKED -> new ClusterMessage.Booked(id(), list(this::text));
            case QUERY -> new ClusterMessage.Query(i64(), text());
            case QUERY_RESULT -> new ClusterMessage.QueryResult(i64(), i32(), payload());
            case SURVEY -> new ClusterMessage.Survey(i64());
            case SURVEYED ->
                new ClusterMessage.Surveyed(
                        i64(),
                        list(() -> new ClusterMessage.UnitLoad(member(), i32(), i32(), i32(), resources())),
                        list(() -> new Demand(resources(), i32(), i64(), text())));
            case WANT_CODE -> new CodeMessage.WantCode(text());
            case CODE -> new CodeMessage.Code(list(() -> new CodeMessage.CodeFile(text(), i64(), text())));
            case PULL_CODE -> new CodeMessage.PullCode(text(), i64());
            case CODE_CHUNK -> new CodeMessage.CodeChunk(text(), i64(), payload());
            case WANT_CLASS -> new CodeMessage.WantClass(text());
            case CLASS_BYTES -> new CodeMessage.ClassBytes(text(), payload(), text(), bool());
            case RESERVE -> new ObjectMessage.Reserve(id(), list(this::i64));
            case RESERVED -> new ObjectMessage.Reserved(id(), list(this::place), maybeFailure());
            case PUT -> new ObjectMessage.Put(id(), text(), random.nextInt(256), payload());
            case STORED -> new ObjectMessage.Stored(id(), maybeFailure());
            case ACQUIRE -> new ObjectMessage.Acquire(id(), list(this::id));
            case ACQUIRED -> new ObjectMessage.Acquired(id(), list(() -> outcome(false)));
            case DISCHARGE -> new ObjectMessage.Discharge(id());
            case LEASES -> new ObjectMessage.Leases(list(this::id));
            case DISCARD -> new ObjectMessage.Discard(id());
            case DISCARDED -> new ObjectMessage.Discarded(id());
            case RECALL -> new ObjectMessage.Recall(id());
            case ANNOUNCE -> new ObjectMessage.Announce(shape());
            case ANNOUNCED -> new ObjectMessage.Announced(id(), bool(), maybeFailure());
            case WHERE -> new ObjectMessage.Where(id());
            case COPIES -> new ObjectMessage.Copies(shape(), bool(), list(this::i64));
            case ABSENT -> new ObjectMessage.Absent(id(), failure(2));
            case PULL -> new ObjectMessage.Pull(id(), i64(), i32());
            case CHUNK -> new ObjectMessage.Chunk(id(), i64(), i32(), payload());
            case NOT_HERE -> new ObjectMessage.NotHere(id());
            case ERASE -> new ObjectMessage.Erase(id());
            case LET_GO -> new ObjectMessage.LetGo(id());
            case DESCRIBE -> new LifeMessage.Describe(id(), i64(), i32(), i64(), create());
            case KEEP -> new LifeMessage.Keep(id(), i64(), i64(), payload());
            case NOTED -> new LifeMessage.Noted(id(), i64(), i64(), maybeFailure(), bool());
            case RAISE -> new LifeMessage.Raise(id(), i64(), i32(), bool(), create());
            case RAISED -> new LifeMessage.Raised(id(), i64(), maybeFailure());
            case OVER -> new LifeMessage.Over(id(), i64(), failure(2));
            case DEPART -> new LifeMessage.Depart(id(), i64(), bool());
            case SEEK -> new LifeMessage.Seek(id(), i64());
            case ALIVE -> new LifeMessage.Alive(id(), i64(), i64());
            case GONE -> new LifeMessage.Gone(id(), bool(), failure(2));
            case MOVING -> new LifeMessage.Moving(id());
            case ADOPT -> new LifeMessage.Adopt(id(), i64(), create());
            case ADOPTED ->
                new LifeMessage.Adopted(
                        id(),
                        id(),
                        maybeFailure(),
                        bool() ? new LifeMessage.Standing(i64(), i64(), i64(), i64()) : null);
            case RETIRE -> new LifeMessage.Retire(id(), i64());
            case QUIESCE -> new BarrierMessage.Quiesce(i64(), i32(), i32(), i64(), list(this::id));
            case QUIET -> new BarrierMessage.Quiet(i64(), i32(), i64(), i64(), list(this::id), list(this::i64), i32());
            case REPLACE ->
                new ClusterMessage.Replace(
                        i64(), i64(), new ClusterMessage.Place(id(), text(), i64(), text(), i64(), claim()));
            case PASSIVE ->
                new ClusterMessage.Passive(i64(), new ClusterMessage.Named(text(), id(), i64(), text(), i64()));
            case DRAIN -> new ClusterMessage.Drain(i64(), i64());
            case RUNNING -> new ClusterMessage.Running(list(this::i64));
            case LOOK -> new ClusterMessage.Look(i64());
            case LOOKED -> new ClusterMessage.Looked(i64(), i64());
            case HOSTING ->
                new ClusterMessage.Hosting(new ClusterMessage.Named(text(), id(), i64(), text(), i64()), claim());
        };
    }

    private StreamMessage.Create create() {
        Id mailbox = bool() ? id().withLives() : id();
        LifeTerms terms =
                mailbox.hasLives() ? new LifeTerms(i32(), bool(), i64(), i64() >>> 2, text(), bool()) : LifeTerms.NONE;
        return new StreamMessage.Create(
                id(),
                mailbox,
                i64(),
                i64(),
                text(),
                i64(),
                u16(),
                i32(),
                text(),
                list(this::need),
                payload(),
                claim(),
                terms,
                i32());
    }

    private Need need() {
        return new Need(id(), i64(), id(), i64(), bool(), bool() ? outcome(false) : null);
    }

    private Outcome outcome(boolean mayBeHeld) {
        return switch (random.nextInt(mayBeHeld ? 3 : 2)) {
            case 0 -> new Outcome.Returned(payload());
            case 1 -> new Outcome.Failed(failure(random.nextInt(1, Failure.MAX_DEPTH + 1)));
            default -> new Outcome.Held(i64(), bool());
        };
    }

    private Failure failure(int depth) {
        Failure.Kind kind = Failure.Kind.values()[random.nextInt(Failure.Kind.values().length)];
        return new Failure(kind, text(), text(), text(), bytes(), depth > 1 ? failure(depth - 1) : null);
    }

    private @Nullable Failure maybeFailure() {
        return bool() ? failure(2) : null;
    }

    /** Parts of both kinds: that come along, and that are named by their place. */
    private Payload payload() {
        List<MemorySegment> parts = new ArrayList<>();
        List<@Nullable Place> places = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            boolean isNamed = random.nextInt(3) == 0;
            parts.add(isNamed ? Payload.ELSEWHERE : MemorySegment.ofArray(bytes()));
            places.add(isNamed ? place() : null);
        }
        return new Payload(bytes(), parts, list(() -> new Carried(id(), i64())), places);
    }

    private Place place() {
        return new Place(i64(), i32(), i32(), i32(), i64() >>> 1, i64() >>> 1, i64());
    }

    private ObjectMessage.Shape shape() {
        return new ObjectMessage.Shape(id(), text(), random.nextInt(256), payload(), list(this::i64));
    }

    private Member member() {
        Member.Kind kind = Member.Kind.values()[random.nextInt(Member.Kind.values().length)];
        return new Member(text(), i64(), kind, text(), text(), u16(), i64(), resources(), list(this::text));
    }

    private Claim claim() {
        return bool() ? Claim.NONE : new Claim(resources(), list(this::i64), text(), id(), u16());
    }

    private Resources resources() {
        return bool()
                ? Resources.NONE
                : new Resources(i64(), i64(), i64(), bool() ? Map.of() : Map.of(text(), i64(), "fpga", i64()));
    }

    private ClusterMessage.Loss loss() {
        return new ClusterMessage.Loss(i64(), text());
    }

    private ClusterMessage.Named named() {
        return new ClusterMessage.Named(text(), id(), i64(), text(), i64());
    }

    private <T> List<T> list(java.util.function.Supplier<T> element) {
        List<T> list = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            list.add(element.get());
        }
        return list;
    }

    private Id id() {
        return new Id(i64(), i64());
    }

    private long i64() {
        return random.nextBoolean() ? random.nextLong() : random.nextInt(100);
    }

    private int i32() {
        return random.nextInt();
    }

    private int u16() {
        return random.nextInt(1 << 16);
    }

    private boolean bool() {
        return random.nextBoolean();
    }

    private byte[] bytes() {
        byte[] bytes = new byte[random.nextInt(50)];
        random.nextBytes(bytes);
        return bytes;
    }

    private String text() {
        String[] texts = {"", "solver", "worker:0:1", "Größe, 大きさ, \uD83D\uDE00", "x".repeat(300)};
        return texts[random.nextInt(texts.length)];
    }
}
