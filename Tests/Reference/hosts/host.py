"""What the hosts in Python share: requests from standard input, answers to standard output; see hosts.py."""

import base64
import json
import pathlib
import random
import sys
from decimal import Decimal

import formwork


class Request:
    """A case, with its form opened."""

    def __init__(self, line):
        asked = json.loads(line)
        self.folder, self.format, self.today = pathlib.Path(asked["folder"]), asked["format"], asked["today"]
        self.chance = random.Random(asked["seed"])
        self.form = formwork.Form.load(self.folder / "spec.form")
        #: The data in UTF-8; None if it can't be, or is a workbook.
        self.text = (self.folder / asked["text"]).read_bytes() if "text" in asked else None
        #: Texts of JSON; None if the records can't be JSON.
        self.alone, self.array, self.records = (lines_of(asked.get(name)) for name in ("alone", "array", "records"))
        #: The cells of a table, with its header; None for other data.
        self.rows = asked.get("rows")


def lines_of(texts):
    return None if texts is None else [base64.b64decode(text) for text in texts]


def text_of(value):
    """A value as JSON."""
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(key)}:{text_of(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(text_of, value)) + "]"
    return json.dumps(value)


def loaded(text):
    return json.loads(text, parse_float=Decimal, parse_int=Decimal)


def serve(answer):
    """Answers requests with what `answer` gives for them."""
    for line in sys.stdin:
        try:
            found = answer(Request(line))
        except formwork.FormError as error:
            found = {"fault": str(error)}
        print(text_of(found), flush=True)
