package dev.mosaic.unit.shell;

class MemoryFlowTest extends FlowSuite {
    @Override
    TestCluster open(int workers, int permits) {
        return TestCluster.inMemory(workers, permits);
    }
}
