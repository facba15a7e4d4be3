"""Files as other programs write them, whole and broken."""

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest

from openmall.transfer.imports import reading
from openmall.transfer.imports.reading import LONGEST_CELL, Source
from openmall.transfer.imports.records import BrokenFile, CannotRead, Record


def read(file: Path, **how: str) -> list[Record]:
    return list(opened(file, **how).records())


def opened(file: Path, **how: str) -> Source:
    return Source(file, format_=None, **how)


def written(folder: Path, content: bytes, name: str = "goods.csv") -> Path:
    file = folder / name
    file.write_bytes(content)
    return file


def until_broken(records: Iterator[Record]) -> tuple[list[Record], BrokenFile]:
    found: list[Record] = []
    with pytest.raises(BrokenFile) as caught:
        found.extend(records)
    return found, caught.value


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_found_in_the_first_line(tmp_path: Path, delimiter: str) -> None:
    text = f'code{delimiter}name\n1{delimiter}"a{delimiter}b"\n'

    [row] = read(written(tmp_path, text.encode()))

    assert row.values == {"code": "1", "name": f"a{delimiter}b"}


def test_a_byte_order_mark_is_no_part_of_the_first_column(tmp_path: Path) -> None:
    file = written(tmp_path, "\ufeffcode,name\n1,앞치마\n".encode())

    assert read(file)[0].values == {"code": "1", "name": "앞치마"}


def test_another_encoding_is_read_when_it_is_named(tmp_path: Path) -> None:
    file = written(tmp_path, "code,name\n1,앞치마\n".encode("cp949"))

    assert read(file, encoding="cp949")[0].values["name"] == "앞치마"


def test_bytes_that_are_no_text_spoil_only_their_row(tmp_path: Path) -> None:
    file = written(tmp_path, b"code,name\n1,a\n2,\xff\xfe\n3,c\n")

    assert [(row.line, bool(row.error)) for row in read(file)] == [
        (2, False),
        (3, True),
        (4, False),
    ]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("이름,값\n".encode("cp949"), "The file has another encoding than was chosen"),
        ("code,name\n1,a\n".encode("utf-16"), "no CSV file"),
        (b"PK\x03\x04\x14\x00\x06\x00\x08\x00\n", "no CSV file"),
    ],
)
def test_a_head_that_is_no_text_is_refused(tmp_path: Path, content: bytes, message: str) -> None:
    file = written(tmp_path, content)

    with pytest.raises(CannotRead, match=message):
        read(file)


def test_lines_are_counted_where_rows_start(tmp_path: Path) -> None:
    file = written(tmp_path, b'code,name\n1,"two\nlines"\n\n2,x\n')

    assert [row.line for row in read(file)] == [2, 5]


def test_a_row_with_more_or_fewer_columns_is_at_fault(tmp_path: Path) -> None:
    file = written(tmp_path, b"code,name\n1\n2,b,c\n3,d\n")

    errors = [row.error for row in read(file)]

    assert errors[0] == "The row has 1 columns, but the first line names 2."
    assert errors[1] == "The row has 3 columns, but the first line names 2."
    assert errors[2] is None


def test_a_huge_value_spoils_only_its_row(tmp_path: Path) -> None:
    huge = b"x" * (LONGEST_CELL + 1)
    file = written(tmp_path, b"code,name\n1," + huge + b"\n2,b\n")

    first, second = read(file)

    assert first.error == "`name` is longer than 1000000 characters."
    assert second.error is None


def test_a_file_that_ends_in_quotes_is_broken_at_the_row(tmp_path: Path) -> None:
    file = written(tmp_path, b'code,name\n1,a\n2,"and then')

    found, broken = until_broken(opened(file).records())

    assert [row.values["code"] for row in found] == ["1"]
    assert (broken.line, broken.reason) == (
        3,
        "A quoted value is not closed: the file ends inside it.",
    )


def test_half_a_compressed_file_keeps_its_whole_rows(tmp_path: Path) -> None:
    text = "code,name\n" + "".join(f"{n},{n * 7919 % 1009}\n" for n in range(20_000))
    content = gzip.compress(text.encode(), mtime=0)
    file = written(tmp_path, content[: len(content) // 2], "goods.csv.gz")

    found, broken = until_broken(opened(file).records())

    assert len(found) > 1_000
    assert found[-1].values["code"] == str(len(found) - 1)
    assert broken.line == len(found) + 2
    assert broken.reason == "The compressed file is not complete."


def test_compressed_files_are_known_by_their_content(tmp_path: Path) -> None:
    file = written(tmp_path, gzip.compress(b"code\n1\n"), "goods.csv")

    assert read(file)[0].values == {"code": "1"}


def test_json_lines_keep_their_types_and_a_bad_one_is_at_fault(tmp_path: Path) -> None:
    file = written(tmp_path, b'{"a": 1, "b": ["x"]}\n\n{"a": \n[1]\n{"a": 2}\n', "goods.jsonl")

    rows = read(file)

    assert [(row.line, row.values) for row in rows] == [
        (1, {"a": 1, "b": ["x"]}),
        (3, {}),
        (4, {}),
        (5, {"a": 2}),
    ]
    assert [bool(row.error) for row in rows] == [False, True, True, False]


def test_json_lines_that_end_inside_one_are_broken(tmp_path: Path) -> None:
    file = written(tmp_path, b'{"a": 1}\n{"a": 2', "goods.jsonl")

    found, broken = until_broken(opened(file).records())

    assert len(found) == 1
    assert (broken.line, broken.reason) == (2, "The file ends inside a line.")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "The first line has to name the columns."),
        (b"a,b,a\n1,2,3\n", "Two columns are called a."),
        (b"\x1f\x8b", "The compressed file is not complete."),
    ],
)
def test_what_is_no_table_cannot_be_read(tmp_path: Path, content: bytes, reason: str) -> None:
    with pytest.raises(CannotRead, match=reason):
        read(written(tmp_path, content))


def test_a_file_that_unpacks_a_thousand_times_is_not_read_to_its_end(tmp_path: Path) -> None:
    content = gzip.compress(b"code,name\n" + b"1,a\n" * 10_000_000)
    source = opened(written(tmp_path, content, "goods.csv.gz"))

    with pytest.raises(BrokenFile, match="unpacks to more than 200 times its size"):
        for _ in source.records():
            pass

    assert 2_000_000 < source.read_to < 6_000_000


@pytest.mark.parametrize("name", ["goods.csv", "goods.jsonl"])
def test_empty_lines_without_end_are_given_up(tmp_path: Path, name: str) -> None:
    head = b"code\n" if name == "goods.csv" else b"{}\n"
    few = written(tmp_path, head + b"\n" * 100_000 + b'{"code": "2"}\n', name)
    assert len(read(few)) == (1 if name == "goods.csv" else 2)

    many = written(tmp_path, head + b"\n" * 100_001 + b'{"code": "2"}\n', name)
    _, broken = until_broken(opened(many).records())
    assert str(broken) == "More than 100000 empty lines follow each other."


def test_a_hundred_thousand_columns_are_read_in_one_pass(tmp_path: Path) -> None:
    names = [f"c{at}" for at in range(120_000)]

    assert read(written(tmp_path, ",".join(names).encode() + b"\n1\n"))[0].error is not None
    with pytest.raises(CannotRead, match="c7"):
        read(written(tmp_path, ",".join([*names, "c7"]).encode() + b"\n"))


def test_a_file_that_is_not_there_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(CannotRead, match="No such file"):
        opened(tmp_path / "none.csv")


def _bomb(folder: Path, name: str, head: bytes = b"", size: int = 100_000_000) -> Path:
    """Write a small file that is one line of `size` bytes, behind `head`."""
    file = folder / name
    with gzip.open(file, "wb", compresslevel=1) as opened_file:
        opened_file.write(head)
        for _ in range(size // 1_000_000):
            opened_file.write(b"a" * 1_000_000)
    assert file.stat().st_size < 2_000_000
    return file


def test_a_compressed_line_of_gigabytes_is_not_read_to_its_end(tmp_path: Path) -> None:
    head = opened(_bomb(tmp_path, "head.csv.gz"))
    row = opened(_bomb(tmp_path, "row.csv.gz", b"code,name\n1,a\n"))
    line = opened(_bomb(tmp_path, "line.jsonl.gz", b'{"code": 1}\n'))

    with pytest.raises(CannotRead, match="The first line has to name the columns"):
        head.records()
    rows, broken = until_broken(row.records())
    objects, cut = until_broken(line.records())

    assert ([each.line for each in rows], broken.line) == ([2], 3)
    assert ([each.line for each in objects], cut.line) == ([1], 2)
    assert "longer than 16000000" in str(broken)
    assert max(each.position() / each.size for each in (head, row, line)) < 0.4


def test_a_file_that_is_read_as_a_whole_has_a_bound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "MOST_AT_ONCE", 1_000_000)
    file = written(tmp_path, gzip.compress(b"a" * 1_000_001), "whole.json.gz")

    with pytest.raises(CannotRead, match="has at most 1000000 bytes"):
        Source(file, format_="saleor").records()
