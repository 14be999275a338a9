"""Every site of a module at which a small change can be made, and the mutants that are drawn from them."""

import ast
import difflib
from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import blake2b

import msgspec
from tools.mutants.kinds import KINDS
from tools.mutants.rule_modules import RuleModule
from tools.mutants.source import Edit, Source

# Calls by which something is said to the players, and types are told to the checker: no rule stands in them.
SAYING = frozenset(("say", "tell", "announce"))
TYPING = frozenset(("TypeVar", "NewType", "cast"))
DIGITS = 16


class Mutant(msgspec.Struct, frozen=True):
    """A module with one small change in it."""

    id: str
    module: str
    function: str
    kind: str
    line: int
    before: str
    after: str
    edit: Edit

    @property
    def name(self) -> str:
        return f"{self.module}:{self.line} {self.function or 'the module itself'}: {self.kind}"


class Site(msgspec.Struct, frozen=True):
    """A place for one change, of several that would do."""

    key: str
    module: str
    function: str
    kind: str
    line: int
    edits: tuple[Edit, ...]

    def rank(self, seed: int) -> str:
        """The order in which sites are drawn. It hangs on nothing but the site, so that a change of the
        source elsewhere leaves it where it was."""
        return _digest(f"{seed}\n{self.key}")


def sites(module: RuleModule) -> list[Site]:
    source = Source(module.text)
    found, seen = [], Counter[str]()
    for function, kind, edits in _walk(source, source.tree, "", None):
        before = "\n".join(_changed(source, edits[0])[0])
        key = f"{module.name}\n{function}\n{kind}\n{before}\n{edits[0].text}"
        seen[key] += 1
        line = source.text.count(b"\n", 0, edits[0].start) + 1
        found.append(Site(f"{key}\n{seen[key]}", module.name, function, kind, line, tuple(edits)))
    return found


def draw(all_sites: Iterable[Site], sample: int | None, seed: int) -> list[Site]:
    """As many sites as asked for, each as likely as any other; a larger sample holds the smaller."""
    return sorted(all_sites, key=lambda site: site.rank(seed))[:sample]


def mutate(site: Site, source: Source, seed: int) -> Mutant:
    """One of the changes that can be made at a site."""
    possible = list(mutants_at(site, source))
    return possible[int(_digest(f"{seed}\n{site.key}\nedit"), 16) % len(possible)]


def mutants_at(site: Site, source: Source) -> Iterator[Mutant]:
    for edit in site.edits:
        before, after = (" ".join(" ".join(lines).split()) for lines in _changed(source, edit))
        id = _digest(f"{site.key}\n{edit.text}\n{after}")
        yield Mutant(id, site.module, site.function, site.kind, site.line, before, after, edit)


def diff(mutant: Mutant, source: Source) -> str:
    """What was changed, as a diff with two lines of context."""
    old, new = (text.decode().splitlines() for text in (source.text, source.edited(mutant.edit)))
    name = mutant.module.replace(".", "/") + ".py"
    return "\n".join(difflib.unified_diff(old, new, name, name, n=2, lineterm=""))


def _changed(source: Source, edit: Edit) -> tuple[list[str], list[str]]:
    """The lines that an edit touches, before and after."""
    first = source.text.rfind(b"\n", 0, edit.start) + 1
    last = source.text.find(b"\n", edit.end)
    tail = source.text[edit.end : last if last >= 0 else None].decode()
    old = source.text[first : edit.end].decode() + tail
    new = source.text[first : edit.start].decode() + edit.text + tail
    return old.splitlines(), new.splitlines()


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=DIGITS // 2).hexdigest()


def _walk(
    source: Source, node: ast.AST, function: str, parent: ast.AST | None
) -> Iterator[tuple[str, str, list[Edit]]]:
    """Every change under a node, with the function that it stands in."""
    if _is_no_rule(node):
        return
    inside = function
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        inside = f"{function}.{node.name}".lstrip(".")
    for kind, find in KINDS.items():
        if kind == "an item left out" and _has_fixed_length(node, parent):
            continue
        for edits in find(source, node):
            yield inside, kind, edits
    for child in _children(node):
        yield from _walk(source, child, inside, node)


def _is_no_rule(node: ast.AST) -> bool:
    if isinstance(node, ast.JoinedStr | ast.Assert | ast.Raise | ast.Import | ast.ImportFrom):
        return True
    if isinstance(node, ast.FunctionDef) and _draws_at_random(node):
        return True
    if isinstance(node, ast.Assign | ast.AnnAssign) and _is_union(node.value):
        return True
    if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
        return True
    call = node.value if isinstance(node, ast.Expr) else node
    if not isinstance(call, ast.Call):
        return False
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    return name in TYPING or (name in SAYING and isinstance(node, ast.Expr))


def _draws_at_random(node: ast.FunctionDef) -> bool:
    """Answers that are drawn for random play: the conformance battery holds them, and no rule."""
    kinds = (argument.annotation for argument in node.args.args)
    return any(isinstance(kind, ast.Name) and kind.id == "Random" for kind in kinds)


def _is_union(node: ast.AST | None) -> bool:
    """Types that are joined for the checker: `Frame = Turn | Battle`."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return _is_union(node.left) and _is_union(node.right)
    return isinstance(node, ast.Name) and node.id[0].isupper() and not node.id.isupper()


def _has_fixed_length(node: ast.AST, parent: ast.AST | None) -> bool:
    """A tuple that is taken apart or an index again has as many items as it must: any change is a crash."""
    if not isinstance(node, ast.Tuple | ast.List):
        return False
    if not isinstance(node.ctx, ast.Load):
        return True
    if isinstance(parent, ast.Assign):
        return any(isinstance(target, ast.Tuple) for target in parent.targets)
    return isinstance(parent, ast.Subscript | ast.Return | ast.Yield) and isinstance(node, ast.Tuple)


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """What is carried out under a node: no types, no decorators, no bases."""
    if isinstance(node, ast.FunctionDef):
        yield from (default for default in (*node.args.defaults, *node.args.kw_defaults) if default)
        yield from node.body
    elif isinstance(node, ast.ClassDef):
        yield from node.body
    elif isinstance(node, ast.AnnAssign):
        yield from (node.value,) if node.value else ()
    else:
        yield from ast.iter_child_nodes(node)
