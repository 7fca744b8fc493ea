package dev.mosaic.unit.objects;

import dev.mosaic.message.Failure;
import dev.mosaic.message.Id;
import dev.mosaic.message.Member;
import dev.mosaic.message.ObjectMessage;
import dev.mosaic.message.Outcome;
import dev.mosaic.unit.links.Links;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A unit's side of the stores: asks the store of its machine, and the home, and asks again until it is answered.
 *
 * <p>What was asked of one store stays with it, also when there is a better one later: its memory and its leases are there.
 *
 * <p><b>Threading:</b> the loop. <b>Cost:</b> one entry for each question and for each lease. <b>Failure:</b> when a store is lost, or lives
 * and cannot be reached for too long, its questions are answered with that. Only who reads is not: the store that is there then, or the
 * next one, may have the entries, and is asked for them; not for ever, where each of them is lost too.
 */
public final class ObjectMachine {
    /** Who reads asks further stores for this many times the wait for the next one, after the first was lost. */
    static final int MOST_WAITS = 4;

    private static final class Question {
        private final ObjectMessage message;
        private final boolean toHome;
        private final Consumer<ObjectMessage> answer;

        /** The store that was asked; 0 while there is none. */
        private long asked;

        /** When the first store was lost that was asked. */
        private long lostNanos;

        private boolean wasLost;

        private Question(ObjectMessage message, boolean toHome, Consumer<ObjectMessage> answer) {
            this.message = message;
            this.toHome = toHome;
            this.answer = answer;
        }
    }

    private final Links links;
    private final String node;
    private final ObjectOutput out;

    /** By ref or lease; a discard does not stand in the way of a put. */
    private final Map<Id, Question> questions = new LinkedHashMap<>();

    private final Map<Id, Question> discards = new LinkedHashMap<>();

    /** The store that each lease was asked of; 0 while there is none. */
    private final Map<Id, Long> leases = new LinkedHashMap<>();

    /** The store with the memory that was reserved for a new entry. */
    private final Map<Id, Long> reserved = new LinkedHashMap<>();

    private final Map<Long, Member> stores = new LinkedHashMap<>();
    private long store;
    private long home;

    /** A store was lost, and there is no home. */
    private boolean isHomeless;

    /** Since when, as the ticks know it; meaningless before the first of them. */
    private long homelessNanos;

    private boolean isCounted;

    /** Of the last tick, and 0 before the first one. */
    private long nowNanos;

    private long patienceNanos;

    /** @param node uid of the node of the unit; its store is the one to ask */
    public ObjectMachine(Links links, String node, ObjectOutput out) {
        this.links = links;
        this.node = node;
        this.out = out;
    }

    /** The instance of the home; 0 while it is not known, or lost. */
    public long home() {
        return home;
    }

    /** The instance of the store of this machine; 0 while it is not known, or lost. */
    public long store() {
        return store;
    }

    // ---- what is asked

    /**
     * Asks for memory in this machine's store; the answer is {@link ObjectMessage.Reserved}. Where that is no failure {@link #put} or
     * {@link #giveUp} follows.
     */
    public void reserve(ObjectMessage.Reserve question, Consumer<ObjectMessage> answer) {
        Question asked = new Question(question, false, answer);
        ask(questions, question.ref(), asked, store);
        reserved.put(question.ref(), asked.asked);
    }

    /** Puts an entry; the answer is {@link ObjectMessage.Stored}. */
    public void put(ObjectMessage.Put question, Consumer<ObjectMessage> answer) {
        Long at = reserved.remove(question.ref());
        if (at != null && links.isDead(at)) {
            answer.accept(lost(question.ref(), question));
        } else {
            ask(questions, question.ref(), new Question(question, false, answer), at == null || at == 0 ? store : at);
        }
    }

    /** Takes back {@link #reserve}. */
    public void giveUp(Id ref) {
        questions.remove(ref);
        Long at = reserved.remove(ref);
        if (at != null && !links.isDead(at)) {
            links.send(at, new ObjectMessage.Erase(ref));
        }
    }

    /** Asks for entries in memory; the answer is {@link ObjectMessage.Acquired}. {@link #discharge} ends it, in any case. */
    public void acquire(ObjectMessage.Acquire question, Consumer<ObjectMessage> answer) {
        leases.put(question.lease(), store);
        ask(questions, question.lease(), new Question(question, false, answer), store);
    }

    /** A lease is not needed any more. */
    public void discharge(Id lease) {
        questions.remove(lease);
        Long at = leases.remove(lease);
        if (at != null) {
            links.send(at, new ObjectMessage.Discharge(lease));
        }
    }

    /**
     * Removes an entry everywhere; the answer is {@link ObjectMessage.Discarded}, or {@link ObjectMessage.Absent} with the reason where the
     * home could not be asked.
     */
    public void discard(Id ref, Consumer<ObjectMessage> answer) {
        Question known = discards.get(ref);
        Consumer<ObjectMessage> all = known == null ? answer : known.answer.andThen(answer);
        ask(discards, ref, new Question(new ObjectMessage.Discard(ref), true, all), home);
    }

    private void ask(Map<Id, Question> asked, Id key, Question question, long at) {
        asked.put(key, question);
        question.asked = at;
        links.send(at, question.message);
    }

    // ---- what comes

    /** From the store that was asked only: what another one has said since it was given up is late, and its memory is not leased. */
    public void received(long from, ObjectMessage message) {
        switch (message) {
            case ObjectMessage.Reserved answer -> answer(from, questions, answer.ref(), answer);
            case ObjectMessage.Stored answer -> answer(from, questions, answer.ref(), answer);
            case ObjectMessage.Acquired answer -> answer(from, questions, answer.lease(), answer);
            case ObjectMessage.Discarded answer -> answer(from, discards, answer.ref(), answer);
            case ObjectMessage.Recall recall -> out.recalled(recall.ref());
            default -> {} // for stores
        }
    }

    private void answer(long from, Map<Id, Question> asked, Id key, ObjectMessage answer) {
        Question question = asked.get(key);
        if (question != null && question.asked == from && isAnswer(question.message, answer)) {
            asked.remove(key);
            tell(question, answer);
        }
    }

    private void tell(Question question, ObjectMessage answer) {
        if (answer instanceof ObjectMessage.Reserved said && said.failure() != null) {
            giveUp(said.ref()); // the store may have been asked twice, and give memory to nobody
        }
        question.answer.accept(answer);
    }

    private static boolean isAnswer(ObjectMessage question, ObjectMessage answer) {
        return switch (question) {
            case ObjectMessage.Reserve reserve -> answer instanceof ObjectMessage.Reserved;
            case ObjectMessage.Put put -> answer instanceof ObjectMessage.Stored;
            case ObjectMessage.Acquire(Id lease, List<Id> refs) ->
                answer instanceof ObjectMessage.Acquired acquired
                        && acquired.values().size() == refs.size();
            default -> answer instanceof ObjectMessage.Discarded;
        };
    }

    // ---- members and links

    /** A unit has joined; only stores matter. */
    public void joined(Member member) {
        if (member.kind() == Member.Kind.WAREHOUSE && !links.isDead(member.instance())) {
            stores.put(member.instance(), member);
            choose();
        }
    }

    /** The home is the one called {@code warehouse:K}; the store to ask, that of the same node, else the home. */
    private void choose() {
        home = 0;
        store = 0;
        for (Member member : stores.values()) {
            boolean isHome = member.uid().startsWith("warehouse:");
            home = isHome ? member.instance() : home;
            store = !node.isEmpty() && member.node().equals(node) ? member.instance() : store;
        }
        store = store == 0 ? home : store;
        if (home != 0) {
            isHomeless = false;
            isCounted = false;
        }
        askUnasked(questions);
        askUnasked(discards);
    }

    private void askUnasked(Map<Id, Question> all) {
        for (Map.Entry<Id, Question> open : List.copyOf(all.entrySet())) {
            Question question = open.getValue();
            if (question.asked == 0) {
                question.asked = question.toHome ? home : store;
                leases.computeIfPresent(open.getKey(), (lease, at) -> question.asked);
                reserved.computeIfPresent(open.getKey(), (ref, at) -> question.asked);
                links.send(question.asked, question.message);
            }
        }
    }

    public void connected(long unit) {
        if (!stores.containsKey(unit)) {
            return;
        }
        List<Id> live = new ArrayList<>();
        leases.forEach((lease, at) -> {
            if (at == unit) {
                live.add(lease);
            }
        });
        reserved.forEach((ref, at) -> {
            if (at == unit) {
                live.add(ref);
            }
        });
        questions.forEach((ref, question) -> {
            if (question.asked == unit && question.message instanceof ObjectMessage.Put) {
                live.add(ref);
            }
        });
        links.send(unit, new ObjectMessage.Leases(live));
        askAgain(questions, unit);
        askAgain(discards, unit);
    }

    private void askAgain(Map<Id, Question> all, long unit) {
        for (Question question : all.values()) {
            if (question.asked == unit) {
                links.send(unit, question.message);
            }
        }
    }

    public void lost(long unit) {
        if (stores.remove(unit) == null) {
            return;
        }
        leases.values().removeIf(at -> at == unit);
        readElsewhere(unit);
        isHomeless = true;
        choose();
        endReads(unit);
        isLost(questions, question -> question.asked == unit);
        isLost(discards, question -> question.asked == unit);
    }

    /** What is durable, or in another store, can still be read. */
    private void readElsewhere(long unit) {
        for (Question question : questions.values()) {
            if (question.asked == unit
                    && question.message instanceof ObjectMessage.Acquire acquire
                    && maySurvive(question)) {
                question.asked = 0;
                leases.put(acquire.lease(), 0L);
            }
        }
    }

    /** Those that are not asked elsewhere. */
    private void endReads(long unit) {
        for (Question question : List.copyOf(questions.values())) {
            if (question.asked == unit && question.message instanceof ObjectMessage.Acquire acquire) {
                questions.remove(acquire.lease());
                long seconds = (nowNanos - question.lostNanos) / 1_000_000_000L;
                Failure failure = Failure.of(
                        Failure.Kind.OBJECT_LOST,
                        "refs=" + acquire.refs() + ": each warehouse that was asked was lost, for seconds=" + seconds);
                tell(question, failed(acquire.lease(), acquire, failure));
            }
        }
    }

    /** False where each store that was asked for so long was lost: the question may be what ends them. */
    private boolean maySurvive(Question question) {
        if (!question.wasLost) {
            question.wasLost = patienceNanos > 0;
            question.lostNanos = nowNanos;
            return true;
        }
        return nowNanos - question.lostNanos <= MOST_WAITS * patienceNanos;
    }

    /**
     * Nobody waits for the next home for ever. Every 10 to 100 ms.
     *
     * @param patienceNanos for how long who asks does
     */
    public void tick(long now, long patienceNanos) {
        nowNanos = now;
        this.patienceNanos = patienceNanos;
        if (!isHomeless) {
            return;
        }
        if (!isCounted) {
            isCounted = true;
            homelessNanos = now;
        } else if (now - homelessNanos > patienceNanos) {
            isLost(questions, question -> question.asked == 0);
            giveUpDiscards(question -> question.asked == 0, "no warehouse is there");
        }
    }

    private void isLost(Map<Id, Question> all, Predicate<Question> which) {
        for (Map.Entry<Id, Question> open : List.copyOf(all.entrySet())) {
            Question question = open.getValue();
            if (which.test(question)) {
                all.remove(open.getKey());
                tell(question, lost(open.getKey(), question.message));
            }
        }
    }

    // ---- stores that live and cannot be reached

    /** Stores that are asked, and to which there is no link. */
    public void unreached(Set<Long> units) {
        unreached(questions, units);
        unreached(discards, units);
    }

    private void unreached(Map<Id, Question> asked, Set<Long> units) {
        for (Question question : asked.values()) {
            if (question.asked != 0 && !links.isUp(question.asked)) {
                units.add(question.asked);
            }
        }
    }

    /**
     * That store is alive, and could not be reached for too long: what is read is asked of another one; the rest fails.
     *
     * @param reason names both sides
     */
    public void giveUp(long unit, String reason) {
        long other = otherThan(unit);
        for (Map.Entry<Id, Question> open : List.copyOf(questions.entrySet())) {
            Question question = open.getValue();
            if (question.asked == unit && question.message instanceof ObjectMessage.Acquire && other != 0) {
                question.asked = other;
                leases.put(open.getKey(), other);
                links.send(other, question.message);
            } else if (question.asked == unit) {
                questions.remove(open.getKey());
                tell(question, failed(open.getKey(), question.message, unreached(question.message, reason)));
            }
        }
        giveUpDiscards(question -> question.asked == unit, reason);
    }

    private void giveUpDiscards(Predicate<Question> which, String reason) {
        for (Map.Entry<Id, Question> open : List.copyOf(discards.entrySet())) {
            Question question = open.getValue();
            if (which.test(question)) {
                discards.remove(open.getKey());
                tell(question, new ObjectMessage.Absent(open.getKey(), unreached(question.message, reason)));
            }
        }
    }

    /** A store with a link: that of this machine, else the home, else any; 0 for none. Each of them can get what another one has. */
    private long otherThan(long unit) {
        List<Long> known = new ArrayList<>(List.of(store, home));
        known.addAll(stores.keySet());
        return known.stream()
                .filter(each -> each != 0 && each != unit && links.isUp(each))
                .findFirst()
                .orElse(0L);
    }

    private static Failure unreached(ObjectMessage question, String reason) {
        String what = switch (question) {
            case ObjectMessage.Reserve reserve -> "ref=" + reserve.ref() + " was not put: ";
            case ObjectMessage.Put put -> "ref=" + put.ref() + " may be stored or not: ";
            case ObjectMessage.Acquire acquire -> "refs=" + acquire.refs() + " cannot be read from here now: ";
            default -> "it is not known whether the entry is dropped: ";
        };
        return Failure.of(Failure.Kind.OBJECT_LOST, what + reason);
    }

    private static ObjectMessage lost(Id key, ObjectMessage question) {
        String what = question instanceof ObjectMessage.Acquire acquire ? "refs=" + acquire.refs() : "ref=" + key;
        return failed(
                key,
                question,
                Failure.of(Failure.Kind.OBJECT_LOST, "the store that was asked about " + what + " was lost"));
    }

    private static ObjectMessage failed(Id key, ObjectMessage question, Failure failure) {
        return switch (question) {
            case ObjectMessage.Reserve reserve -> new ObjectMessage.Reserved(key, List.of(), failure);
            case ObjectMessage.Put put -> new ObjectMessage.Stored(key, failure);
            case ObjectMessage.Acquire acquire -> {
                List<Outcome> values = new ArrayList<>();
                acquire.refs().forEach(ref -> values.add(new Outcome.Failed(failure)));
                yield new ObjectMessage.Acquired(key, values);
            }
            default -> new ObjectMessage.Discarded(key);
        };
    }

    // ---- what is asked, for status and tests

    /** Questions, leases and reservations; 0 when all is over. */
    public int open() {
        return questions.size() + discards.size() + leases.size() + reserved.size();
    }

    /** In words. */
    public String describe() {
        return "questions=" + (questions.size() + discards.size()) + ", leases=" + leases.size() + ", reserved="
                + reserved.size();
    }
}
