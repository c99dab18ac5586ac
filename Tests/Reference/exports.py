#!/usr/bin/env python3
"""Random forms through `formwork export`, and random records through the form and through what was exported.

usage: exports.py BINARY [--kind KIND] [--count N] [--records R] [--seed S] [--show K] [--jobs N]

No record that the form accepts may be refused by what was exported. Where the coverage is whole and has no notes, the
verdicts must be the same. The peers are other people's programs: jsonschema-rs for json-schema.
"""
import argparse
import json
import multiprocessing
import pathlib
import subprocess
import sys
import tempfile
import traceback
from collections import Counter
from decimal import Decimal

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import differential
import generate

OPTIONS = None


def begin(options):
    global OPTIONS
    OPTIONS = options


def case(seed):
    """-> (generator, form, fields) with data in JSON"""
    third = seed % 5 == 4                                     # every fifth asks between records, too
    for extra in range(100):
        g = generate.Generator(seed * 1000 + extra, third)
        spec, infos, flat = g.spec()
        if g.ext in ("ndjson", "json") and g.encoding in (None, "UTF-8"):
            differential.settle(spec, g.files)
            return g, spec, infos
    raise ValueError("no form with JSON")


def exact(value):
    """Whether a validator in binary has the numbers of a value as they are."""
    if isinstance(value, dict):
        return all(map(exact, value.values()))
    if isinstance(value, list):
        return all(map(exact, value))
    if isinstance(value, Decimal):
        return abs(value) < 2**53 and Decimal(repr(float(value))) == value
    return not isinstance(value, int) or abs(value) < 2**53


def run(*words, text=None, codes=(0, 1)):
    done = subprocess.run([OPTIONS.binary, *map(str, words)], capture_output=True, timeout=300, input=text)
    if done.returncode not in codes:
        raise ValueError(f"exit {done.returncode} of {words[0]}: {done.stderr.decode()[-600:]}")
    return done


def json_schema(schema, records):
    import jsonschema_rs
    validator = jsonschema_rs.validator_for(json.loads(schema))
    return [validator.is_valid(record) for record in records]


PEERS = {"json-schema": json_schema}


def one(seed):
    """-> (seed, counts, what is wrong or None)"""
    counts = Counter()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        try:
            g, spec, infos = case(seed)
            today = g.pick(generate.DAYS[:3])
            differential.Case(spec, [], "ndjson", today, g.files).write(folder)
            form = folder / "spec.form"
            if subprocess.run([OPTIONS.binary, "test", form, "--quiet"], capture_output=True).returncode == 2:
                counts["refused forms"] += 1
                return seed, counts, None
            run("export", form, "--to", OPTIONS.kind, "--out", folder / "out", "--coverage", folder / "coverage.json")
            coverage = json.loads((folder / "coverage.json").read_text())
            faults = differential.faults_of(spec, today, g.files)
            records, lines = [], []
            for number, record in enumerate(g.records(infos, OPTIONS.records, False, faults if OPTIONS.mend else lambda r: ())):
                if not isinstance(record, dict):
                    continue
                line = generate.to_json(record)
                if not exact(json.loads(line, parse_float=Decimal)):
                    continue
                records.append(json.loads(line))
                lines.append(line)
            data = "".join(line + "\n" for line in lines).encode("utf-8", "surrogatepass")
            answers = [json.loads(a) for a in run("check", form, "-", "--input", "ndjson", "--encoding", "utf-8", "--output", "ndjson", "--today", today,
                                                  text=data).stdout.decode().splitlines()]
            accepted = {a["record"]: a["accepted"] for a in answers if a["record"]}
            verdicts = PEERS[OPTIONS.kind]((folder / "out").read_text(), records)
            whole = coverage["whole"] and not coverage["notes"]
            counts += Counter({"forms": 1, "whole forms": int(coverage["whole"]), "exact forms": int(whole),
                               "constraints": coverage["constraints"], "said": coverage["said"]})
            for number, (line, there) in enumerate(zip(lines, verdicts), 1):
                here = accepted[number]
                counts += Counter({"records": 1, "accepted": int(here), "refused by both": int(not here and not there),
                                   "refused here alone": int(there and not here)})
                if here and not there or whole and here != there:
                    wanted = "accepted" if here else "refused"
                    return seed, counts, f"{wanted} by the form alone\n{spec.text().rstrip()}\n| {line}\n{coverage['summary']}"
        except Exception:
            return seed, counts, traceback.format_exc()
    return seed, counts, None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("binary", type=lambda p: pathlib.Path(p).resolve())
    parser.add_argument("--kind", choices=PEERS, default="json-schema")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--records", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--mend", action="store_true", help="mend records by the reference, so that more are accepted")
    options = parser.parse_args()
    total, wrong = Counter(), 0
    with multiprocessing.Pool(options.jobs, begin, (options,)) as pool:
        for seed, counts, bad in pool.imap_unordered(one, range(options.seed, options.seed + options.count)):
            total += counts
            if bad:
                wrong += 1
                if wrong <= options.show:
                    print(f"--- seed {seed}: {bad}", flush=True)
    print(f"{options.kind}: " + ", ".join(f"{number} {name}" for name, number in total.items()) + f"; {wrong} forms differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
