"""Korean particles behind values: their form follows the sound that the value ends with.

A translation has both forms, as in `{name}은(는)`; with the value the right one is chosen. Where
the sound is not known, such as behind an English word, both forms stay.

| the value ends with | its sound |
|---|---|
| a Hangul syllable | a final consonant, or none: by its code point |
| a digit | its Korean reading: 0 영, 1 일, 2 이, 3 삼, ... |
| a Latin word in capitals such as USD | the name of its last letter: L, M, N, R end in one |
| anything else | not known |
"""

import re
from collections.abc import Mapping
from typing import Final, Literal

_FIRST, _LAST, _FINALS = ord("가"), ord("힣"), 28
_RIEUL: Final = 8
"""Number of the final consonant ㄹ, behind which (으)로 is 로."""
Sound = Literal["vowel", "consonant", "ㄹ"]
_DIGITS: Final[Mapping[str, Sound]] = {
    "0": "consonant", "1": "ㄹ", "2": "vowel", "3": "consonant", "4": "vowel", "5": "vowel",
    "6": "consonant", "7": "ㄹ", "8": "ㄹ", "9": "vowel",
}  # fmt: skip
"""Digit -> how its reading ends; that of a round number, such as 십 and 만, as that of 0."""
_LETTERS: Final[Mapping[str, Sound]] = {"L": "ㄹ", "M": "consonant", "N": "consonant", "R": "ㄹ"}
"""Capital letter -> how its name ends; those of all others end in a vowel."""
PARTICLES: Final[Mapping[str, tuple[str, str]]] = {
    "은(는)": ("은", "는"),
    "이(가)": ("이", "가"),
    "을(를)": ("을", "를"),
    "과(와)": ("과", "와"),
    "(으)로": ("으로", "로"),
    "(이)며": ("이며", "며"),
    "(이)나": ("이나", "나"),
    "(이)라": ("이라", "라"),
    "(이)어야": ("이어야", "여야"),
}
"""Both forms in a translation -> behind a consonant, and behind a vowel."""
_BOTH: Final = "|".join(map(re.escape, PARTICLES))
_QUOTES: Final = "\"'`”’」』"
_PLACEHOLDER: Final = r"\{(\w*)\}|%\((\w+)\)[sd]|%\((\w+)\)|\[([A-Z_]+)\]"
# a bounded number of quotes: a text of quotes alone would take time with its square
_MARKS: Final = rf"([{_QUOTES}]{{0,3}})"
_BEHIND_VALUE: Final = re.compile(rf"({_PLACEHOLDER}){_MARKS}({_BOTH})")
_BEHIND_ANYTHING: Final = re.compile(rf"(\S{{1,20}}?){_MARKS}({_BOTH})")
_CLOSING: Final = _QUOTES + ")]}>»›.,!?"
_TAG: Final = re.compile(r"<[^<>]*>\Z")
_CAPITALS: Final = re.compile(r"(?<![A-Za-z])[A-Z]+\Z")


def chosen(template: str, values: Mapping[str, object]) -> str:
    """Return a translation with the particles behind its values chosen; the values stay out.

    `values`: by the names of placeholders `{name}`, `%(name)s` or `[NAME]`.
    """
    if "(" not in template:
        return template

    def choose(found: re.Match[str]) -> str:
        placeholder, quotes, particle = found[1], found[6], found[7]
        name = next(each for each in found.group(2, 3, 4, 5) if each is not None)
        if name not in values:
            return found[0]
        return f"{placeholder}{quotes}{form(str(values[name]), particle)}"

    return _BEHIND_VALUE.sub(choose, template)


def settled(text: str) -> str:
    """Return a text with the particles behind its words chosen."""
    if "(" not in text:
        return text
    return _BEHIND_ANYTHING.sub(lambda found: found[1] + found[2] + form(found[1], found[3]), text)


def form(value: str, particle: str) -> str:
    """Return the form of one of PARTICLES behind a value."""
    sound = _sound(value)
    if sound is None:
        return particle
    behind_consonant, behind_vowel = PARTICLES[particle]
    is_open = sound == "vowel" or (sound == "ㄹ" and particle == "(으)로")
    return behind_vowel if is_open else behind_consonant


def _sound(value: str) -> Sound | None:
    """Return how the reading of a value ends; None: it is not known."""
    word = value[-100:].rstrip()
    while word.endswith(">") and (tag := _TAG.search(word)):
        word = word[: tag.start()].rstrip()
    word = word.rstrip(_CLOSING)
    if not word:
        return None
    last = word[-1]
    if _FIRST <= ord(last) <= _LAST:
        final = (ord(last) - _FIRST) % _FINALS
        return "vowel" if not final else "ㄹ" if final == _RIEUL else "consonant"
    if last in _DIGITS:
        return _DIGITS[last]
    return _LETTERS.get(last, "vowel") if _CAPITALS.search(word) else None
