"""What stands before every request: headers, orders from other sites, sizes, rates, a log without secrets."""

from pathlib import Path

import msgspec
import pytest
from tests.server.house import ORDER, House, house

from berlin.kernel.contract.game import AnyGame
from berlin.server.http.limits import Buckets, Limits

PAGES = ["/", "/t/abc", "/web/nothing.js", "/nowhere"]
CALLS = ["/api/games", "/api/tables/nowhere", "/api/health", "/api/nothing"]


@pytest.mark.parametrize("path", PAGES + CALLS)
def test_every_answer_carries_the_headers_that_keep_it_to_itself(host: House, path: str) -> None:
    headers = host.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy or "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"


@pytest.mark.parametrize("path", CALLS)
def test_nothing_in_an_answer_of_data_may_be_run(host: House, path: str) -> None:
    assert "default-src 'none'" in host.get(path).headers["content-security-policy"]


def test_nothing_about_a_table_is_kept_by_a_cache(host: House) -> None:
    table = host.open()
    for path in ("", "/moments/0", "/record"):
        assert host.get(table.path + path, table.every).headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "change, status",
    [
        ({"content-type": "text/plain"}, 415),
        ({"content-type": "application/x-www-form-urlencoded"}, 415),
        ({"content-type": ""}, 415),
        ({"x-berlin": "0"}, 403),
        ({"x-berlin": ""}, 403),
        ({"origin": "https://elsewhere.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://table.elsewhere.example"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"origin": "http://table"}, 201),
        ({"content-type": "application/json; charset=utf-8"}, 201),
        ({"sec-fetch-site": "same-origin"}, 201),
    ],
)
def test_no_other_site_can_give_orders(host: House, change: dict[str, str], status: int) -> None:
    answer = host.post("/api/tables", {"game": "toy"}, headers=ORDER | change)
    assert answer.status == status
    assert host.get("/api/health").json["tables"] == (status == 201)


def test_a_body_that_is_too_large_is_refused_whatever_its_length_is_said_to_be(host: House) -> None:
    large = b'{"game": "toy", "record": "' + b"x" * 300_000 + b'"}'
    assert host.post("/api/tables", large).status == 413
    assert host.post("/api/tables", large, headers=ORDER | {"content-length": "12"}).status == 413
    assert host.post("/api/tables", b"{}", headers=ORDER | {"content-length": "300000"}).status == 413
    assert host.post("/api/tables", b"{}", headers=ORDER | {"content-length": "-1"}).status == 413


def test_one_client_that_asks_too_much_is_slowed_and_others_are_not(tmp_path: Path, toy: AnyGame) -> None:
    with house(tmp_path / "db", Limits(rate=0.001, burst=10)) as host:
        came = [host.get("/api/health", client="10.0.0.1").status for _ in range(30)]
        assert came == [200] * 10 + [429] * 20
        assert "retry-after" in host.get("/api/health", client="10.0.0.1").headers
        assert host.get("/api/health", client="10.0.0.2").status == 200
        networks = [f"2001:db8::{n:x}" for n in range(1, 20)]
        assert [host.get("/api/health", client=one).status for one in networks].count(429) == 9


def test_the_client_s_files_are_never_too_many(tmp_path: Path, toy: AnyGame) -> None:
    """A page whose scripts are refused is empty and can't say why."""
    with house(tmp_path / "db", Limits(rate=0.001, burst=1)) as host:
        assert [host.get("/api/health").status for _ in range(2)] == [200, 429]
        for path in (
            "/",
            "/t/abc",
            "/bundles/table.js",
            "/bundles/home.css",
            "/web/favicon.svg",
            "/favicon.ico",
        ):
            assert [host.get(path).status for _ in range(20)] == [200] * 20
        assert host.get("/api/games").status == 429


def test_tables_are_opened_more_slowly_than_pages_are_asked_for(tmp_path: Path, toy: AnyGame) -> None:
    with house(tmp_path / "db", Limits(opening_rate=0.001, opening_burst=3)) as host:
        came = [host.post("/api/tables", {"game": "toy"}).status for _ in range(5)]
        assert came == [201] * 3 + [429] * 2
        assert host.get("/api/health").status == 200


def test_a_bucket_fills_again_and_forgets_who_is_long_gone() -> None:
    now = 0.0
    buckets = Buckets(rate=2, burst=4, clock=lambda: now)
    assert [buckets.take("a") for _ in range(6)] == [True] * 4 + [False] * 2
    now = 1.0
    assert [buckets.take("a") for _ in range(3)] == [True, True, False]
    for number in range(2 * Buckets.MOST):
        buckets.take(f"{number}")
    assert len(buckets._left) <= Buckets.MOST


def test_what_was_typed_is_told_as_data_and_never_as_markup(host: House) -> None:
    nasty = "<script>alert(1)</script>\u202e"
    table = host.open(names={"red": nasty})
    answer = host.get(table.path)
    assert answer.headers["content-type"] == "application/json"
    assert answer.json["seats"][0]["name"] == "<script>alert(1)</script>"
    assert host.get(f"{table.path}/record", table.every).headers["content-type"].startswith("text/plain")


def test_only_files_of_a_page_are_served_and_none_from_elsewhere(tmp_path: Path, toy: AnyGame) -> None:
    web = tmp_path / "web"
    web.mkdir()
    (web / "index.html").write_text("<!doctype html>")
    (web / "main.js").write_text("export {}")
    (web / "__init__.py").write_text("secret")
    (tmp_path / "beside.js").write_text("secret")
    (web / "link.js").symlink_to(tmp_path / "beside.js")
    with house(tmp_path / "db", web=web) as host:
        assert host.get("/").headers["content-type"].startswith("text/html")
        assert host.get("/t/abc").body == b"<!doctype html>"
        assert host.get("/web/main.js").headers["content-type"].startswith("text/javascript")
        for path in (
            "__init__.py",
            "../beside.js",
            "link.js",
            "..%2fbeside.js",
            "",
            "/etc/passwd",
            "x" * 500,
        ):
            assert host.get(f"/web/{path}").status == 404, path


def test_a_browser_need_not_load_again_what_has_not_changed(tmp_path: Path, toy: AnyGame) -> None:
    web = tmp_path / "web"
    web.mkdir()
    (web / "main.js").write_text("export {}")
    with house(tmp_path / "db", web=web) as host:
        for path in ("/web/main.js", "/api/games/toy/board"):
            first = host.get(path)
            assert first.headers["cache-control"] == "no-cache"
            again = host.get(path, headers={"if-none-match": first.headers["etag"]})
            assert (again.status, again.body) == (304, b"")
            assert host.get(path, headers={"if-none-match": '"other"'}).body == first.body
        tag = host.get("/web/main.js").headers["etag"]
        (web / "main.js").write_text("export { changed }")
        assert host.get("/web/main.js", headers={"if-none-match": tag}).status == 200


def test_the_log_is_json_and_knows_no_secret(host: House) -> None:
    table = host.open(scenario="short", names={"red": "Anna"})
    table.played("draw", "roll").finish()
    host.get(f"{table.path}?token={table.tokens['red']}", table.every)
    host.post(f"{table.path}/actions", {"seq": 0, "action": "rest"}, "wrong-secret")
    key = table.sight()["key"]
    lines = [msgspec.json.decode(line) for line in host.log.getvalue().splitlines()]
    assert {line["event"] for line in lines} == {"started", "request"}
    assert {line["status"] for line in lines if line["event"] == "request"} >= {200, 201, 403}
    for secret in (*table.tokens.values(), key, "wrong-secret", "Anna", "draws"):
        assert secret not in host.log.getvalue()


def test_a_bug_is_told_without_its_message(host: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("hand of blue: 7")

    table = host.open()
    monkeypatch.setattr("berlin.server.tables.table_view.sight", broken)
    answer = host.get(table.path)
    assert answer.status == 500
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert "blue" not in answer.body.decode() + host.log.getvalue()
    assert "ZeroDivisionError" in host.log.getvalue()
