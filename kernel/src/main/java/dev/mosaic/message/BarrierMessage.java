package dev.mosaic.message;

import java.util.List;

/**
 * What the units of a program say to each other so that one of them learns when all tasks of the program have ended.
 *
 * <p>Each task has an era: how many barriers its unit knew to have begun when it was made, and of a task that another task makes, the
 * era of that one. A barrier begins an era, and waits for the tasks of those before.
 */
public sealed interface BarrierMessage extends UnitMessage {
    /**
     * Have all tasks ended that you made before that era? The answer comes when they have, when there is something to say about {@code
     * excluded}, or after a while.
     *
     * <pre>
     *   i64 request, i32 round, i32 era, i64 roster, u16 count of Id excluded
     * </pre>
     *
     * @param request names the barrier, among those of the unit that asks
     * @param round counted from 1; a barrier asks until two rounds in a row found nothing
     * @param era the one that the barrier began
     * @param roster a sum over the units of the program that the asker knows
     * @param excluded tasks that are not waited for: those that the asking code is part of, and what waits for those
     */
    record Quiesce(long request, int round, int era, long roster, List<Id> excluded) implements BarrierMessage {
        public Quiesce {
            excluded = List.copyOf(excluded);
        }

        @Override
        public MessageType type() {
            return MessageType.QUIESCE;
        }
    }

    /**
     * The answer of one unit.
     *
     * <pre>
     *   i64 request, i32 round, i64 open, i64 made, u16 count of Id excluded, u16 count of i64 unit, i32 era
     * </pre>
     *
     * @param open tasks of earlier eras that it made, that have not ended and are not excluded
     * @param made tasks of earlier eras that it ever made
     * @param excluded tasks that are not to be waited for either
     * @param units those of the program that it knows, where the rosters differ
     * @param era the one that it was in when it heard of the question: a barrier that began the same one, or an earlier one, has to go on with a
     *     newer one, since its own tasks of that era may have been made before
     */
    record Quiet(long request, int round, long open, long made, List<Id> excluded, List<Long> units, int era)
            implements BarrierMessage {
        public Quiet {
            excluded = List.copyOf(excluded);
            units = List.copyOf(units);
        }

        @Override
        public MessageType type() {
            return MessageType.QUIET;
        }
    }
}
