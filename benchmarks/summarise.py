#!/usr/bin/env python3
"""Makes a Markdown page of the JSON lines of benchmarks/run: medians, ratios and the gates.

A ratio is taken within each round, where both sides met the same machine; then the median over the rounds.

    summarise.py RESULTS.jsonl [PAGE.md]
"""

import json
import statistics
import sys
from pathlib import Path

CONTENDERS = [
    ("mosaic", "tcp"), ("jeromq", "tcp"), ("libzmq", "tcp"), ("raw_java", "tcp"),
    ("mosaic", "unix"), ("libzmq", "unix"), ("raw_java", "unix"),
]
# CPUs that the two processes were pinned to.
ONE_CPU, TWO_CPUS, ANY = "0/0", "0/1", "any/any"

# Title, workload, CPUs, how a figure is written.
TABLE = [
    ("100 B one way, handed to another thread, a CPU per process, M messages/s",
     "small_rate_handoff", TWO_CPUS, lambda v: f"{v / 1e6:.2f}"),
    ("the same, not pinned", "small_rate_handoff", ANY, lambda v: f"{v / 1e6:.2f}"),
    ("100 B one way, read in place, a CPU per process, M messages/s",
     "small_rate_in_place", TWO_CPUS, lambda v: f"{v / 1e6:.2f}"),
    ("100 B to and fro on one CPU, us", "round_trip", ONE_CPU, lambda v: f"{v:.1f}"),
    ("the same, 99th percentile", "round_trip_p99", ONE_CPU, lambda v: f"{v:.1f}"),
    ("100 B to and fro across two CPUs, us", "round_trip", TWO_CPUS, lambda v: f"{v:.1f}"),
    ("the same, 99th percentile", "round_trip_p99", TWO_CPUS, lambda v: f"{v:.1f}"),
    ("10 MB one way, GB/s", "bulk_10mb", ANY, lambda v: f"{v:.2f}"),
    ("allocated per message sent, B", "alloc_small_rate_in_place_drive", TWO_CPUS, lambda v: f"{v:.2f}"),
    ("allocated per message received in place, B", "alloc_small_rate_in_place_serve", TWO_CPUS, lambda v: f"{v:.2f}"),
    ("allocated per message handed over, B", "alloc_small_rate_handoff_serve", TWO_CPUS, lambda v: f"{v:.2f}"),
    ("allocated per question, asking side, B", "alloc_round_trip_drive", ONE_CPU, lambda v: f"{v:.2f}"),
    ("allocated per question, answering side, B", "alloc_round_trip_serve", ONE_CPU, lambda v: f"{v:.2f}"),
    ("allocated per 10 MB sent, B", "alloc_bulk_10mb_drive", ANY, lambda v: f"{v:.0f}"),
    ("allocated per 10 MB received, B", "alloc_bulk_10mb_serve", ANY, lambda v: f"{v:.0f}"),
]

# What is promised, workload, CPUs, transport, beside whom, "min" or "max", bound of the ratio.
RATIO_GATES = [
    ("small messages beside JeroMQ, TCP, a CPU per process", "small_rate_handoff", TWO_CPUS, "tcp", "jeromq", "min", 5.0),
    ("round trip beside raw Java, TCP, one CPU", "round_trip", ONE_CPU, "tcp", "raw_java", "max", 1.5),
    ("round trip beside raw Java, TCP, two CPUs", "round_trip", TWO_CPUS, "tcp", "raw_java", "max", 1.5),
    ("round trip beside raw Java, unix, one CPU", "round_trip", ONE_CPU, "unix", "raw_java", "max", 1.5),
    ("round trip beside raw Java, unix, two CPUs", "round_trip", TWO_CPUS, "unix", "raw_java", "max", 1.5),
    ("10 MB beside libzmq, TCP", "bulk_10mb", ANY, "tcp", "libzmq", "min", 1.0),
    ("10 MB beside libzmq, unix", "bulk_10mb", ANY, "unix", "libzmq", "min", 1.0),
]

# Less than this is nothing: a timer, a heartbeat and the watching itself allocate a little over millions of messages.
NOTHING_BYTES = 0.1
ALLOCATION_GATES = [
    ("sending small messages", "alloc_small_rate_in_place_drive", TWO_CPUS),
    ("receiving small messages in place", "alloc_small_rate_in_place_serve", TWO_CPUS),
    ("asking", "alloc_round_trip_drive", ONE_CPU),
    ("answering", "alloc_round_trip_serve", ONE_CPU),
]


def read(path):
    """The facts, and {(peer, transport, workload, cpus): {round: value}}."""
    facts, figures, loads, broken = {}, {}, [], []
    for text in Path(path).read_text(encoding="utf-8").splitlines():
        line = json.loads(text)
        if "facts" in line:
            facts = line["facts"]
        elif line["value"] is None:
            broken.append("{peer} {transport} {workload} {cpus}, round {round}".format(**line))
        else:
            key = (line["peer"], line["transport"], line["workload"], line["cpus"])
            figures.setdefault(key, {})[line["round"]] = line["value"]
            loads.append(line["load1"])
    return facts, figures, loads, broken


def table(figures):
    used = [c for c in CONTENDERS if any(key[:2] == c for key in figures)]
    yield "| | " + " | ".join(f"{peer} {transport}" for peer, transport in used) + " |"
    yield "|---" * (len(used) + 1) + "|"
    for title, workload, cpus, written in TABLE:
        cells = [figures.get((*c, workload, cpus)) for c in used]
        if any(cells):
            yield f"| {title} | " + " | ".join(spread(cell, written) for cell in cells) + " |"


def spread(by_round, written):
    """Median over rounds, with the least and the most."""
    if not by_round:
        return ""
    values = list(by_round.values())
    middle = written(statistics.median(values))
    return middle if len(values) == 1 else f"{middle} ({written(min(values))}-{written(max(values))})"


def gates(figures):
    yield "| gate | wanted | ratio or figure | by round | verdict |"
    yield "|---|---|---|---|---|"
    for title, workload, cpus, transport, other, kind, bound in RATIO_GATES:
        ours = figures.get(("mosaic", transport, workload, cpus), {})
        theirs = figures.get((other, transport, workload, cpus), {})
        ratios = [ours[r] / theirs[r] for r in sorted(ours) if r in theirs]
        wanted = f"{'at least' if kind == 'min' else 'at most'} {bound:g} x"
        yield row(title, wanted, ratios, "{:.2f}", lambda v, k=kind, b=bound: v >= b if k == "min" else v <= b)
    for transport in ("tcp", "unix"):
        for title, workload, cpus in ALLOCATION_GATES:
            by_round = figures.get(("mosaic", transport, workload, cpus), {})
            values = [by_round[r] for r in sorted(by_round)]
            yield row(f"bytes allocated {title}, {transport}", "0", values, "{:.3f}", lambda v: v < NOTHING_BYTES)


def row(title, wanted, values, form, holds):
    if not values:
        return f"| {title} | {wanted} | | | not measured |"
    middle = statistics.median(values)
    rounds = ", ".join(form.format(v) for v in values)
    return f"| {title} | {wanted} | {form.format(middle)} | {rounds} | {'PASS' if holds(middle) else 'MISS'} |"


def page(path):
    facts, figures, loads, broken = read(path)
    rounds = max((max(by_round) for by_round in figures.values()), default=0)
    yield f"# The mesh, measured on {facts.get('date', 'an unknown day')}"
    yield ""
    yield f"`{facts.get('command')}` at commit {facts.get('commit')}; {rounds} round(s), all contenders in turn in each."
    yield (f"{facts.get('cpu')}, {facts.get('cores')} cores, {facts.get('kernel')}, JDK {facts.get('jdk')}; load average "
           f"{facts.get('load1')} before, {min(loads, default=0):.1f}-{max(loads, default=0):.1f} during the run.")
    yield "Median over the rounds, with the least and the most. Two processes; how each was driven is in the `note` of its lines."
    yield ""
    yield from table(figures)
    yield ""
    yield "## Gates"
    yield ""
    yield "Ratios are taken within each round, then their median."
    yield ""
    yield from gates(figures)
    if broken:
        yield ""
        yield "Ended early: " + "; ".join(broken) + "."


def main():
    text = "\n".join(page(sys.argv[1])) + "\n"
    if len(sys.argv) > 2:
        Path(sys.argv[2]).write_text(text, encoding="utf-8")
    sys.stdout.write(text)


if __name__ == "__main__":
    main()
