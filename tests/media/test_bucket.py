"""Pictures that lie in a bucket are shown as those of a directory, and missed with words."""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from openmall.configuration import Configuration
from openmall.contract.pictures import PicturesAway
from openmall.media.store import Store, name_of
from openmall.media.store_factory import open_store
from openmall.running.server import certificates
from tests.media.images import base64_of, picture
from tests.s3 import Server
from tests.world import World, open_stage

DRAWING = b'<svg xmlns="http://www.w3.org/2000/svg"/>'
AWAY = "Pictures are unavailable for a moment, try again."


@contextmanager
def opened(server: Server, bucket: str, **more: Any) -> Iterator[World]:
    """Open an application that keeps its pictures in a bucket, with a mall."""
    with (
        tempfile.TemporaryDirectory() as folder,
        open_stage(Path(folder), **server.settings(bucket), **more) as stage,
    ):
        yield stage.new_world("s3mall")


def upload(world: World, sent: str) -> str:
    """Upload a picture; return where it is shown."""
    answer = world.call("POST", "products/images", json={"requests": [{"image": sent}]})
    [made] = answer.json()["images"]
    path: str = made["path"]
    return path


def of(world: World) -> Store:
    return open_store(world.stage.app.configuration)


def test_an_upload_lies_in_the_bucket_and_is_shown(s3: Server) -> None:
    bucket = s3.new_bucket()
    sent = base64_of(picture(64, 48, "PNG"))
    with opened(s3, bucket) as world:
        first, again = upload(world, sent), upload(world, sent)
        path = first.removeprefix(world.base_url)
        seen = world.request("GET", path)
        asked = world.request("HEAD", path)
        known = [
            world.request("GET", path, headers=header)
            for header in (
                {"If-None-Match": seen.headers["etag"]},
                {"If-Modified-Since": seen.headers["last-modified"]},
            )
        ]
        other = world.request("GET", path, headers={"If-None-Match": '"other"'})
        assert not (world.stage.app.configuration.data_dir / "files").exists()

    assert again == first
    key = "shop/s3mall/" + path.removeprefix("/files/")
    assert s3.keys(bucket) == [key]
    kept = s3.head(bucket, key)
    assert (kept["ContentType"], kept["CacheControl"]) == (
        "image/png",
        "public, max-age=31536000, immutable",
    )
    assert (seen.status_code, len(seen.content)) == (200, kept["ContentLength"])
    shown = {name: seen.headers[name] for name in seen.headers if name != "x-request-id"}
    assert shown == {
        "content-type": "image/png",
        "content-length": str(kept["ContentLength"]),
        "etag": kept["ETag"],
        "last-modified": kept["ResponseMetadata"]["HTTPHeaders"]["last-modified"],
        "cache-control": "public, max-age=31536000, immutable",
        "x-content-type-options": "nosniff",
    }
    assert (asked.status_code, asked.content) == (200, b"")
    assert asked.headers["content-length"] == seen.headers["content-length"]
    for answer in known:
        assert (answer.status_code, answer.content) == (304, b"")
        assert answer.headers["etag"] == seen.headers["etag"]
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert (other.status_code, other.content) == (200, seen.content)


def test_every_use_of_pictures_goes_to_the_bucket(s3: Server) -> None:
    bucket = s3.new_bucket()
    with opened(s3, bucket) as world:
        number = world.product()["product_no"]
        sent = base64_of(picture(900, 900))
        answers = [
            world.post(f"products/{number}/images", detail_image=sent, image_upload_type="A"),
            world.post(f"products/{number}/additionalimages", additional_image=[{"big": sent}]),
            world.post(f"products/{number}/decorationimages", image_list=[{"path": sent}]),
        ]
        shown = [
            *(answers[0]["image"][name] for name in ("detail_image", "tiny_image")),
            *(answers[1]["additionalimage"]["additional_image"][0].values()),
            *(each["path"] for each in answers[2]["decorationimage"]["image_list"]),
        ]
        statuses = [
            world.request("GET", each.removeprefix(world.base_url)).status_code for each in shown
        ]
        assert not (world.stage.app.configuration.data_dir / "files").exists()

    assert len(shown) == 6
    assert statuses == [200] * 6
    kept = {each.removeprefix("shop/s3mall/") for each in s3.keys(bucket)}
    assert {each.partition("/files/")[2] for each in shown} <= kept


def test_a_drawing_can_do_nothing_and_what_is_none_is_not_found(s3: Server) -> None:
    with opened(s3, s3.new_bucket()) as world:
        of(world).write("s3mall", "products/mug.svg", DRAWING)
        of(world).write("othermall", "mug.svg", DRAWING)
        seen = world.request("GET", "/files/products/mug.svg")
        missing = [
            world.request(method, path).status_code
            for method in ("GET", "HEAD")
            for path in ("/files/mug.svg", "/files/products", "/files/%2e%2e/othermall/mug.svg")
        ]
        posted = world.request("POST", "/files/products/mug.svg", content=b"new")

    assert (seen.status_code, seen.content) == (200, DRAWING)
    assert seen.headers["content-security-policy"].startswith("default-src 'none'")
    assert seen.headers["cache-control"] == "public, max-age=300"
    assert missing == [404] * 6
    assert posted.status_code == 405


def test_a_large_picture_is_shown_whole(s3: Server) -> None:
    content = os.urandom(2_500_000)
    name = name_of(content, "png")
    with opened(s3, s3.new_bucket()) as world:
        of(world).write("s3mall", name, content)
        seen = world.request("GET", f"/files/{name}")
        read = of(world).read("s3mall", name)
    assert (seen.status_code, seen.headers["content-length"]) == (200, "2500000")
    assert seen.content == content
    assert read == content


def test_a_picture_is_found_where_the_operator_says_browsers_find_it(s3: Server) -> None:
    with opened(s3, s3.new_bucket(), files_public_url="https://cdn.example/shop/") as world:
        seen = world.request("GET", "/files/products/mug.svg", follow_redirects=False)
        none = world.request("GET", "/files/products/mug.html", follow_redirects=False)
    assert (seen.status_code, seen.headers["location"]) == (
        302,
        "https://cdn.example/shop/s3mall/products/mug.svg",
    )
    assert seen.headers["cache-control"] == "public, max-age=300"
    assert none.status_code == 404


def test_a_store_that_went_away_is_503_and_nothing_is_changed() -> None:
    server = Server()
    with opened(server, server.new_bucket()) as world:
        number = world.product()["product_no"]
        sent = base64_of(picture(64, 64))
        made = upload(world, sent)
        before = world.get(f"products/{number}")
        lines = world.get("activitylogs", start_date="2026-11-21", end_date="2026-11-21")
        server.stop()
        path = made.removeprefix(world.base_url)
        given = {"image_upload_type": "A", "detail_image": base64_of(picture(65, 64))}
        answers = [
            world.request("GET", path),
            world.request("GET", path, headers={"If-None-Match": '"any"'}),
            world.call("POST", f"products/{number}/images", json={"request": given}),
            world.call("POST", "products/images", json={"requests": [{"image": sent}] * 2}),
        ]
        after = world.get(f"products/{number}")
        same = world.get("activitylogs", start_date="2026-11-21", end_date="2026-11-21")

    for answer in answers:
        assert (answer.status_code, answer.json()["error"]["message"]) == (503, AWAY)
        assert answer.headers["retry-after"] == "1"
    assert (after, same) == (before, lines)


def test_a_store_that_hangs_is_503_until_it_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    server = Server()
    try:
        with opened(server, server.new_bucket(), files_seconds=0.5) as world:
            of(world).write("s3mall", "mug.png", b"png")
            server.process.send_signal(signal.SIGSTOP)
            hanging = world.request("GET", "/files/mug.png")
            server.process.send_signal(signal.SIGCONT)
            going = world.request("GET", "/files/mug.png")
    finally:
        server.stop()
    assert (hanging.status_code, going.status_code) == (503, 200)
    [line] = [each for each in caplog.records if each.message == "pictures away"]
    told = str(line.__dict__)
    assert "cannot be reached" in told
    assert server.secret_key not in told


def test_a_bucket_that_is_removed_is_no_missing_picture() -> None:
    server = Server()
    bucket = server.new_bucket()
    with opened(server, bucket) as world:
        server.client.delete_bucket(Bucket=bucket)
        seen = world.request("GET", "/files/mug.png")
        with pytest.raises(PicturesAway, match="there is no such bucket"):
            of(world).write("s3mall", "mug.png", b"png")
    server.stop()
    assert (seen.status_code, seen.json()["error"]["message"]) == (503, AWAY)


def test_a_certificate_of_the_operators_own_authority(tmp_path: Path) -> None:
    tls = certificates.ensure(tmp_path, ["localhost", "127.0.0.1"], now=datetime.now(UTC))
    server = Server("-c", str(tls.certificate), "-k", str(tls.key), ca=str(tls.ca_file))
    settings: dict[str, Any] = {**server.settings(server.new_bucket()), "data_dir": tmp_path}
    trusting = open_store(Configuration(**settings, files_ca=tls.ca_file))
    trusting.write("mymall", "mug.png", b"png")
    assert trusting.read("mymall", "mug.png") == b"png"
    with pytest.raises(PicturesAway, match="certificate is of an unknown authority"):
        open_store(Configuration(**settings)).check()
    server.stop()


def test_what_the_environment_says_of_other_buckets_is_not_meant(
    s3: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name, value in (
        ("AWS_ACCESS_KEY_ID", "other"),
        ("AWS_SECRET_ACCESS_KEY", "other"),
        ("AWS_SESSION_TOKEN", "other"),
        ("AWS_ENDPOINT_URL", "http://127.0.0.1:1"),
        ("AWS_ENDPOINT_URL_S3", "http://127.0.0.1:1"),
        ("AWS_SKIP_SIGNATURE", "true"),
        ("AWS_VIRTUAL_HOSTED_STYLE_REQUEST", "true"),
        ("AWS_BUCKET", "other"),
        ("AWS_REGION", "other"),
    ):
        monkeypatch.setenv(name, value)
    bucket = s3.new_bucket()
    settings: dict[str, Any] = s3.settings(bucket)
    open_store(Configuration(**settings)).write("mymall", "mug.png", b"png")
    assert s3.keys(bucket) == ["shop/mymall/mug.png"]


def test_the_library_is_only_loaded_where_a_bucket_is_configured(s3: Server) -> None:
    program = (
        "import sys; from openmall import web_worker; web_worker.create();"
        " print('obstore' in sys.modules)"
    )
    with tempfile.TemporaryDirectory() as folder:
        told = []
        for settings in ({}, s3.settings(s3.new_bucket())):
            environment = {f"OPENMALL_{name.upper()}": value for name, value in settings.items()}
            done = subprocess.run(
                [sys.executable, "-c", program],
                env={**os.environ, "OPENMALL_DATA_DIR": folder, **environment},
                capture_output=True,
                text=True,
            )
            told.append((done.stdout, done.stderr))
    assert told == [("False\n", ""), ("True\n", "")]
