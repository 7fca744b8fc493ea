package dev.mosaic.mesh.socket;

import dev.mosaic.mesh.MeshOptions;
import dev.mosaic.mesh.zmtp.Metadata;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who is let in. Where two units dial each other at once, the unit of the lower uid decides: it refuses the other's link
 * while it dials itself, so exactly one of the two links stays, and nothing was sent on the other.
 *
 * <p><b>Threading:</b> carried work of the control driver.
 */
final class Admission {
    private final MeshOptions options;
    private final Map<String, SocketPeer> peers;
    private long strangers;

    Admission(MeshOptions options, Map<String, SocketPeer> peers) {
        this.options = options;
        this.peers = peers;
    }

    /** Why the link is refused, or null; then {@link Link#introduction} says who it is. */
    @Nullable String refusal(Link link, Metadata metadata) {
        String refusal = Introduction.refusal(options, metadata, link.vouching());
        if (refusal != null) {
            return refusal;
        }
        Introduction who = Introduction.read(metadata);
        Lane dialledFor = link.dialledFor();
        refusal = dialledFor != null ? wrongAnswer(dialledFor, who) : unwanted(who);
        if (refusal == null) {
            link.answer();
            link.introduced(named(who, dialledFor));
        }
        return refusal;
    }

    private @Nullable String wrongAnswer(Lane lane, Introduction who) {
        String expected = lane.peer().identity().uid();
        return who.protocol() > 0 && !expected.equals(who.uid())
                ? "expected " + expected + ", found " + who.uid()
                : null;
    }

    private @Nullable String unwanted(Introduction who) {
        String self = options.identity().uid();
        String uid = who.uid();
        if (uid == null) {
            return null;
        }
        if (uid.equals(self)) {
            return "uid " + uid + " is this unit's own";
        }
        SocketPeer known = peers.get(uid);
        if (who.lane() == LaneKind.BULK && (known == null || !known.isUp(who.instance()))) {
            return "bulk lane without a control lane";
        }
        if (known != null && known.isUp() && known.identity().isMosaic() && who.protocol() == 0) {
            return "the name " + uid + " is a unit's";
        }
        boolean decides = who.protocol() > 0 && self.compareTo(uid) < 0;
        boolean same = known != null
                && (known.identity().instance() == who.instance()
                        || known.identity().instance() == 0);
        return decides && same && known != null && known.lane(who.lane()).isDialledFromHere()
                ? Introduction.DUPLICATE
                : null;
    }

    private Introduction named(Introduction who, @Nullable Lane dialledFor) {
        if (dialledFor != null) {
            return new Introduction(
                    dialledFor.peer().identity().uid(), who.instance(), who.protocol(), dialledFor.kind());
        }
        return who.uid() != null ? who : new Introduction(nextStranger(), who.instance(), who.protocol(), who.lane());
    }

    private String nextStranger() {
        String name = "peer:" + strangers++;
        while (peers.containsKey(name)) {
            name = "peer:" + strangers++;
        }
        return name;
    }
}
