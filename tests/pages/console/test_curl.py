"""The curl command of a call, read by a real shell: every word arrives as it was."""

import subprocess
from typing import Any

import msgspec
import pytest

from openmall.events.request_log.store import Row
from openmall.pages.console import curl

ORIGIN = "https://demo.openmall.localhost:9443"
HOSTILE = "'; touch pwned; '$(touch pwned)`touch pwned`\\ \" ! * ~ {a,b} %s \n\t 한글 @x #"
ROW = Row(
    client_id="kjb5GhMcQPHbyVUZ2ytAkC", number=1, at=0, mall="demo", operation="admin GET products",
    method="GET", path="/api/v2/admin/products", query="", status=200, took=0, used=0, capacity=0,
    limits="", version="2026-03-01", request_id="r", ip="", parameter="", message="", sent_size=0,
    answered_size=0, unproven=0, sent="", answered="",
)  # fmt: skip


def words(row: Row, **environment: str) -> list[str]:
    """Return the words a shell gives to curl."""
    script = f"curl() {{ printf '%s\\0' \"$@\"; }}\n{curl.command(row, origin=ORIGIN)}"
    done = subprocess.run(  # a shell is what is tested
        script, shell=True, executable="/bin/bash", capture_output=True, check=True,
        env={"TOKEN": "t0k3n", **environment}, cwd="/",
    )  # fmt: skip
    return done.stdout.decode().split("\0")[:-1]


def row(**said: Any) -> Row:
    return msgspec.structs.replace(ROW, **said)


def test_a_read_is_sent_again_in_its_version() -> None:
    assert words(row(query="limit=2")) == [
        f"{ORIGIN}/api/v2/admin/products?limit=2",
        "-H",
        "Authorization: Bearer t0k3n",
        "-H",
        "X-Platform-Api-Version: 2026-03-01",
    ]


@pytest.mark.parametrize("method", ["POST", "PUT"])
def test_a_write_is_sent_again_with_its_body_whatever_it_holds(method: str) -> None:
    sent = msgspec.json.encode({"request": {"product_name": HOSTILE}}).decode() + HOSTILE

    assert words(row(method=method, sent=sent, sent_size=9)) == [
        "-X", method, f"{ORIGIN}/api/v2/admin/products", "-H", "Authorization: Bearer t0k3n",
        "-H", "X-Platform-Api-Version: 2026-03-01", "-H", "Content-Type: application/json",
        "--data-raw", sent,
    ]  # fmt: skip


def test_an_address_is_one_word_whatever_it_holds() -> None:
    path, query = "/api/v2/admin/../$(touch%20pwned)'[1-9]", "a='`touch`'&b={c,d}&$TOKEN"

    assert words(row(path=path, query=query))[:3] == [
        "--globoff",
        "--path-as-is",
        f"{ORIGIN}{path}?{query}",
    ]


def test_a_method_of_nobody_is_one_word() -> None:
    assert words(row(method="$(touch x)"))[:2] == ["-X", "$(touch x)"]


@pytest.mark.parametrize(
    ("operation", "proof"),
    [
        ("storefront GET products", "kjb5GhMcQPHbyVUZ2ytAkC:k3y"),
        ("partner GET shops", "kjb5GhMcQPHbyVUZ2ytAkC:s3cret"),
    ],
)
def test_other_doors_are_opened_with_other_proofs(operation: str, proof: str) -> None:
    found = words(row(operation=operation), FRONT_API_KEY="k3y", CLIENT_SECRET="s3cret")

    assert found[1:3] == ["-u", proof]


@pytest.mark.parametrize("sent", ["", '{"request": {"descri…'])
def test_a_body_the_log_does_not_have_is_read_from_a_file(sent: str) -> None:
    found = words(row(method="POST", sent=sent, sent_size=70_000))

    assert found[-2:] == ["--data-binary", "@body.json"]


def test_a_url_of_nobody_is_of_the_door_it_looks_like() -> None:
    assert curl.api_of(row(operation="", path="/api/v2/admin/prodcts")) == "admin"
    assert curl.api_of(row(operation="", path="/api/v2/prodcts")) == "storefront"
    assert curl.api_of(row(operation="", path="/prodcts")) == "admin"
