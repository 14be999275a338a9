"""The modules of a page in one script: the same program, with the files' own names and lines."""

import os
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from tests.server.house import house

from berlin.kernel.contract.game import AnyGame
from berlin.server.http.bundle import DIGITS, Bundler
from berlin.server.http.pages import BUNDLES, WEB

NODE = shutil.which("node")
SCRIPTS = [name for name in BUNDLES if name.endswith(".js")]

needs_node = pytest.mark.skipif(NODE is None, reason="node is not installed: apt-get install nodejs")

MODULES = {
    "pages/home.js": """import "../net/first.js";
import {
  add as plus,
  ONE,
} from "../net/sums.js";
import * as sums from "../net/sums.js";

console.log(plus(ONE, 2), sums.Sum.name);
""",
    "net/first.js": """import { ONE } from "./sums.js";
console.log("first", ONE);
""",
    "net/sums.js": """console.log("once");
export const ONE = 1;

export function add(a, b) {
  return a + b;
}

export async function later() {
  return new Sum();
}

export class Sum {}
""",
}


def written(folder: Path, files: dict[str, str]) -> Bundler:
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True, parents=True)
        (folder / name).write_text(text)
    return Bundler(folder, "pages/home.js")


def run(folder: Path, script: bytes, source_map: bytes) -> subprocess.CompletedProcess[str]:
    (folder / "home.mjs").write_bytes(script)
    (folder / "home.js.map").write_bytes(source_map)
    assert NODE
    order = [NODE, "--enable-source-maps", str(folder / "home.mjs")]
    return subprocess.run(order, capture_output=True, text=True, timeout=60)


def change(path: Path, text: str) -> None:
    """Writes a file anew, at another time whatever the clock's grain is."""
    path.write_text(text)
    later = path.stat().st_mtime_ns + 1_000_000
    os.utime(path, ns=(later, later))


@needs_node
def test_each_module_runs_once_and_after_what_it_imports(tmp_path: Path) -> None:
    body, source_map, _ = written(tmp_path, MODULES).bundle()
    done = run(tmp_path, body, source_map)
    assert done.stdout.splitlines() == ["once", "first 1", "3 Sum"], done.stderr


@needs_node
def test_the_stack_of_an_error_names_file_and_line(tmp_path: Path) -> None:
    files = {
        "pages/home.js": 'import { fail } from "../net/fail.js";\n\nfail();\n',
        "net/fail.js": '/** Fails. */\n\nexport function fail() {\n  throw new Error("so");\n}\n',
    }
    body, source_map, _ = written(tmp_path, files).bundle()
    done = run(tmp_path, body, source_map)
    assert done.returncode == 1
    assert re.findall(r"/web/(\S+?):(\d+)", done.stderr.partition("Error: so")[2])[:2] == [
        ("net/fail.js", "4"),
        ("pages/home.js", "3"),
    ]


def places(source_map: bytes) -> Iterator[tuple[int, str, int]]:
    """The lines of a bundle that come from a file: their number, the file, and the number there."""
    told = msgspec.json.decode(source_map)
    source = line = 0
    for n, mapping in enumerate(told["mappings"].split(";")):
        numbers, shift, value = [], 0, 0
        for digit in map(DIGITS.index, mapping):
            value |= (digit & 31) << shift
            shift += 5
            if not digit & 32:
                numbers.append(-(value >> 1) if value & 1 else value >> 1)
                shift = value = 0
        if mapping:
            assert (numbers[0], numbers[3]) == (0, 0)
            source, line = source + numbers[1], line + numbers[2]
            yield n, told["sources"][source].removeprefix("/web/"), line


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_line_of_the_client_stands_where_its_map_says(name: str) -> None:
    body, source_map, _ = Bundler(WEB, f"pages/{name}").bundle()
    lines = body.decode().split("\n")
    texts: dict[str, list[str]] = {}
    counts: Counter[str] = Counter()
    for n, file, line in places(source_map):
        own = texts.setdefault(file, (WEB / file).read_text().removesuffix("\n").split("\n"))
        counts[file] += 1
        if own[line].startswith("import "):
            assert lines[n].startswith(("const ", "$modules")), f"{file}:{line + 1}"
        else:
            assert lines[n] == own[line].removeprefix("export "), f"{file}:{line + 1}"
    assert counts == {file: len(text) for file, text in texts.items()}
    assert {f"pages/{name}", "text/texts.js", "net/api.js"} <= counts.keys()
    assert lines[-1] == f"//# sourceMappingURL={name}.map"


def test_the_two_pages_need_every_module_of_the_client() -> None:
    """One that neither of them loads is dead, but for the types, which are none to the browser."""
    found = {"net/wire_types.js"}
    for name in SCRIPTS:
        found |= {
            *re.findall(
                r'^\$modules\["(\S+)"\] =', Bundler(WEB, f"pages/{name}").bundle().body.decode(), re.M
            )
        }
    assert found == {path.relative_to(WEB).as_posix() for path in WEB.rglob("*.js")}


@pytest.mark.parametrize(
    "files, said",
    [
        ({"pages/home.js": 'import "./a.js";\n', "pages/a.js": 'import "./home.js";\n'}, "import each other"),
        ({"pages/home.js": 'import { no } from "./a.js";\n', "pages/a.js": "const no = 1;\n"}, "not export"),
        ({"pages/home.js": 'import "../../beside.js";\n'}, "elsewhere"),
        ({"pages/home.js": "export let count = 0;\n"}, "can't be bundled: export let"),
        ({"pages/home.js": "export default 1;\n"}, "can't be bundled: export default"),
        ({"pages/home.js": 'import a from "./a.js";\n'}, "can't be bundled: import a"),
    ],
)
def test_what_a_bundle_would_change_the_meaning_of_is_refused(
    tmp_path: Path, files: dict[str, str], said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        written(tmp_path / "web", files).bundle()


def test_what_is_changed_on_disk_is_in_the_next_bundle(tmp_path: Path) -> None:
    bundler = written(tmp_path, MODULES)
    before = bundler.bundle()
    assert bundler.bundle() is before
    change(tmp_path / "net" / "first.js", "export const broken;\nexport let no;\n")
    for _ in range(2):
        with pytest.raises(ValueError, match="first"):
            bundler.bundle()
    (tmp_path / "net" / "first.js").unlink()
    with pytest.raises(FileNotFoundError):
        bundler.bundle()
    change(tmp_path / "net" / "first.js", "console.log('changed');\n")
    after = bundler.bundle()
    assert b"'changed'" in after.body
    assert after.tag != before.tag
    change(tmp_path / "net" / "first.js", MODULES["net/first.js"])
    assert bundler.bundle() == before


def test_a_sheet_has_what_it_imports_before_its_own(tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "home.css").write_text(
        '@import "./common.css";\n@import "../board.css";\np { order: 3; }\n'
    )
    (tmp_path / "pages" / "common.css").write_text("p { order: 1; }\n")
    (tmp_path / "board.css").write_text('@import "./pages/common.css";\np { order: 2; }\n')
    body = Bundler(tmp_path, "pages/home.css").bundle().body.decode()
    assert re.findall(r"order: (\d)", body) == ["1", "2", "3"]
    assert "@import" not in body


def test_bundles_are_served_under_the_pages_rules_and_nothing_else_is(tmp_path: Path, toy: AnyGame) -> None:
    with house(tmp_path / "db") as host:
        policy = host.get("/").headers["content-security-policy"]
        kinds = {"js": "text/javascript", "css": "text/css", "map": "application/json"}
        for name in (*BUNDLES, *(f"{script}.map" for script in SCRIPTS)):
            answer = host.get(f"/bundles/{name}")
            assert answer.headers["content-type"].startswith(kinds[name.rpartition(".")[2]])
            assert answer.headers["content-security-policy"] == policy
            assert (
                host.get(f"/bundles/{name}", headers={"if-none-match": answer.headers["etag"]}).status == 304
            )
        for name in (
            "",
            "other.js",
            "home.css.map",
            "home.map",
            ".map",
            "..%2fnet%2fapi.js",
            "pages/home.js",
        ):
            assert host.get(f"/bundles/{name}").status == 404, name
        assert "script-src 'self';" in policy


def test_a_folder_without_the_pages_has_no_bundles(tmp_path: Path, toy: AnyGame) -> None:
    (tmp_path / "web").mkdir()
    with house(tmp_path / "db", web=tmp_path / "web") as host:
        assert [host.get(f"/bundles/{name}").status for name in BUNDLES] == [404] * len(BUNDLES)
