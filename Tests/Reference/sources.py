"""Which placeholders something can fill in (grammar.md § 12): an error of the product's checker, for the generator to avoid."""
import datetime
import re

from meaning import BROKEN, Context, Judge, Level, is_function, walk
from syntax import And, Call, Compare, In, Is, Name, Not, Or, Rule, Several, Shape, SpecError, When


def of(spec):
    """-> m1, m2 … (what messages begin with) -> the names among min, max, actual and choices that they may have"""
    sources = Sources(spec)
    sources.block(spec.block, Level(spec.block, {}))
    return sources.found


class Sources:
    def __init__(self, spec):
        self.spec, self.found = spec, {}
        self.judge = Judge(spec, None, datetime.date(2026, 11, 20))

    def tell(self, message, names):
        for text in (message or {}).values():
            if m := re.match(r"m\d+", text):
                self.found[m[0]] = self.found.get(m[0], names) & names

    def block(self, block, level):
        for item in block.items:
            if isinstance(item, Shape):
                self.shape(item, level)
            elif isinstance(item, Rule):
                self.tell(item.message, self.of_condition(item.condition, Context(level)))
            elif isinstance(item, When):
                for branch in item.branches:
                    self.block(branch.block, level)

    def shape(self, shape, level, around=frozenset()):
        inner = level
        if shape.type.kind == "record":
            inner = Level(shape.type.block, {}, level)
            self.block(shape.type.block, inner)
        rules = [self.of_condition(rule.condition, Context(inner if rule.of_item else level, BROKEN, shape)) for rule in shape.rules]
        limits = (set().union(*rules) | around) & {"min", "max"}
        for rule, names in zip(shape.rules, rules):
            self.tell(rule.message, names)
        limits = {one for one in limits if sum(one in names for names in (*rules, around)) == 1}
        for message in [*shape.messages, *([shape.message] if shape.message else [])]:
            self.tell(message, limits | (set.intersection(*rules) if rules else set()) & {"actual"})
        if shape.type.kind == "list":
            self.shape(shape.type.item, level, limits)

    def of_condition(self, e, c):
        try:
            found = set(self.judge.limits(e, c))
        except (SpecError, AttributeError, TypeError, KeyError):
            found = set()
        of_secret = c.shape and c.shape.secret and any(
            (part.name if isinstance(part, Call) else part.path[0]) in self.spec.defines for part in walk(e) if isinstance(part, (Call, Name)))
        found |= {"actual"} if self.finds(e) and not self.of_any(e, c) and not of_secret else set()
        return found | ({"choices"} if self.lists(e) else set())

    def of_any(self, e, c):
        """Is it about a field of type `any`? What that shows is not compared."""
        if isinstance(e, And):
            return self.of_any(e.left, c) or self.of_any(e.right, c)
        return isinstance(e, Call) and any(getattr(self.judge.type_of(a, c), "kind", None) == "any" for a in e.args)

    def finds(self, e):
        """Can what fails here find something?"""
        if isinstance(e, And):
            return self.finds(e.left) or self.finds(e.right)
        if isinstance(e, (Compare, In)):
            return True
        if isinstance(e, Is):
            return not e.negated and self.finds(e.predicate)
        name = e.name if isinstance(e, Call) else e.path[0] if isinstance(e, Name) else None
        if name in self.spec.defines:
            return self.finds(self.spec.defines[name].body)
        if name in ("unique", "same"):
            return not isinstance(e, Call) or len(e.args) < 2
        return isinstance(e, Call) and not is_function(e) and name not in ("any", "all", *self.spec.tables)

    def lists(self, e):
        return isinstance(e, In) and isinstance(e.right, Several) or isinstance(e, Call) and e.name == "oneOf" \
            or isinstance(e, Is) and not e.negated and self.lists(e.predicate)
