package dev.mosaic.message;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Writes and reads the messages about membership and placement: rare ones, beside the hot path. */
final class ClusterLayout {
    private final MessageWriter out;

    ClusterLayout(MessageWriter out) {
        this.out = out;
    }

    void write(ClusterMessage message) {
        switch (message) {
            case ClusterMessage.Hello hello -> {
                member(hello.self());
                out.i32(hello.tesserae());
                out.list(hello.named(), this::named);
                losses(hello.lost());
                members(hello.others());
                out.count(hello.hosted().size());
                hello.hosted().forEach(hosted -> {
                    out.id(hosted.tessera());
                    out.text(hosted.className());
                    ClaimLayout.write(out, hosted.claim());
                });
                out.i64(hello.epoch());
                out.bool(hello.isKnown());
            }
            case ClusterMessage.Members members -> {
                out.i64(members.epoch());
                members(members.joined());
                losses(members.lost());
            }
            case ClusterMessage.Heartbeat heartbeat -> {
                out.i32(heartbeat.tesserae());
                out.i32(heartbeat.queued());
                out.i32(heartbeat.running());
                out.i32(heartbeat.backlog().count());
                out.i64(heartbeat.backlog().waitedNanos());
                out.i64(heartbeat.memoryUsed());
                out.i64(heartbeat.memoryLimit());
            }
            case ClusterMessage.Place place -> place(place);
            case ClusterMessage.Replace replace -> {
                out.i64(replace.program());
                out.i64(replace.notAt());
                place(replace.place());
            }
            case ClusterMessage.Passive passive -> {
                out.i64(passive.notAt());
                named(passive.named());
            }
            case ClusterMessage.Drain drain -> {
                out.i64(drain.instance());
                out.i64(drain.deadlineNanos());
            }
            case ClusterMessage.Running running -> out.list(running.instances(), out::i64);
            case ClusterMessage.Look look -> out.i64(look.instance());
            case ClusterMessage.Looked looked -> {
                out.i64(looked.instance());
                out.i64(looked.silentNanos());
            }
            case ClusterMessage.Hosting hosting -> {
                named(hosting.named());
                ClaimLayout.write(out, hosting.claim());
            }
            case ClusterMessage.Placed placed -> {
                out.id(placed.tessera());
                out.i64(placed.worker());
            }
            case ClusterMessage.Refused refused -> {
                out.id(refused.tessera());
                out.bool(refused.forEver());
                out.failure(refused.failure());
            }
            case ClusterMessage.Find find -> {
                out.i64(find.request());
                out.text(find.name());
            }
            case ClusterMessage.Found found -> {
                out.i64(found.request());
                ClusterMessage.Named named = found.named();
                out.bool(named != null);
                if (named != null) {
                    named(named);
                }
            }
            case ClusterMessage.Lease lease -> out.i32(lease.wanted());
            case ClusterMessage.Leased leased -> {
                out.list(leased.workers(), out::i64);
                out.i32(leased.coming());
            }
            case ClusterMessage.Ended ended -> {
                out.id(ended.tessera());
                out.bool(ended.forGood());
            }
            case ClusterMessage.Exited exited -> {
                out.i64(exited.instance());
                out.text(exited.reason());
            }
            case ClusterMessage.Output output -> {
                out.text(output.uid());
                out.bool(output.error());
                out.bytes(output.lines().getBytes(StandardCharsets.UTF_8));
            }
            case ClusterMessage.Shutdown shutdown -> out.text(shutdown.reason());
            case ClusterMessage.Who who -> out.i64(who.instance());
            case ClusterMessage.Enrol enrol -> out.u8(enrol.kind().ordinal());
            case ClusterMessage.Enrolled enrolled -> out.i32(enrolled.number());
            case ClusterMessage.Staff staff -> {
                member(staff.program());
                out.i32(staff.workers());
            }
            case ClusterMessage.Equip equip -> {
                member(equip.program());
                out.i64(equip.ticket());
                out.i32(equip.devices());
            }
            case ClusterMessage.Book book -> {
                out.id(book.reservation());
                out.list(book.bundles(), bundle -> ClaimLayout.write(out, bundle));
                out.bool(book.spread());
                texts(book.nodes());
            }
            case ClusterMessage.Booked booked -> {
                out.id(booked.reservation());
                texts(booked.nodes());
            }
            case ClusterMessage.Survey survey -> out.i64(survey.request());
            case ClusterMessage.Surveyed surveyed -> {
                out.i64(surveyed.request());
                out.list(surveyed.units(), this::load);
                out.list(surveyed.demand(), this::demand);
            }
            case ClusterMessage.Query query -> {
                out.i64(query.request());
                out.text(query.path());
            }
            case ClusterMessage.QueryResult result -> {
                out.i64(result.request());
                out.i32(result.status());
                out.payload(result.body());
            }
        }
    }

    private void texts(List<String> texts) {
        out.list(texts, out::text);
    }

    private void load(ClusterMessage.UnitLoad load) {
        member(load.unit());
        out.i32(load.tesserae());
        out.i32(load.queued());
        out.i32(load.running());
        ClaimLayout.write(out, load.used());
    }

    private void demand(Demand demand) {
        ClaimLayout.write(out, demand.needs());
        out.i32(demand.count());
        out.i64(demand.waitingNanos());
        out.text(demand.reason());
    }

    private void place(ClusterMessage.Place place) {
        out.id(place.tessera());
        out.text(place.className());
        out.i64(place.signature());
        out.text(place.name());
        out.i64(place.wish());
        ClaimLayout.write(out, place.claim());
    }

    private void members(List<Member> members) {
        out.list(members, this::member);
    }

    /** All that were lost, the first first. */
    private void losses(List<ClusterMessage.Loss> losses) {
        out.count(losses.size());
        for (ClusterMessage.Loss loss : losses) {
            out.i64(loss.instance());
            out.text(loss.reason());
        }
    }

    private void member(Member member) {
        out.text(member.uid());
        out.i64(member.instance());
        out.u8(member.kind().ordinal());
        out.text(member.endpoint());
        out.text(member.node());
        out.u16(member.permits());
        out.i64(member.program());
        ClaimLayout.write(out, member.offers());
        texts(member.gpus());
    }

    private void named(ClusterMessage.Named named) {
        out.text(named.name());
        out.id(named.tessera());
        out.i64(named.worker());
        out.text(named.className());
        out.i64(named.signature());
    }

    static ClusterMessage read(MessageType type, MessageReader in) throws MessageFormatException {
        return switch (type) {
            case HELLO ->
                new ClusterMessage.Hello(
                        member(in),
                        in.i32(),
                        in.list(in.count(), 36, ClusterLayout::named),
                        losses(in),
                        members(in),
                        in.list(
                                in.count(),
                                19,
                                reader -> new ClusterMessage.Hosted(
                                        reader.id(), reader.text(), ClaimLayout.claim(reader))),
                        in.i64(),
                        in.bool());
            case MEMBERS -> new ClusterMessage.Members(in.i64(), members(in), losses(in));
            case HEARTBEAT ->
                new ClusterMessage.Heartbeat(
                        in.i32(), in.i32(), in.i32(), new TaskBacklog(in.i32(), in.i64()), in.i64(), in.i64());
            case PLACE -> place(in);
            case REPLACE -> new ClusterMessage.Replace(in.i64(), in.i64(), place(in));
            case PASSIVE -> new ClusterMessage.Passive(in.i64(), named(in));
            case RUNNING -> new ClusterMessage.Running(in.list(in.u16(), 8, MessageReader::i64));
            case LOOK -> new ClusterMessage.Look(in.i64());
            case LOOKED -> new ClusterMessage.Looked(in.i64(), in.i64());
            case HOSTING -> new ClusterMessage.Hosting(named(in), ClaimLayout.claim(in));
            case DRAIN -> new ClusterMessage.Drain(in.i64(), in.i64());
            case PLACED -> new ClusterMessage.Placed(in.id(), in.i64());
            case REFUSED -> new ClusterMessage.Refused(in.id(), in.bool(), in.failure());
            case FIND -> new ClusterMessage.Find(in.i64(), in.text());
            case FOUND -> new ClusterMessage.Found(in.i64(), in.bool() ? named(in) : null);
            case LEASE -> new ClusterMessage.Lease(in.i32());
            case LEASED -> new ClusterMessage.Leased(in.list(in.count(), 8, MessageReader::i64), in.i32());
            case ENDED -> new ClusterMessage.Ended(in.id(), in.bool());
            case EXITED -> new ClusterMessage.Exited(in.i64(), in.text());
            case OUTPUT ->
                new ClusterMessage.Output(in.text(), in.bool(), new String(in.bytes(), StandardCharsets.UTF_8));
            case SHUTDOWN -> new ClusterMessage.Shutdown(in.text());
            case WHO -> new ClusterMessage.Who(in.i64());
            case ENROL -> new ClusterMessage.Enrol(in.oneOf(Member.Kind.values(), "kind of member"));
            case ENROLLED -> new ClusterMessage.Enrolled(in.i32());
            case STAFF -> new ClusterMessage.Staff(member(in), in.i32());
            case EQUIP -> new ClusterMessage.Equip(member(in), in.i64(), in.i32());
            case BOOK ->
                new ClusterMessage.Book(in.id(), in.list(in.count(), 1, ClaimLayout::resources), in.bool(), texts(in));
            case BOOKED -> new ClusterMessage.Booked(in.id(), texts(in));
            case SURVEY -> new ClusterMessage.Survey(in.i64());
            case SURVEYED ->
                new ClusterMessage.Surveyed(
                        in.i64(),
                        in.list(in.count(), 41, ClusterLayout::load),
                        in.list(in.count(), 15, ClusterLayout::demand));
            case QUERY -> new ClusterMessage.Query(in.i64(), in.text());
            case QUERY_RESULT -> new ClusterMessage.QueryResult(in.i64(), in.i32(), in.payload());
            default -> throw new MessageFormatException("type=" + type + " is not about the cluster");
        };
    }

    private static List<String> texts(MessageReader in) throws MessageFormatException {
        return in.list(in.count(), 2, MessageReader::text);
    }

    private static ClusterMessage.UnitLoad load(MessageReader in) throws MessageFormatException {
        return new ClusterMessage.UnitLoad(member(in), in.i32(), in.i32(), in.i32(), ClaimLayout.resources(in));
    }

    private static Demand demand(MessageReader in) throws MessageFormatException {
        return new Demand(ClaimLayout.resources(in), in.i32(), in.i64(), in.text());
    }

    private static ClusterMessage.Place place(MessageReader in) throws MessageFormatException {
        return new ClusterMessage.Place(in.id(), in.text(), in.i64(), in.text(), in.i64(), ClaimLayout.claim(in));
    }

    private static List<Member> members(MessageReader in) throws MessageFormatException {
        return in.list(in.count(), 25, ClusterLayout::member);
    }

    private static List<ClusterMessage.Loss> losses(MessageReader in) throws MessageFormatException {
        return in.list(in.count(), 10, reader -> new ClusterMessage.Loss(reader.i64(), reader.text()));
    }

    private static Member member(MessageReader in) throws MessageFormatException {
        return new Member(
                in.text(),
                in.i64(),
                in.oneOf(Member.Kind.values(), "kind of member"),
                in.text(),
                in.text(),
                in.u16(),
                in.i64(),
                ClaimLayout.resources(in),
                texts(in));
    }

    private static ClusterMessage.Named named(MessageReader in) throws MessageFormatException {
        return new ClusterMessage.Named(in.text(), in.id(), in.i64(), in.text(), in.i64());
    }
}
