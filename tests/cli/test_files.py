"""An operator keeps pictures in a bucket, and is told in a sentence when that cannot be."""

import os
import time
from collections.abc import Callable

import pytest

from openmall.media import store_factory
from openmall.media.store import Folder
from tests.cli.command_line import Shell
from tests.s3 import Server

Configured = Callable[..., str]


@pytest.fixture
def place(s3: Server, shop: Shell, monkeypatch: pytest.MonkeyPatch) -> Configured:
    """Configures a bucket that is there, with other settings over it, and says where it is."""

    def configure(**others: str) -> str:
        settings = {**s3.settings(s3.new_bucket()), **others}
        for name, value in settings.items():
            monkeypatch.setenv(f"OPENMALL_{name.upper()}", value)
        bucket = settings["files"].removeprefix("s3://").partition("/")[0]
        return f"bucket {bucket!r} at {settings['files_endpoint']}"

    return configure


@pytest.mark.parametrize("command", [("serve",), ("demo", "--port", "0", "--http-port", "0")])
@pytest.mark.parametrize(
    ("setting", "value", "why"),
    [
        ("files", "s3://nobodys/shop", "there is no such bucket (NoSuchBucket)"),
        (
            "files_secret_key",
            "wrong-secret",
            "the secret key is not that of the access key (SignatureDoesNotMatch)",
        ),
        (
            "files_access_key",
            "AKIANOBODY",
            "the access key is unknown there (InvalidAccessKeyId)",
        ),
        (
            "files_endpoint",
            "http://127.0.0.1:1",
            "it cannot be reached, or its certificate is of an unknown authority",
        ),
    ],
)
def test_a_bucket_that_cannot_be_used_is_not_served(
    shop: Shell, place: Configured, setting: str, value: str, why: str, command: tuple[str, ...]
) -> None:
    where = place(**{setting: value})
    said = shop.fails(*command)
    assert said == f"cannot use the store of pictures: {where}: {why}"


@pytest.mark.parametrize(
    ("setting", "value", "why"),
    [
        ("files", "/srv/pictures", "files is s3://bucket or s3://bucket/prefix"),
        ("files", "s3://bucket/../other", "files is s3://bucket or s3://bucket/prefix"),
        ("files", "s3://BUCKET", "files is s3://bucket or s3://bucket/prefix"),
        (
            "files_endpoint",
            "s3.example.com",
            "files_endpoint is an address: https://s3.example.com:9000",
        ),
        (
            "files_endpoint",
            "https://key:secret@s3.example.com",
            "files_endpoint is an address: https://s3.example.com:9000",
        ),
        (
            "files_secret_key",
            "",
            "files on s3 need files_access_key and OPENMALL_FILES_SECRET_KEY",
        ),
        (
            "files_public_url",
            "cdn.example.com",
            "files_public_url is an address: https://pictures.example.com/shop",
        ),
    ],
)
def test_settings_that_name_no_bucket(
    shop: Shell, place: Configured, setting: str, value: str, why: str
) -> None:
    place(**{setting: value})
    assert shop.fails("serve") == f"cannot use the store of pictures: {why}"


def test_a_library_that_is_missing_is_named(
    shop: Shell, place: Configured, monkeypatch: pytest.MonkeyPatch
) -> None:
    place()
    monkeypatch.setattr(store_factory, "find_spec", lambda name: None)
    assert shop.fails("serve") == (
        "cannot use the store of pictures: files on s3 need a library more: "
        "pip install 'openmall[s3]'"
    )


def test_pictures_that_nothing_names_are_swept(shop: Shell) -> None:
    shop.text("mall", "create", "other", "--name", "Other")
    store = Folder(shop.data_dir / "files")
    names = ("old.png", "young.png")
    for name in names:
        store.write("myshop", name, b"png")
    long_ago = time.time() - 90_000
    os.utime(store.of("myshop") / "old.png", (long_ago, long_ago))
    facts = {"mall_id": "myshop", "pictures": 2, "young": 1, "removed": 1, "freed": 3}
    nothing = {"mall_id": "other", "pictures": 0, "young": 0, "removed": 0, "freed": 0}

    rehearsed = shop.json("files", "sweep", "--dry-run")
    older = shop.json("files", "sweep", "--older-than", "2d", "--mall", "myshop")
    both = {each.path for each in store.every("myshop")}
    shown = shop.text("files", "sweep")

    assert rehearsed == {"dry_run": True, "malls": [facts, nothing]}
    assert older == {"dry_run": False, "malls": [{**facts, "young": 2, "removed": 0, "freed": 0}]}
    assert both == set(names)
    assert [line.split() for line in shown.splitlines()] == [
        ["mall_id", "pictures", "young", "removed", "freed"],
        ["myshop", "2", "1", "1", "3", "bytes"],
        ["other", "0", "0", "0", "0", "bytes"],
    ]
    assert [each.path for each in store.every("myshop")] == ["young.png"]


@pytest.mark.parametrize("age", ["", "1", "d", "1w", "-1d", "11h"])
def test_ages_that_are_none(shop: Shell, age: str) -> None:
    assert shop.run("files", "sweep", "--older-than", age).exit_code == 2


def test_a_sweep_of_no_mall_or_a_store_that_is_away(shop: Shell, place: Configured) -> None:
    assert shop.fails("files", "sweep", "--mall", "nobody") == "there is no mall 'nobody'"
    where = place(files="s3://nobodys/shop")
    assert shop.fails("files", "sweep") == f"{where}: there is no such bucket (NoSuchBucket)"
