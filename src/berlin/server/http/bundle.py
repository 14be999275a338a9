"""Bundles: all modules of a page in one script, all its styles in one sheet, so that few requests load it.

Nothing is built beforehand: a bundle is made of the files when it is asked for, and anew when one of them
has changed. Its modules stand in the order in which a browser runs them. Each is a function of its own, which
takes its imports from those before it and returns its exports. Within a module every line stays where it is,
so that a source map can name the file and the line of whatever happens there.
"""

import os
import re
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import NamedTuple

import msgspec

IMPORT = re.compile(r'^import (?:(\{[^}]*\}|\* as \w+) from )?"(\.[^"]+)";$', re.M)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.M)
STYLE_IMPORT = re.compile(r'^@import "(\.[^"]+)";$', re.M)
# What is left of these after the changes has a form that a bundle can't keep the meaning of.
UNKNOWN = re.compile(r"^(?:import|export)\b.*", re.M)
# The digits of a source map. A mapping in it is four numbers: column 0 of a line comes from the same file,
# its next line, column 0; all but the first are steps from the mapping before.
DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
NEXT_LINE = "AACA"
Stamp = tuple[int, int] | None


class Bundle(NamedTuple):
    body: bytes
    source_map: bytes
    tag: str


class Bundler:
    """Keeps the bundle of one file, and of all that it imports, as new as the files are."""

    def __init__(self, folder: Path, entry: str) -> None:
        self.folder, self.entry = folder, entry
        self._stamps: dict[str, Stamp] = {}
        self._bundle = Bundle(b"", b"", "")

    def bundle(self) -> Bundle:
        """Of the files as they are. Raises FileNotFoundError, or ValueError for what can't be bundled."""
        if not self._stamps or any(self._stamp(name) != stamp for name, stamp in self._stamps.items()):
            stamps: dict[str, Stamp] = {}
            write = write_script if self.entry.endswith(".js") else write_sheet
            self._bundle = write(self.entry, dict(self._files(self.entry, (), stamps)))
            self._stamps = stamps
        return self._bundle

    def _files(
        self, name: str, importers: tuple[str, ...], stamps: dict[str, Stamp]
    ) -> Iterator[tuple[str, str]]:
        """The file and what it imports, each once, and none before what it imports itself."""
        if name in importers:
            raise ValueError(f"these import each other: {' '.join((*importers, name))}")
        if name in stamps:
            return
        stamps[name] = self._stamp(name)
        text = (self.folder / name).read_text(encoding="utf-8")
        for found in (IMPORT if name.endswith(".js") else STYLE_IMPORT).finditer(text):
            yield from self._files(resolve(name, found[found.re.groups]), (*importers, name), stamps)
        yield name, text

    def _stamp(self, name: str) -> Stamp:
        """What changes when a file does; None if it is gone."""
        try:
            about = os.stat(os.path.join(self.folder, name))
        except FileNotFoundError:
            return None
        return about.st_mtime_ns, about.st_size


def resolve(importer: str, path: str) -> str:
    """The file that is imported by this path, from the folder of all."""
    name = normpath(join(dirname(importer), path))
    if name.startswith(".."):
        raise ValueError(f"{importer} imports {path}, which is elsewhere")
    return name


def write_sheet(entry: str, files: dict[str, str]) -> Bundle:
    parts = (f"/* {name} */\n{STYLE_IMPORT.sub('', text)}" for name, text in files.items())
    return tagged("\n".join(parts))


def write_script(entry: str, files: dict[str, str]) -> Bundle:
    exports = {name: EXPORT.findall(text) for name, text in files.items()}
    lines, mappings = ["const $modules = {};"], [""]
    step, last = 0, 0
    for name, text in files.items():
        body = write_module(name, text, exports)
        returned = f"return {{ {', '.join(exports[name])} }};"
        lines += [f'$modules["{name}"] = (() => {{', *body, returned, "})();"]
        mappings += ["", f"A{digits(step)}{digits(-last)}A", *[NEXT_LINE] * (len(body) - 1), "", ""]
        step, last = 1, len(body) - 1
    lines.append(f"//# sourceMappingURL={entry.rpartition('/')[2]}.map")
    sources = [f"/web/{name}" for name in files]
    return tagged("\n".join(lines), {"version": 3, "sources": sources, "mappings": ";".join(mappings)})


def write_module(name: str, text: str, exports: dict[str, list[str]]) -> list[str]:
    """The lines of a module as those of a function; as many as it has."""

    def read(found: re.Match[str]) -> str:
        names, target = found[1], resolve(name, found[2])
        module = f'$modules["{target}"];' + "\n" * found[0].count("\n")
        if names is None:
            return module
        if names.startswith("*"):
            return f"const {names.removeprefix('* as ')} = {module}"
        missing = {*re.findall(r"(\w+)(?: as \w+)?", names)} - {*exports[target]}
        if missing:
            raise ValueError(f"{name} imports {', '.join(sorted(missing))}, which {target} does not export")
        return f"const {' '.join(names.replace(' as ', ': ').split())} = {module}"

    body = EXPORT.sub("", IMPORT.sub(read, text))
    unknown = UNKNOWN.search(body)
    if unknown:
        raise ValueError(f"{name} can't be bundled: {unknown[0]}")
    return body.removesuffix("\n").split("\n")


def digits(number: int) -> str:
    """A number as source maps write it: five bits a digit, the lowest first, and in it the sign."""
    rest, told = abs(number) << 1 | (number < 0), ""
    while rest > 31:
        told += DIGITS[rest & 31 | 32]
        rest >>= 5
    return told + DIGITS[rest]


def tagged(text: str, source_map: dict[str, object] | None = None) -> Bundle:
    body = text.encode()
    return Bundle(body, msgspec.json.encode(source_map), f'"{blake2b(body, digest_size=12).hexdigest()}"')
