#!/usr/bin/env python3
"""The workloads of ParallelStyles.java in the styles of Python: peers.py mp|joblib|dask|ray TEXT_FILE [WORKLOAD..]

Prints a JSON line for each workload. Two worker processes each.
"""

import json
import os
import sys
import time
from collections import Counter

import numpy as np

WORKERS = 2
SMALL, LONG, LEAVES, NODES, BLOCK = 100_000, 400, 100, 5_000, 64 << 20
REPS = 5


def square(x):
    return x * x


def spin(x):
    end = time.perf_counter() + 0.01
    while time.perf_counter() < end:
        pass
    return x


def ones(_):
    return np.ones(125_000)


def add(a, b):
    return a + b


def blocks(path):
    size = os.path.getsize(path)
    return [(path, at, min(size, at + BLOCK)) for at in range(0, size, BLOCK)]


def words(block):
    """Of the lines that begin in the block."""
    path, begin, end = block
    with open(path, "rb") as file:
        if begin:
            file.seek(begin - 1)
            file.readline()
        text = file.read(end - file.tell()) + file.readline() if file.tell() < end else b""
    return Counter(text.decode().split())


def merge(a, b):
    a.update(b)
    return a


def tree(items, join):
    while len(items) > 1:
        nxt = [join(items[i], items[i + 1]) for i in range(0, len(items) - 1, 2)]
        items = nxt + items[len(items) - len(items) % 2:]
    return items[0]


class Mp:
    def __init__(self):
        import multiprocessing
        self.pool = multiprocessing.Pool(WORKERS)

    def pool_map_small(self):
        return sum(self.pool.map(square, range(SMALL)))

    def pool_map_10ms(self):
        return len(self.pool.map(spin, range(LONG)))

    def tree_reduce_100x1mb(self):  # no futures: what is added comes to the driver
        return tree(self.pool.map(ones, range(LEAVES)), add)[0]

    def word_frequencies_1gb(self, path):
        return tree(self.pool.map(words, blocks(path), chunksize=1), merge)


class Joblib:
    def __init__(self):
        import joblib
        self.parallel, self.delayed = joblib.Parallel(n_jobs=WORKERS), joblib.delayed

    def map(self, f, xs):
        return self.parallel(self.delayed(f)(x) for x in xs)

    def pool_map_small(self):
        return sum(self.map(square, range(SMALL)))

    def pool_map_10ms(self):
        return len(self.map(spin, range(LONG)))

    def tree_reduce_100x1mb(self):
        return tree(self.map(ones, range(LEAVES)), add)[0]

    def word_frequencies_1gb(self, path):
        return tree(self.map(words, blocks(path)), merge)


class Dask:
    def __init__(self):
        import dask
        import dask.bag
        from distributed import Client, LocalCluster
        self.dask, self.bag = dask, dask.bag
        self.client = Client(LocalCluster(n_workers=WORKERS, threads_per_worker=1, dashboard_address=None))

    def pool_map_small(self):  # in partitions, its faster way
        return sum(self.bag.from_sequence(range(SMALL), npartitions=4 * WORKERS).map(square).compute())

    def pool_map_10ms(self):
        return len(self.client.gather(self.client.map(spin, range(LONG), pure=False)))

    def tree_reduce_100x1mb(self):
        leaves = [self.dask.delayed(ones)(i) for i in range(LEAVES)]
        return tree(leaves, self.dask.delayed(add)).compute()[0]

    def graph_9999(self):
        leaves = [self.dask.delayed(square)(1) for _ in range(NODES)]
        return tree(leaves, self.dask.delayed(add)).compute()

    def word_frequencies_1gb(self, path):
        return dict(self.bag.read_text(path, blocksize=BLOCK).str.split().flatten().frequencies().compute())


class Ray:
    def __init__(self):
        import ray
        from ray.util.multiprocessing import Pool
        ray.init(num_cpus=WORKERS, include_dashboard=False, logging_level="ERROR")
        self.ray, self.pool = ray, None
        self.make_pool = Pool
        self.square, self.ones, self.add = ray.remote(square), ray.remote(ones), ray.remote(add)
        self.words, self.merge = ray.remote(words), ray.remote(merge_copy)

    def pooled(self):
        if self.pool is None:
            self.pool = self.make_pool(WORKERS)
        return self.pool

    def pool_map_small(self):
        return sum(self.pooled().map(square, range(SMALL)))

    def pool_map_10ms(self):
        return len(self.pooled().map(spin, range(LONG)))

    def free(self):
        if self.pool is not None:
            self.pool.terminate()
            self.pool.join()
            self.pool = None

    def tree_reduce_100x1mb(self):
        return self.ray.get(tree([self.ones.remote(i) for i in range(LEAVES)], self.add.remote))[0]

    def graph_9999(self):
        return self.ray.get(tree([self.square.remote(1) for _ in range(NODES)], self.add.remote))

    def word_frequencies_1gb(self, path):
        return self.ray.get(tree([self.words.remote(b) for b in blocks(path)], self.merge.remote))


def merge_copy(a, b):
    return a + b


WORKLOADS = ["pool_map_small", "pool_map_10ms", "tree_reduce_100x1mb", "graph_9999", "word_frequencies_1gb"]
EXPECTED = {"pool_map_small": sum(x * x for x in range(SMALL)), "pool_map_10ms": LONG, "tree_reduce_100x1mb": LEAVES, "graph_9999": NODES}


def main():
    name, path, *wanted = sys.argv[1:]
    peer = {"mp": Mp, "joblib": Joblib, "dask": Dask, "ray": Ray}[name]()
    for workload in wanted or WORKLOADS:
        body = getattr(peer, workload, None)
        if body is None:
            continue
        if workload == "tree_reduce_100x1mb" and isinstance(peer, Ray):
            peer.free()
        heavy = workload == "word_frequencies_1gb"
        seconds = []
        for _ in range(2 if heavy else REPS + 1):
            begun = time.perf_counter()
            result = body(path) if heavy else body()
            seconds.append(round(time.perf_counter() - begun, 4))
            if heavy:
                assert sum(result.values()) == int(os.environ["WORDS"]), sum(result.values())
            else:
                assert result == EXPECTED[workload], (workload, result)
        print(json.dumps({"peer": name, "workload": workload, "first": seconds[0], "seconds": seconds[1:]}), flush=True)


if __name__ == "__main__":
    main()
