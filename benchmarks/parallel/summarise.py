#!/usr/bin/env python3
"""A table of the lines of benchmarks/parallel/run: medians of warm repetitions in seconds, and how many times Mosaic's that is, by rounds."""

import json
import statistics
import sys

rows, order = {}, []
for line in open(sys.argv[1]):
    row = json.loads(line)
    rows.setdefault(row["workload"], {}).setdefault(row["peer"], []).append(row)
    if row["workload"] not in order:
        order.append(row["workload"])
peers = ["mosaic", "mp", "joblib", "dask", "ray"]
print("| workload | " + " | ".join(peers) + " |\n|---|" + "---|" * len(peers))
for workload in order:
    of = rows[workload]
    own = [statistics.median(each["seconds"]) for each in of.get("mosaic", [])]
    cells = []
    for peer in peers:
        if peer not in of:
            cells.append("")
            continue
        medians = [statistics.median(each["seconds"]) for each in of[peer]]
        first = statistics.median(each["first"] for each in of[peer])
        cell = f"{statistics.median(medians):.3f} s (first {first:.2f})"
        if peer != "mosaic" and own:
            cell += f", {statistics.median(theirs / ours for theirs, ours in zip(medians, own)):.1f}x"
        cells.append(cell)
    print(f"| {workload} | " + " | ".join(cells) + " |")
