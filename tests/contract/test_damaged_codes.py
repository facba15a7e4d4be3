"""Codes as spreadsheet programs leave them."""

from typing import Any

import pytest

from openmall.contract import refusals
from openmall.contract.refusal import Refusal
from openmall.contract.spreadsheets import CodeKind, DamagedCode, intact_code, with_lost_zero


@pytest.mark.parametrize(
    ("cell", "reason"),
    [
        ("4.12346E+11", refusals.CODE_SHORTENED),
        ("4,12346E+11", refusals.CODE_SHORTENED),
        ("4.12346e11", refusals.CODE_SHORTENED),
        ("8E+12", refusals.CODE_SHORTENED),
        ("４.12346Ｅ＋11", refusals.CODE_SHORTENED),
        ("#REF!", refusals.SPREADSHEET_ERROR),
        ("#n/a", refusals.SPREADSHEET_ERROR),
        ("#######", refusals.SPREADSHEET_ERROR),
        ("01-Mar", refusals.CODE_MADE_A_DATE),
        ("3월 1일", refusals.CODE_MADE_A_DATE),
        ("2026-03-01 00:00:00", refusals.CODE_MADE_A_DATE),
        (880123456789.0, refusals.CODE_IS_NO_TEXT),
    ],
)
@pytest.mark.parametrize("kind", ["own", "number", "zip", "phone"])
def test_what_has_lost_digits_is_refused(cell: Any, reason: Refusal, kind: CodeKind) -> None:
    with pytest.raises(DamagedCode) as refused:
        intact_code(cell, kind)

    assert refused.value.reason.refusal == reason


@pytest.mark.parametrize(
    ("cell", "number", "own"),
    [
        ("412345678901", "412345678901", "412345678901"),
        (" ４１２３ ", "4123", "４１２３"),
        ("412345678901.0", "412345678901", "412345678901.0"),
        ("'0412", "0412", "'0412"),
        ("'+8210", "+8210", "'+8210"),
        ("1Z999AA10123456784", "1Z999AA10123456784", "1Z999AA10123456784"),
        ("10-MAY", "10-MAY", "10-MAY"),
        ("E12", "E12", "E12"),
        ("2E5X", "2E5X", "2E5X"),
        ("V1.0", "V1.0", "V1.0"),
        ("100000000000000000", None, "100000000000000000"),
        ("123456789012345000", None, "123456789012345000"),
        ("1E11", None, "1E11"),
        ("'", "'", "'"),
        ("", "", ""),
    ],
)
def test_what_can_be_put_right_is(cell: str, number: str | None, own: str) -> None:
    assert intact_code(cell, "own") == own
    if number is None:
        with pytest.raises(DamagedCode):
            intact_code(cell, "number")
    else:
        assert intact_code(cell, "number") == number


@pytest.mark.parametrize(
    ("code", "kind", "country", "whole"),
    [
        ("1701", "zip", "US", "01701"),
        ("6236", "zip", "KR", "06236"),
        ("6236", "zip", "CH", "6236"),
        ("06236", "zip", "KR", "06236"),
        ("1701-1234", "zip", "US", "1701-1234"),
        ("1701", "zip", "", "1701"),
        ("1012345678", "phone", "KR", "01012345678"),
        ("212345678", "phone", "KR", "0212345678"),
        ("1012345678", "phone", "US", "1012345678"),
        ("+821012345678", "phone", "KR", "+821012345678"),
        ("15881234", "phone", "KR", "15881234"),
        ("1701", "number", "US", "1701"),
    ],
)
def test_lost_zeros_come_back(code: str, kind: CodeKind, country: str, whole: str) -> None:
    assert with_lost_zero(code, kind, country) == whole
