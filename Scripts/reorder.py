"""Puts functions of a WebAssembly module that have much in common side by side: gzip looks back 32 kB only.

usage: python3 Scripts/reorder.py IN.wat OUT.wat     texts as wasm-opt -S writes them
"""
import collections
import re
import sys
import zlib

# Calls name one of the first 128 functions with one byte, all others with two.
SHORT = 128
# What functions have in common are runs of so many instructions, in at most so many of them.
RUN, SHARED = 5, 200
# Each function is the one that has most in common with the last so many.
NEAR = 16


def runs(function):
    """The runs of instructions, with their constants and without the numbers of locals."""
    text = re.sub(r"local\.(get|set|tee) \$\d+", r"local.\1", function)
    found = re.findall(r"\(([a-z0-9_.]+(?: offset=\d+| \$[^\s)]+| -?\d+)?)", text)[1:]
    return {zlib.crc32(" ".join(found[start:start + RUN]).encode()) for start in range(max(1, len(found) - RUN))}


def ordered(functions):
    calls = collections.Counter(name for function in functions for name in re.findall(r"\(call \$(\S+)", function))
    often = collections.Counter({
        number: calls[re.match(r" \(func \$(\S+)", function).group(1)] for number, function in enumerate(functions)})
    order = [number for number, _ in often.most_common(SHORT)]
    rest = sorted(set(range(len(functions))) - set(order), reverse=True)

    all_runs = [runs(function) for function in functions]
    holders = collections.defaultdict(list)
    for number, own in enumerate(all_runs):
        for run in own:
            holders[run].append(number)
    done = set(order)
    while rest:
        common = collections.Counter(
            number for last in order[-NEAR:] for run in all_runs[last] if len(holders[run]) <= SHARED
            for number in holders[run] if number not in done)
        shares = {number: count / (12 + len(all_runs[number])) for number, count in common.items()}
        best = max(shares, key=lambda number: (shares[number], -number), default=None)
        if best is None or shares[best] < 0.05:
            while rest and rest[-1] in done:
                rest.pop()
            if not rest:
                break
            best = rest.pop()
        done.add(best)
        order.append(best)
    return [functions[number] for number in order]


def main(source, target):
    with open(source, encoding="utf-8", errors="surrogateescape") as file:
        head, *functions = re.split(r"(?m)^(?= \(func )", file.read())
    # Behind the last function may be more.
    end = re.search(r"\n \)\n", functions[-1]).end()
    functions[-1], tail = functions[-1][:end], functions[-1][end:]
    with open(target, "w", encoding="utf-8", errors="surrogateescape") as file:
        file.writelines([head, *ordered(functions), tail])


if __name__ == "__main__":
    main(*sys.argv[1:])
