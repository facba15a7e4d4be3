"""Texts of a body are searched for secrets one by one only if the whole body may have one."""

import json
import random
from typing import Any, Final

import pytest

from openmall.events.request_log import redaction
from openmall.events.request_log.redaction import LONGEST_VALUE, Masking, Rules
from openmall.events.request_log.secret_shapes import may_have_shapes
from tests.random_cases import cases

_OPEN: Final = Rules(people=False, secret=frozenset({"sealed"}), codes={})
_SECRETS: Final = (
    "min@example.com",
    "010-1234-5678",
    "01012345678",
    "010 ١٢٣٤ ٥٦٧٨",
    "sk1aB2cD3eF4gH5iJ6kL",
)
_ORDINARY: Final = (
    "P000000E", "둥근 언덕", "2026-11-26T23:11:26+09:00", "a" * 19, "A1" * 9, "0101", "1010123456",
    'a "quoted" word\n', "\\ / \t", "", "é" * 30, "T",
)  # fmt: skip
_NAMES: Final = ("product_name", "memo", "message", "buyer_name", "sealed", "api_key", "이름")


def _escaped(text: str) -> str:
    """Return the JSON of a text with every character written by its number."""
    units = text.encode("utf-16-be")
    codes = (units[at : at + 2].hex() for at in range(0, len(units), 2))
    return '"' + "".join(f"\\u{code}" for code in codes) + '"'


@pytest.mark.parametrize("secret", _SECRETS)
@pytest.mark.parametrize("write", [json.dumps, _escaped, lambda text: f'"{text}"'])
def test_a_secret_is_masked_however_its_characters_are_written(secret: str, write: Any) -> None:
    body = f'{{"product": {{"memo": {write(secret)}}}}}'.encode()
    kept = json.loads(Masking(_OPEN, b"").body(body))["product"]["memo"]
    assert "*" in kept
    assert kept != secret


@pytest.mark.parametrize("text", _ORDINARY)
def test_ordinary_texts_need_no_search(text: str) -> None:
    assert not may_have_shapes(json.dumps({"memo": text}, ensure_ascii=False).encode())


@pytest.mark.parametrize("seed", range(cases(200, usual=50)))
def test_bodies_are_masked_as_if_each_text_was_searched(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # given a body of any shape, with a secret in it or without
    draw = random.Random(seed)
    secrets = _SECRETS if seed % 2 else ()

    def text() -> str:
        some = "".join(draw.choices(_ORDINARY * 3 + secrets, k=draw.choice([1, 1, 2])))
        return some + "x-" * LONGEST_VALUE if draw.random() < 0.02 else some

    def value(depth: int) -> Any:
        kind = draw.choice(["text"] * 6 + ["number", "null"] + ["object", "list"] * (depth < 3))
        if kind == "object":
            names = draw.sample(_NAMES, k=draw.randrange(5))
            return {name + draw.choice(["", "", text()]): value(depth + 1) for name in names}
        if kind == "list":
            return [value(depth + 1) for _ in range(draw.randrange(4))]
        return {"text": text, "number": lambda: draw.randrange(10**11), "null": lambda: None}[
            kind
        ]()

    shown = json.dumps({"product": value(0)}, ensure_ascii=draw.random() < 0.3).encode()
    masked = Masking(_OPEN, b"").body(shown, answer=True)
    # when every text is searched
    monkeypatch.setattr(redaction, "may_have_shapes", lambda body: True)
    # then the same is kept
    assert masked == Masking(_OPEN, b"").body(shown, answer=True)
