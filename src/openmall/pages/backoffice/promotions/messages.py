"""Errors of the operations on promotions, as the pages say them."""

from typing import Final

from openmall.http.web.languages import marked

MESSAGES: Final = {
    "How much is it worth?": marked("Enter an amount."),
    "It is worth nothing.": marked("Enter an amount above 0."),
    "Which rate does it give?": marked("Enter a rate."),
    "Expected an amount above 0, up to 100.": marked("Enter a value above 0, up to 100."),
    "Expected an amount above 0.": marked("Enter an amount above 0."),
    "Shipping is paid for an order.": marked("Shipping coupons apply to orders."),
    "For how many days?": marked("Enter a number of days."),
    "From when on may it be used?": marked("Enter a date."),
    "Until when may it be used?": marked("Enter a date."),
    "Where may it be used?": marked("Choose at least one."),
    "From which amount on?": marked("Enter an amount."),
    "How many are issued?": marked("Enter a number."),
    "From how many units on?": marked("Enter a number."),
    "How many codes, and how long?": marked("Enter number and length of the codes."),
    "The period has two ends.": marked("Enter a date."),
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
