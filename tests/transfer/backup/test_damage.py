"""A copy that is not what was written is found out, and what is wrong with it is named."""

import gzip
import random
import re
from pathlib import Path

import pytest

from openmall.transfer.backup.creation import NotPossible
from openmall.transfer.backup.reading import examine
from openmall.transfer.backup.tar import BLOCK, Member, Reader, encode_member
from tests.random_cases import cases
from tests.transfer.backup.full_installation import Full


@pytest.fixture(scope="module")
def copied(full: Full, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("copied") / "sound.tar"
    full.copy(path, full.mall_id)
    return path.read_bytes()


def problems(folder: Path, content: bytes) -> list[str]:
    path = folder / "copy.tar"
    path.write_bytes(content)
    try:
        return examine(path).problems
    except NotPossible as error:
        return [str(error)]


def members(folder: Path, content: bytes) -> list[Member]:
    path = folder / "members.tar"
    path.write_bytes(content)
    with path.open("rb") as file:
        return [member for member, _ in Reader(file).members()]


def test_a_byte_that_flips_is_found_wherever_it_is(copied: bytes, tmp_path: Path) -> None:
    places = random.Random(1)  # the same places in every run
    at_random = [places.randrange(len(copied)) for _ in range(cases(60, usual=20))]
    for at in (0, 600, 1100, *at_random, len(copied) - 1, len(copied) - 2 * BLOCK - 1):
        broken = bytearray(copied)
        broken[at] ^= 1 << places.randrange(8)
        assert problems(tmp_path, bytes(broken)) != [], f"byte {at}"


def test_the_member_with_a_flipped_byte_is_named(copied: bytes, tmp_path: Path) -> None:
    for member in members(tmp_path, copied)[1:]:
        broken = bytearray(copied)
        broken[member.offset + member.size // 2] ^= 1
        [first, *_] = problems(tmp_path, bytes(broken))
        assert member.name in first


def test_a_file_that_is_cut_off_says_after_what(copied: bytes, tmp_path: Path) -> None:
    every = members(tmp_path, copied)
    third, fourth = every[2:4]
    cut = copied[: fourth.offset + 1]
    assert problems(tmp_path, cut) == [
        f"after {third.name} (byte {fourth.offset:,}) the file is cut off"
    ]
    for size in (len(copied) - 1, len(copied) - BLOCK, every[-1].offset):
        assert problems(tmp_path, copied[:size]) != []
    assert problems(tmp_path, b"") == [
        f"{tmp_path}/copy.tar is no copy that openmall made: at byte 0 the file is cut off"
    ]


def test_a_member_that_is_missing_is_named(copied: bytes, tmp_path: Path) -> None:
    for member in members(tmp_path, copied)[1:]:
        start = copied.rindex(b"././@PaxHeader", 0, member.offset)
        end = member.offset + member.size + -member.size % BLOCK
        found = problems(tmp_path, copied[:start] + copied[end:])
        part = "/".join(member.name.split("/")[:2])
        assert any(re.match(rf"{part} has \d members, and should have", each) for each in found)


def test_rows_that_were_exchanged_under_a_true_digest_are_found(
    copied: bytes, tmp_path: Path
) -> None:
    [shop] = [each for each in members(tmp_path, copied) if each.name.startswith("rows/shop/")]
    start = copied.rindex(b"././@PaxHeader", 0, shop.offset)
    end = shop.offset + shop.size + -shop.size % BLOCK
    lines = gzip.decompress(copied[shop.offset : shop.offset + shop.size]).split(b"\n")
    fewer = encode_member(shop.name, gzip.compress(lines[0]), at=0)
    found = problems(tmp_path, copied[:start] + fewer + copied[end:])
    assert "rows/shop is not made of the members that were written" in found
    assert "rows/shop has 1 rows, and should have 2" in found


def test_what_is_no_copy_is_refused(tmp_path: Path) -> None:
    other = encode_member("hello.txt", b"hello", at=0)
    assert problems(tmp_path, other * 3) == [
        f"{tmp_path}/copy.tar is no copy that openmall made: it begins with hello.txt"
    ]
