package dev.mosaic.bench;

import java.util.Locale;

/** What is measured, by the names that all peers share. */
enum Workload {
    ACTOR_CALL_SYNC("calls/s", Better.HIGHER),
    ACTOR_CALL_ASYNC("calls/s", Better.HIGHER),
    ACTOR_FANOUT_ASYNC_2("calls/s", Better.HIGHER),
    ACTOR_FANOUT_ASYNC_8("calls/s", Better.HIGHER),
    ACTOR_NN_ASYNC_2X2("calls/s", Better.HIGHER),
    TASK_SYNC("tasks/s", Better.HIGHER),
    TASK_ASYNC("tasks/s", Better.HIGHER),
    TASK_ASYNC_BATCHED("tasks/s", Better.HIGHER),
    PUT_SMALL_1KB("calls/s", Better.HIGHER),
    GET_SMALL_1KB("calls/s", Better.HIGHER),
    PUT_100MB("GB/s", Better.HIGHER),
    GET_100MB("GB/s", Better.HIGHER),
    GET_100MB_LATENCY("ms", Better.LOWER),
    GET_CACHED_100MB_LATENCY("ms", Better.LOWER),
    PUT_1GB("GB/s", Better.HIGHER),
    GET_1GB("GB/s", Better.HIGHER),
    GET_1GB_LATENCY("ms", Better.LOWER),
    GET_CACHED_1GB_LATENCY("ms", Better.LOWER),
    BROADCAST_100MB_2("ms", Better.LOWER),
    PUT_100MB_BYTES("GB/s", Better.HIGHER),
    GET_100MB_BYTES("GB/s", Better.HIGHER),
    ACTOR_ARG_1MB("MB/s", Better.HIGHER),
    ACTOR_ARG_10MB("MB/s", Better.HIGHER),
    ACTOR_RESULT_1MB("MB/s", Better.HIGHER),
    ACTOR_RESULT_10MB("MB/s", Better.HIGHER),
    CHAIN_1ACTOR("steps/s", Better.HIGHER),
    CHAIN_2ACTORS("steps/s", Better.HIGHER),
    CHAIN_2ACTORS_1MB("steps/s", Better.HIGHER),
    PARAM_SERVER_SHARDED("s", Better.LOWER),
    MAPREDUCE_MAP_100("ms", Better.LOWER),
    MAPREDUCE_REDUCE_CHAIN_100("ms", Better.LOWER),
    MAPREDUCE_REDUCE_TREE_100("ms", Better.LOWER),
    COUNTERS_CREATE_CALL_4("ms", Better.LOWER),
    GRAD_BATCH_MAKESPAN("s", Better.LOWER),
    GRAD_BATCH_EFFICIENCY("%", Better.HIGHER),
    STARTUP_FIRST_RESULT("s", Better.LOWER),
    IDLE_RSS("MB", Better.LOWER),
    IDLE_PSS("MB", Better.LOWER),
    FAILURE_NOKILL("s", Better.LOWER),
    FAILURE_KILL("s", Better.LOWER),
    FAILURE_OVERHEAD("s", Better.LOWER),
    FAILURE_LOST("results", Better.LOWER);

    /** Which figures are good ones. */
    enum Better {
        HIGHER,
        LOWER;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final String unit;
    private final Better better;

    Workload(String unit, Better better) {
        this.unit = unit;
        this.better = better;
    }

    String unit() {
        return unit;
    }

    Better better() {
        return better;
    }

    /** As it stands in the lines. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
