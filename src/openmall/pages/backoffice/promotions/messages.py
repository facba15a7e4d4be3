"""Errors of the operations on promotions, as the pages say them."""

from typing import Final

from openmall.http.web.languages import marked

MESSAGES: Final = {
    "A coupon of this kind needs its amount.": marked("Enter an amount."),
    "The amount of a coupon is above 0.": marked("Enter an amount above 0."),
    "A coupon of this kind needs its rate.": marked("Enter a rate."),
    "Expected an amount above 0, up to 100.": marked("Enter a value above 0, up to 100."),
    "Expected an amount above 0.": marked("Enter an amount above 0."),
    "A coupon on shipping is for orders, not for products.": marked(
        "Shipping coupons apply to orders."
    ),
    "The number of days from the issue is required for this period.": marked(
        "Enter a number of days."
    ),
    "A coupon with a period needs its start.": marked("Enter a date."),
    "A coupon with a period needs its end.": marked("Enter a date."),
    "A coupon needs at least one site where it may be used.": marked("Choose at least one."),
    "A limit of the amount needs the least amount.": marked("Enter an amount."),
    "A limited issue needs the greatest number of coupons.": marked("Enter a number."),
    "An issue by quantity needs the least quantity.": marked("Enter a number."),
    "Generated codes need their number and length.": marked(
        "Enter number and length of the codes."
    ),
    "A benefit with a period needs its start and its end.": marked("Enter a date."),
    "There is a code like this.": marked("This code exists already."),
    "A code has four letters or more.": marked("Enter at least 4 characters."),
    "All customers use the same code.": marked("All customers use the same code: enter only one."),
    "Choose a product for the preview.": marked("Choose a product for the preview."),
    "Nobody got the coupon: everyone chosen has it already.": marked(
        "Nobody got the coupon: everyone chosen has it already."
    ),
    "The end lies before the start.": marked("The end date is before the start date."),
}
"""Message of the API, or of a page -> text of the page."""
