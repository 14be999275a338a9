"""A friend is invited to a seat, takes it, and has a link that nobody else has."""

import json
from typing import Any

import pytest
from tests.e2e.hands import ready

NETWORK = ["http://192.168.1.5:8642/", "http://10.0.0.3:8642/"]


def seats_of(house: Any) -> list[str]:
    seats: list[str] = house.call("/games")[0]["seats"]
    return seats


def invited(house: Any, open_page: Any, **options: Any) -> tuple[Any, str]:
    """The page of who invites, with its dialog open, and the invitation."""
    mine, other = seats_of(house)
    page = open_page(house.url, **options)
    page.click(f"[data-quick='{mine} friend']")
    page.wait_for_selector(f"[data-link={other}] input")
    return page, page.input_value(f"[data-link={other}] input")


def close(page: Any) -> None:
    page.get_by_role("button", name="Close").last.click()
    page.wait_for_selector("dialog", state="detached")


def kept(page: Any) -> str:
    text: str = page.evaluate(
        "() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href])"
    )
    return text


def table_of(address: str) -> str:
    return address.partition("/t/")[2].partition("#")[0]


def take(page: Any, seat: str) -> str:
    """Takes the seat that the page offers; the secret that it is opened by from then on."""
    page.click(f"[data-claim={seat}]")
    page.wait_for_function("() => location.hash && !location.hash.startsWith('#invitation')")
    ready(page)
    address: str = page.evaluate("location.href")
    return address.partition("#")[2]


def test_a_friend_takes_the_seat_and_his_link_is_his_alone(house: Any, open_page: Any) -> None:
    other = seats_of(house)[1]
    page, told = invited(house, open_page)
    close(page)
    assert "nobody yet" in page.inner_text("#sitters")
    friend = open_page(told)
    friend.wait_for_selector(f"[data-claim={other}]")
    assert f"Take the seat of {other.capitalize()}" in friend.inner_text("dialog")
    assert friend.inner_text("#seat") == "You are watching"
    secret = take(friend, other)
    assert other in friend.inner_text("#seat").lower()
    assert house.call(f"/tables/{table_of(told)}", token=secret)["seat"] == 1
    page.wait_for_selector(f"[data-invite={other}]", state="detached")
    page.wait_for_function("() => !document.querySelector('#sitters').textContent.includes('nobody yet')")
    assert secret not in kept(page)
    # A reload, and the invitation opened once more, lead back to the seat.
    friend.reload()
    ready(friend)
    assert other in friend.inner_text("#seat").lower()
    friend.goto("about:blank")
    friend.goto(told)
    ready(friend)
    friend.wait_for_function("secret => location.hash === `#${secret}`", arg=secret)
    assert other in friend.inner_text("#seat").lower()
    assert not friend.locator("dialog").count()


def test_who_comes_second_is_told_so_and_watches(house: Any, open_page: Any) -> None:
    other = seats_of(house)[1]
    _, told = invited(house, open_page)
    second = open_page(told)
    second.wait_for_selector(f"[data-claim={other}]")
    take(open_page(told), other)
    second.click(f"[data-claim={other}]")
    second.wait_for_function(
        "() => document.querySelector('dialog [role=alert]').textContent.includes('used already')"
    )
    third = open_page(told)
    third.wait_for_selector("dialog [role=alert]")
    assert "used already" in third.inner_text("dialog")
    close(third)
    assert third.inner_text("#seat") == "You are watching"


def test_an_invitation_can_be_exchanged_and_withdrawn(house: Any, open_page: Any) -> None:
    other = seats_of(house)[1]
    page, first = invited(house, open_page)
    page.click(f"[data-another={other}]")
    page.wait_for_function("old => document.querySelector('.invitation input')?.value !== old", arg=first)
    fresh = page.input_value(f"[data-link={other}] input")
    late = open_page(first)
    late.wait_for_selector("dialog [role=alert]")
    assert "holds no more" in late.inner_text("dialog")
    page.click(f"[data-withdraw={other}]")
    page.wait_for_selector(".invitation >> text=Nobody is invited")
    # Over the same page's address: nothing but what stands behind the # is another.
    close(late)
    late.goto(fresh)
    late.wait_for_selector("dialog [role=alert]")
    assert "holds no more" in late.inner_text("dialog")
    page.click(f"[data-another={other}]")
    page.wait_for_selector(f"[data-link={other}] input")
    late.goto("about:blank")
    late.goto(page.input_value(f"[data-link={other}] input"))
    take(late, other)


def test_a_link_is_renewed_and_the_page_with_the_old_one_is_told(house: Any, open_page: Any) -> None:
    mine = seats_of(house)[0]
    page, told = invited(house, open_page)
    old = page.evaluate("location.hash.slice(1)")
    close(page)
    elsewhere = open_page(f"{house.url}/t/{table_of(told)}#{old}")
    ready(elsewhere)
    page.click(f"[data-invite={seats_of(house)[1]}]")
    page.click(f"[data-renew={mine}]")
    page.wait_for_function("old => location.hash && location.hash !== `#${old}`", arg=old)
    page.wait_for_selector(f"dialog [data-link={mine}] input")
    assert page.input_value(f"[data-link={mine}] input").endswith(page.evaluate("location.hash"))
    close(page)
    assert mine in page.inner_text("#seat").lower()
    elsewhere.wait_for_selector("#lost:visible")
    elsewhere.wait_for_function("() => document.querySelector('#lost').textContent.includes('was renewed')")
    assert old not in kept(page)


def test_an_address_of_this_machine_alone_is_called_so(house: Any, open_page: Any) -> None:
    page, told = invited(house, open_page)
    warning = page.inner_text("dialog [data-reach=nobody]")
    assert "can't open this link" in warning
    assert "berlin serve --host 0.0.0.0" in warning
    assert told.startswith(house.url)


def test_a_server_that_others_reach_is_named_as_they_reach_it(house: Any, open_page: Any) -> None:
    page = open_page("about:blank")
    page.route("**/api/reach", lambda route: route.fulfill(body=json.dumps({"pages": NETWORK})))
    page.goto(house.url)
    mine, other = seats_of(house)
    page.click(f"[data-quick='{mine} friend']")
    page.wait_for_selector(f"[data-link={other}] input")
    assert page.input_value(f"[data-link={other}] input").startswith(f"{NETWORK[0]}t/")
    assert "192.168.1.5:8642" in page.inner_text("dialog")
    assert "10.0.0.3:8642" in page.inner_text("dialog")
    assert not page.locator("[data-reach=nobody]").count()


@pytest.mark.parametrize("width", [1280, 390])
def test_a_table_is_set_up_for_a_friend_or_for_others_alone(house: Any, open_page: Any, width: int) -> None:
    mine, other = seats_of(house)
    page = open_page(house.url, width)
    page.select_option(f"[data-seat={other}]", "invited")
    page.click("#new button[type=submit]")
    page.wait_for_selector(f"dialog [data-link={other}] input")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.goto(house.url)
    for seat in (mine, other):
        page.select_option(f"[data-seat={seat}]", "invited")
    page.click("#new button[type=submit]")
    page.wait_for_selector("#created .links input")
    links = [page.input_value(f"#created [data-link={seat}] input") for seat in (mine, other)]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for seat, link in zip((mine, other), links, strict=True):
        friend = open_page(link)
        friend.wait_for_selector(f"[data-claim={seat}]")
        take(friend, seat)
