package dev.mosaic.unit.shell;

class MemoryUnitShellTest extends UnitShellSuite {
    @Override
    TestCluster open(int workers, int permits) {
        return TestCluster.inMemory(workers, permits);
    }
}
