"""Puts functions of a WebAssembly module that share much code next to each other, because gzip looks back only 32 kB.

usage: python3 Scripts/reorder.py IN.wat OUT.wat     texts as wasm-opt -S writes them
"""
import collections
import re
import sys
import zlib

# A call of one of the first 128 functions names it with one byte, any other with two.
SHORT = 128
# The number of instructions in a run, and the maximum number of functions that a run is counted for. A run that more
# functions share doesn't show that they are similar.
RUN, SHARED = 5, 200
# The next function is the one that shares most runs with the last NEAR functions, if it shares at least this part.
NEAR, LEAST = 16, 0.05


def runs(function):
    """The runs of instructions, with their constants and without the numbers of locals."""
    text = re.sub(r"local\.(get|set|tee) \$\d+", r"local.\1", function)
    found = re.findall(r"\(([a-z0-9_.]+(?: offset=\d+| \$[^\s)]+| -?\d+)?)", text)[1:]
    return {zlib.crc32(" ".join(found[start:start + RUN]).encode()) for start in range(max(1, len(found) - RUN + 1))}


def ordered(functions):
    calls = collections.Counter(name for function in functions for name in re.findall(r"\(call \$(\S+)", function))
    names = [re.match(r" \(func \$(\S+)", function).group(1) for function in functions]
    own_runs = [runs(function) for function in functions]
    holders = collections.defaultdict(list)
    for number, own in enumerate(own_runs):
        for run in own:
            holders[run].append(number)

    order = sorted(range(len(functions)), key=lambda number: -calls[names[number]])[:SHORT]
    often = set(order)
    # A dictionary, because what is in it keeps its order.
    rest = dict.fromkeys(number for number in range(len(functions)) if number not in often)
    # The number of runs that each function shares with the last ones.
    common = collections.Counter()

    def count(last, step):
        for run in own_runs[last]:
            if len(holders[run]) <= SHARED:
                for number in holders[run]:
                    common[number] += step

    for last in order[-NEAR:]:
        count(last, 1)
    while rest:
        # Adds 12, so that a short function that shares a few runs by chance isn't preferred.
        parts = {number: common[number] / (12 + len(own_runs[number])) for number in rest if common[number] > 0}
        best = max(parts, key=lambda number: (parts[number], -number), default=None)
        if best is None or parts[best] < LEAST:
            best = next(iter(rest))
        del rest[best]
        order.append(best)
        count(best, 1)
        count(order[-NEAR - 1], -1)
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
