"""Everybody may look at a shop's pictures, and at nothing else on its disk."""

import os
from pathlib import Path

import pytest

from openmall.media.store import Folder, name_of
from tests.world import World

DRAWING = b'<svg xmlns="http://www.w3.org/2000/svg"/>'


@pytest.fixture
def folder(world: World) -> Folder:
    kept = Folder(world.stage.app.configuration.data_dir / "files")
    kept.write(world.mall_id, "products/mug.svg", DRAWING)
    kept.write(world.mall_id, "mug.png", b"\x89PNG")
    return kept


def test_a_drawing_is_shown_and_can_do_nothing(world: World, folder: Folder) -> None:
    answer = world.request("GET", "/files/products/mug.svg")
    assert answer.status_code == 200
    assert answer.content == DRAWING
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "public, max-age=300"
    assert answer.headers["content-security-policy"] == (
        "default-src 'none'; style-src 'unsafe-inline'; sandbox"
    )
    assert answer.headers["x-request-id"]


def test_a_photograph_needs_no_policy(world: World, folder: Folder) -> None:
    answer = world.request("GET", "/files/mug.png")
    assert (answer.status_code, answer.content) == (200, b"\x89PNG")
    assert answer.headers["content-type"] == "image/png"
    assert "content-security-policy" not in answer.headers


def test_head_has_the_headers_and_no_body(world: World, folder: Folder) -> None:
    answer = world.request("HEAD", "/files/products/mug.svg")
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["content-length"] == str(len(DRAWING))


def test_an_unchanged_picture_is_not_sent_again(world: World, folder: Folder) -> None:
    seen = world.request("GET", "/files/products/mug.svg")
    for known in (
        {"If-None-Match": seen.headers["etag"]},
        {"If-Modified-Since": seen.headers["last-modified"]},
    ):
        again = world.request("GET", "/files/products/mug.svg", headers=known)
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == seen.headers["etag"]


def test_what_is_named_after_its_content_is_kept_for_ever(world: World, folder: Folder) -> None:
    name = name_of(DRAWING, "svg")
    folder.write(world.mall_id, name, DRAWING)
    seen = world.request("GET", f"/files/{name}")
    again = world.request("GET", f"/files/{name}", headers={"If-None-Match": seen.headers["etag"]})
    assert (seen.status_code, again.status_code) == (200, 304)
    for answer in (seen, again):
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    missing = world.request("GET", f"/files/{name_of(b'', 'svg')}")
    assert (missing.status_code, missing.headers.get("cache-control")) == (404, None)


@pytest.mark.parametrize(
    "path",
    [
        "/files/",
        "/files/products",
        "/files/products/",
        "/files/none.svg",
        "/files/products/mug.svg/",
        "/files//products/mug.svg",
        "/files/products%2Fmug.svg",
        "/files/%2e%2e/%2e%2e/openmall.sqlite",
        "/files/mug.svg%00.png",
        "/files/.hidden.svg",
        "/files/" + "a" * 5000 + ".svg",
        "/files/" + "a" * 99 + "/" + "b" * 99 + ".svg",
    ],
)
def test_what_is_no_picture_is_not_found(world: World, folder: Folder, path: str) -> None:
    answer = world.request("GET", path)
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "404"


def test_links_do_not_lead_out_of_the_mall(world: World, folder: Folder, tmp_path: Path) -> None:
    secret = tmp_path / "secret.svg"
    secret.write_bytes(b"secret")
    here = folder.of(world.mall_id)
    (here / "link.svg").symlink_to(secret)
    (here / "door").symlink_to(tmp_path)
    (here / "near.svg").symlink_to(here / "products/mug.svg")
    os.mkfifo(here / "pipe.svg")
    assert world.request("GET", "/files/link.svg").status_code == 404
    assert world.request("GET", "/files/door/secret.svg").status_code == 404
    assert world.request("GET", "/files/pipe.svg").status_code == 404
    assert world.request("GET", "/files/near.svg").content == DRAWING


def test_pictures_are_only_read(world: World, folder: Folder) -> None:
    answer = world.request("POST", "/files/products/mug.svg", content=b"new")
    assert answer.status_code == 405
    assert answer.headers["allow"] == "GET, HEAD"
    assert folder.read(world.mall_id, "products/mug.svg") == DRAWING


def test_a_mall_shows_its_own_pictures_only(world: World, folder: Folder) -> None:
    other = world.stage.new_world(f"{world.mall_id}-b")
    assert other.request("GET", "/files/products/mug.svg").status_code == 404
    collection = world.stage.client.get(
        "https://collection.openmall.localhost/files/products/mug.svg"
    )
    assert collection.status_code != 200


def test_the_bare_address_shows_those_of_the_default_mall(world: World, folder: Folder) -> None:
    first = world.stage.run(world.stage.app.directory.first_mall)
    folder.write(first, "bare.svg", DRAWING)
    answer = world.stage.client.get("https://127.0.0.1/files/bare.svg")
    assert (answer.status_code, answer.content) == (200, DRAWING)


def test_a_product_carries_addresses_of_its_pictures(world: World, folder: Folder) -> None:
    images = {"detail_image": "/files/products/mug.svg", "list_image": "//cdn.example/x.png"}
    made = world.product(**images)
    shown = f"{world.base_url}/files/products/mug.svg"
    assert made["detail_image"] == shown
    kept = world.get(f"products/{made['product_no']}")["product"]
    assert (kept["detail_image"], kept["list_image"]) == (shown, "//cdn.example/x.png")
    [listed] = world.get("products")["products"]
    assert listed["detail_image"] == shown
    changed = world.put(f"products/{made['product_no']}", product_name="Mug")
    assert changed["product"]["detail_image"] == shown
    assert world.request("GET", kept["detail_image"].removeprefix(world.base_url)).content == (
        DRAWING
    )


def test_a_product_sent_back_as_it_was_read_is_unchanged(world: World, folder: Folder) -> None:
    made = world.product(detail_image="/files/products/mug.svg")
    again = {"detail_image": made["detail_image"]}
    answer = world.call("PUT", f"products/{made['product_no']}", json={"request": again})
    assert answer.status_code == 409
