"""What is sealed opens only with the installation's key, and only where it belongs."""

import base64
import stat
import threading
from pathlib import Path

import pytest

from openmall.configuration import Configuration, from_environment
from openmall.database.seal import Seal, SealBroken, configured_seal

ONE, OTHER = bytes(range(32)), bytes(range(1, 33))


def _written(key: bytes) -> str:
    return base64.b64encode(key).decode()


def test_what_was_sealed_opens_where_it_belongs_and_nowhere_else() -> None:
    seal = Seal(lambda: [ONE])

    sealed = seal.close("열쇠 key", about="mall 1")

    assert "key" not in sealed
    assert seal.open(sealed, about="mall 1") == "열쇠 key"
    with pytest.raises(SealBroken, match="mall 2"):
        seal.open(sealed, about="mall 2")


def test_the_same_text_is_never_sealed_alike() -> None:
    seal = Seal(lambda: [ONE])
    assert seal.close("key", about="x") != seal.close("key", about="x")


@pytest.mark.parametrize("broken", ["", "plain", "sealed:1:", "sealed:1:AAAA", "sealed:1:%%%"])
def test_what_was_not_sealed_by_us_is_said_to_be_broken(broken: str) -> None:
    with pytest.raises(SealBroken):
        Seal(lambda: [ONE]).open(broken, about="x")


def test_a_new_key_seals_and_the_old_one_still_opens() -> None:
    old = Seal(lambda: [ONE]).close("key", about="x")
    rotated = Seal(lambda: [OTHER, ONE])

    assert rotated.open(old, about="x") == "key"
    with pytest.raises(SealBroken):
        Seal(lambda: [ONE]).open(rotated.close("key", about="x"), about="x")


def test_the_key_file_is_made_once_and_is_the_owners_alone(tmp_path: Path) -> None:
    configuration = Configuration(data_dir=tmp_path)
    sealed: list[str] = []

    def close() -> None:
        sealed.append(configured_seal(configuration).close("key", about="x"))

    threads = [threading.Thread(target=close) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert [configured_seal(configuration).open(each, about="x") for each in sealed] == ["key"] * 8
    assert [path.name for path in tmp_path.iterdir()] == ["secret.key"]
    assert stat.S_IMODE((tmp_path / "secret.key").stat().st_mode) == 0o600


def test_configured_keys_are_used_and_no_file_is_made(tmp_path: Path) -> None:
    keys = f"{_written(ONE)},{_written(OTHER)}"
    variables = {"OPENMALL_SECRET_KEYS": keys, "OPENMALL_DATA_DIR": str(tmp_path)}

    sealed = configured_seal(from_environment(variables)).close("key", about="x")

    assert Seal(lambda: [ONE]).open(sealed, about="x") == "key"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("wrong", ["short", _written(ONE[:16]), "%"])
def test_a_key_of_another_size_is_refused_by_name(tmp_path: Path, wrong: str) -> None:
    configuration = Configuration(data_dir=tmp_path, secret_keys=(wrong,))
    with pytest.raises(ValueError, match="secret_keys: a key is 32 random bytes in base64"):
        configured_seal(configuration).close("key", about="x")
