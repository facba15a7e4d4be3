"""The codes of products and variants: letters that count up, filled with zeros."""

from typing import Final

from openmall.contract.codes import LETTERS, letters

OF_PRODUCT: Final = 8
"""Length of a product's code, with which the codes of its variants begin."""


def of_product(product_no: int) -> str:
    """Return the code of a product: number 1 is P000000A. Codes sort as numbers do."""
    return "P" + letters(product_no - 1, OF_PRODUCT - 1)


def product_no(variant_code: str) -> int:
    """Return the product number in a variant's code; 0 for a malformed code."""
    number = 0
    for letter in variant_code[1:OF_PRODUCT].lstrip("0"):
        if letter not in LETTERS:
            return 0
        number = number * 26 + LETTERS.index(letter)
    return number + 1 if variant_code.startswith(of_product(number + 1)) else 0
