package dev.mosaic.simulation;

import dev.mosaic.message.Member;

/** A process that the monitor knows as a member. */
abstract class MemberProcess extends LivingProcess {
    private final Member member;

    MemberProcess(World world, Member member) {
        super(world, member.uid(), member.instance());
        this.member = member;
    }

    final Member member() {
        return member;
    }

    /** What is open, for the end: 0 when all is over. */
    abstract long open();

    abstract String describe();
}
