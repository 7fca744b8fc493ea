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
import java.util.function.Consumer;

/**
 * A unit's side of the stores: asks the store of its machine, and the home, and asks again until it is answered.
 *
 * <p>What was asked of one store stays with it, also when there is a better one later: its memory and its leases are there.
 *
 * <p><b>Threading:</b> the loop. <b>Cost:</b> one entry for each question and for each lease. <b>Failure:</b> when a store is lost, its
 * questions are answered with that.
 */
public final class ObjectMachine {
    private static final class Question {
        private final ObjectMessage message;
        private final boolean toHome;
        private final Consumer<ObjectMessage> answer;

        /** The store that was asked; 0 while there is none. */
        private long asked;

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

    /** Removes an entry everywhere; the answer is {@link ObjectMessage.Discarded}. */
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

    public void received(ObjectMessage message) {
        switch (message) {
            case ObjectMessage.Reserved answer -> answer(questions, answer.ref(), answer);
            case ObjectMessage.Stored answer -> answer(questions, answer.ref(), answer);
            case ObjectMessage.Acquired answer -> answer(questions, answer.lease(), answer);
            case ObjectMessage.Discarded answer -> answer(discards, answer.ref(), answer);
            case ObjectMessage.Recall recall -> out.recalled(recall.ref());
            default -> {} // for stores
        }
    }

    private void answer(Map<Id, Question> asked, Id key, ObjectMessage answer) {
        Question question = asked.get(key);
        if (question != null && isAnswer(question.message, answer)) {
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
        choose();
        leases.values().removeIf(at -> at == unit);
        isLost(questions, unit);
        isLost(discards, unit);
    }

    private void isLost(Map<Id, Question> all, long unit) {
        for (Map.Entry<Id, Question> open : List.copyOf(all.entrySet())) {
            Question question = open.getValue();
            if (question.asked == unit) {
                all.remove(open.getKey());
                tell(question, lost(open.getKey(), question.message));
            }
        }
    }

    private static ObjectMessage lost(Id key, ObjectMessage question) {
        Failure failure =
                Failure.of(Failure.Kind.OBJECT_LOST, "the store that was asked about ref=" + key + " was lost");
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
