"""Generated codes are computed from their numbers, so that a hundred thousand need no rows.

A code is the encryption of a number within as many letters as the code has: a Feistel network of
keyed BLAKE2b over its bits, with a key of the mall. It is one of the mall's codes when the number
it stands for was allocated to a batch. A guess succeeds as often as with codes drawn at random.
Decision 38.
"""

import hashlib
import secrets
from typing import Final

LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""The 32 letters and digits of generated codes, without those that look alike."""
SHORTEST: Final = 8
LONGEST: Final = 20
_BITS_OF_LETTER: Final = 5
_ROUNDS: Final = 10
_VALUES: Final = {letter: at for at, letter in enumerate(LETTERS)}


def new_key() -> str:
    """Return a key for the codes of a mall."""
    return secrets.token_hex(32)


def code_of(number: int, *, length: int, key: str) -> str:
    """Return the code of `length` letters that stands for a number."""
    bits = length * _BITS_OF_LETTER
    low_bits = bits // 2
    secret = bytes.fromhex(key)
    high, low = number >> low_bits, number & ((1 << low_bits) - 1)
    for at in range(_ROUNDS):
        if at % 2:
            low ^= _round(secret, length, at, high, low_bits)
        else:
            high ^= _round(secret, length, at, low, bits - low_bits)
    value = high << low_bits | low
    return "".join(
        LETTERS[value >> shift & 31]
        for shift in range(bits - _BITS_OF_LETTER, -1, -_BITS_OF_LETTER)
    )


def number_of(code: str, *, key: str) -> int | None:
    """Return the number that a code stands for; None for what is no generated code."""
    if not SHORTEST <= len(code) <= LONGEST or not _VALUES.keys() >= set(code):
        return None
    value = 0
    for letter in code:
        value = value << _BITS_OF_LETTER | _VALUES[letter]
    bits = len(code) * _BITS_OF_LETTER
    low_bits = bits // 2
    secret = bytes.fromhex(key)
    high, low = value >> low_bits, value & ((1 << low_bits) - 1)
    for at in reversed(range(_ROUNDS)):
        if at % 2:
            low ^= _round(secret, len(code), at, high, low_bits)
        else:
            high ^= _round(secret, len(code), at, low, bits - low_bits)
    return high << low_bits | low


def _round(secret: bytes, length: int, at: int, half: int, bits: int) -> int:
    """Return `bits` pseudorandom bits of one half."""
    digest = hashlib.blake2b(
        half.to_bytes(8, "big"), digest_size=8, key=secret, person=bytes((length, at))
    ).digest()
    return int.from_bytes(digest, "big") & ((1 << bits) - 1)
