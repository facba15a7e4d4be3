"""The codes of products and variants: letters that count up, filled with zeros."""

from typing import Final

from openmall.contract.letters import LETTERS, letters

OF_PRODUCT: Final = 8
"""Characters of a product's code; those of its variants begin with it."""


def of_product(product_no: int) -> str:
    """Return the code of a product: number 1 is P000000A. In the order of the numbers."""
    return "P" + letters(product_no - 1, OF_PRODUCT - 1)


def product_no(variant_code: str) -> int:
    """Return the number of the product a variant is of; 0 for a code no product has."""
    number = 0
    for letter in variant_code[1:OF_PRODUCT].lstrip("0"):
        if letter not in LETTERS:
            return 0
        number = number * 26 + LETTERS.index(letter)
    return number + 1 if variant_code.startswith(of_product(number + 1)) else 0
