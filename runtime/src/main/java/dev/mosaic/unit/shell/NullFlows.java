package dev.mosaic.unit.shell;

import dev.mosaic.invoke.Member;
import dev.mosaic.invoke.MethodTable;
import dev.mosaic.invoke.OtherCalls;
import dev.mosaic.invoke.Served;
import dev.mosaic.message.StreamMessage;
import dev.mosaic.unit.mailbox.Run;
import org.jspecify.annotations.Nullable;

/** Methods that return null in the place of a flow. A promise may be null, as a value may; of a flow nobody knows then whether items come. */
final class NullFlows {
    private NullFlows() {}

    /**
     * Refuses the null that a call of that object returned.
     *
     * @param target null for a stateless task
     * @throws NullPointerException where the method gives a flow
     */
    static void refuse(Run run, @Nullable Object target) {
        if (target != null
                && !(target instanceof Served)
                && run.item() instanceof StreamMessage.Call call
                && call.method() < OtherCalls.FUNCTION) {
            Member member = MethodTable.of(target.getClass()).members().get(call.method());
            if (member.isFlow()) {
                throw new NullPointerException(target.getClass().getName() + "." + member.name()
                        + " returned null in place of a Multi: return Multi.createFrom().empty()");
            }
        }
    }
}
