"""The kinds of small changes, each a function from a node of the syntax tree to the edits that can be made.

All edits of one yield are alternatives at the same site: one of them is drawn.
"""

import ast
from collections.abc import Callable, Iterator

from tools.mutants.source import Edit, Source

Alternatives = list[Edit]
Kind = Callable[[Source, ast.AST], Iterator[Alternatives]]

TURNED: dict[type[ast.cmpop], tuple[str, tuple[str, ...]]] = {
    ast.Lt: ("<", ("<=", ">=")),
    ast.LtE: ("<=", ("<", ">")),
    ast.Gt: (">", (">=", "<=")),
    ast.GtE: (">=", (">", "<")),
    ast.Eq: ("==", ("!=",)),
    ast.NotEq: ("!=", ("==",)),
    ast.Is: (r"\bis\b", ("is not",)),
    ast.IsNot: (r"\bis\s+not\b", ("is",)),
    ast.In: (r"\bin\b", ("not in",)),
    ast.NotIn: (r"\bnot\s+in\b", ("in",)),
}
OPERATORS: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: (r"\+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: (r"\*", "+"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "//"),
    ast.BitOr: (r"\|", "&"),
    ast.BitAnd: ("&", "|"),
    ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"),
}
SWAPPED = {"min": "max", "max": "min", "any": "all", "all": "any"}
LEAVING = (ast.Return, ast.Raise, ast.Break, ast.Continue)


def comparison(source: Source, node: ast.AST) -> Iterator[Alternatives]:
    """A comparison is turned, or moved by one."""
    if not isinstance(node, ast.Compare):
        return
    left = node.left
    for operator, right in zip(node.ops, node.comparators, strict=True):
        pattern, others = TURNED[type(operator)]
        if found := source.find(pattern, source.end(left), source.start(right)):
            yield [Edit(*found, other) for other in others]
        left = right


def constant(source: Source, node: ast.AST) -> Iterator[Alternatives]:
    """A number is off by one; what is true is false."""
    if not isinstance(node, ast.Constant) or not isinstance(node.value, int):
        return
    where = source.start(node), source.end(node)
    if isinstance(node.value, bool):
        yield [Edit(*where, str(not node.value))]
    else:
        others = (node.value + 1, node.value - 1)
        yield [Edit(*where, str(other)) for other in others if other >= 0]


def condition(source: Source, node: ast.AST) -> Iterator[Alternatives]:
    """A condition is negated, or always or never met, so that a branch is skipped."""
    tests: list[ast.expr] = []
    forced: tuple[str, ...] = ("True", "False")
    if isinstance(node, ast.If | ast.IfExp):
        tests = [node.test]
    elif isinstance(node, ast.While) and not isinstance(node.test, ast.Constant):
        tests, forced = [node.test], ("False",)
    elif isinstance(node, ast.comprehension):
        tests, forced = node.ifs, ("True",)
    for test in tests:
        binds = any(isinstance(part, ast.NamedExpr) for part in ast.walk(test))
        where = source.start(test), source.end(test)
        others = (f"not ({source.words(test)})", *(() if binds else forced))
        yield [Edit(*where, other) for other in others]


def operand(source: Source, node: ast.AST) -> Iterator[Alternatives]:
    """One of several conditions is dropped; `and` stands for `or`."""
    if not isinstance(node, ast.BoolOp):
        return
    for number in range(len(node.values)):
        yield [source.without(node.values, number, node)]
    here, other = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
    for left, right in zip(node.values, node.values[1:], strict=False):
        if found := source.find(rf"\b{here}\b", source.end(left), source.start(right)):
            yield [Edit(*found, other)]


def sign(source: Source, node: ast.AST) -> Iterator[Alternatives]:
    """A `not`, a minus or a complement is left out."""
    if isinstance(node, ast.UnaryOp) and not isinstance(node.op, ast.UAdd):
        start, _ = source.whole(node.operand, node)
        yield [Edit(source.start(node), start, "")]


def item(source: Source, node: ast.AST) -> Iterator[Alternatives]:
    """An item of a tuple, a list, a set or a dictionary is left out."""
    if isinstance(node, ast.Dict):
        yield from _entries(source, node)
    elif isinstance(node, ast.Tuple | ast.List | ast.Set) and len(node.elts) > 1:
        for number in range(len(node.elts)):
            edit = source.without(node.elts, number, node)
            yield [_still_a_tuple(source, node, edit) if len(node.elts) == 2 else edit]


def _still_a_tuple(source: Source, node: ast.Tuple | ast.List | ast.Set, edit: Edit) -> Edit:
    """A tuple of one needs a comma; it may have it already."""
    last = source.whole(node.elts[-1], node)[1]
    if not isinstance(node, ast.Tuple) or b"," in source.text[last : source.end(node)]:
        return edit
    kept = source.text[edit.end : last].decode()
    return Edit(edit.start, last, f"{kept},")


def _entries(source: Source, node: ast.Dict) -> Iterator[Alternatives]:
    keys = [key for key in node.keys if key is not None]
    if len(keys) < 2 or len(keys) < len(node.keys):
        return
    for number, (key, value) in enumerate(zip(keys, node.values, strict=True)):
        if number + 1 < len(keys):
            yield [Edit(source.start(key), source.start(keys[number + 1]), "")]
        else:
            before = source.whole(node.values[number - 1], node)[1]
            yield [Edit(before, source.whole(value, node)[1], "")]


def arithmetic(source: Source, node: ast.AST) -> Iterator[Alternatives]:
    """A sum becomes a difference, and so on; a term is left out."""
    if isinstance(node, ast.AugAssign) and type(node.op) in OPERATORS:
        pattern, other = OPERATORS[type(node.op)]
        if found := source.find(pattern, source.end(node.target), source.start(node.value)):
            yield [Edit(*found, other)]
    if not isinstance(node, ast.BinOp) or type(node.op) not in OPERATORS or _is_text(node):
        return
    pattern, other = OPERATORS[type(node.op)]
    left, right = source.whole(node.left, node), source.whole(node.right, node)
    if found := source.find(pattern, left[1], right[0]):
        yield [Edit(*found, other)]
    yield [Edit(left[0], right[0], ""), Edit(left[1], right[1], "")]


def _is_text(node: ast.BinOp) -> bool:
    sides = (node.left, node.right)
    return any(
        isinstance(side, ast.JoinedStr) or (isinstance(side, ast.Constant) and isinstance(side.value, str))
        for side in sides
    )


def swap(source: Source, node: ast.AST) -> Iterator[Alternatives]:
    """The largest stands for the smallest, any for all."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SWAPPED:
        yield [Edit(source.start(node.func), source.end(node.func), SWAPPED[node.func.id])]


def bound(source: Source, node: ast.AST) -> Iterator[Alternatives]:
    """A range is one longer or shorter."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range"):
        return
    stop = node.args[min(1, len(node.args) - 1)]
    if not isinstance(stop, ast.Constant | ast.Starred):
        words = source.words(stop)
        yield [Edit(source.start(stop), source.end(stop), f"({words}) {by} 1") for by in "+-"]


def step(source: Source, node: ast.AST) -> Iterator[Alternatives]:
    """A statement is left out."""
    acts = isinstance(node, ast.Expr) and isinstance(node.value, ast.Call | ast.Yield | ast.YieldFrom)
    sets = isinstance(node, ast.Assign) and all(
        isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets
    )
    if acts or sets or isinstance(node, ast.AugAssign | ast.Delete | ast.Break | ast.Continue):
        assert isinstance(node, ast.stmt)
        yield [Edit(source.start(node), source.end(node), "pass")]


def loop(source: Source, node: ast.AST) -> Iterator[Alternatives]:
    """A loop ends after its first round."""
    if isinstance(node, ast.For) and not isinstance(node.body[-1], LEAVING):
        end = source.end(node.body[-1])
        yield [Edit(end, end, f"\n{source.indent(node.body[-1])}break")]


def leaving(source: Source, node: ast.AST) -> Iterator[Alternatives]:
    """A function that returns nothing returns too early."""
    if not isinstance(node, ast.FunctionDef):
        return
    body = node.body[1:] if ast.get_docstring(node) is not None else node.body
    gives = (ast.Yield, ast.YieldFrom)
    if any(isinstance(part, gives) or _returns_value(part) for part in ast.walk(node)) or len(body) < 2:
        return
    yield [
        Edit(source.start(later), source.start(later), f"return\n{source.indent(later)}")
        for later in body[1:]
        if not isinstance(later, ast.Return)
    ]


def _returns_value(node: ast.AST) -> bool:
    return isinstance(node, ast.Return) and node.value is not None


KINDS: dict[str, Kind] = {
    "a comparison turned": comparison,
    "a constant off by one": constant,
    "a branch skipped": condition,
    "a condition dropped": operand,
    "a sign dropped": sign,
    "an item left out": item,
    "a sum turned": arithmetic,
    "min for max": swap,
    "a range off by one": bound,
    "a step left out": step,
    "a loop cut short": loop,
    "an early return": leaving,
}
