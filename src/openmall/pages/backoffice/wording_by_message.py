"""Transitional: wordings of refusals that have no constants yet, by their English messages."""

import re
from collections.abc import Sequence
from typing import Final

from openmall.contract.errors import ApiError
from openmall.contract.refusal import Translate
from openmall.contract.refusals import STORED_FAILURE
from openmall.http.web.languages import marked

Messages = Sequence[tuple[re.Pattern[str], str]]


def found(error: ApiError, translate: Translate, *tables: Messages) -> str | None:
    for pattern, message in (row for table in tables for row in table):
        match = pattern.fullmatch(error.message)
        if match:
            return translate(message).format(*match.groups())
    if error.refusal == STORED_FAILURE:
        return translate(error.message)
    return None


OF_FORMS: Final[Messages] = (
    (
        re.compile(r"An item in state (\w+) cannot .*"),
        marked("Another manager was faster: an item is now in state {0}. Nothing was changed."),
    ),
    (
        re.compile(r"An item is in state (\w+) already\."),
        marked("Another manager was faster: an item is now in state {0}. Nothing was changed."),
    ),
    (
        re.compile(r"Nothing of the order is in a state to be sent\."),
        marked("Nothing of this order can be shipped now."),
    ),
    (
        re.compile(r"Only items that await their payment can be taken out of an order\."),
        marked("Only items that await their payment can be taken out of an order."),
    ),
    (re.compile(r"There are not enough in stock\."), marked("There are not enough in stock.")),
    (re.compile(r"The order is cancelled\."), marked("The order is cancelled.")),
    (
        re.compile(r"The default shipping origin cannot be deleted while there are others\."),
        marked("The default origin cannot be deleted while there are others."),
    ),
    (
        re.compile(r"A mall has a default shipping origin\."),
        marked("Make another origin the default first."),
    ),
    (re.compile(r"The parcel has been sent\."), marked("The parcel was already sent.")),
    (
        re.compile(r"The options make more than (\d+) variants\."),
        marked("These options make more than {0} variants."),
    ),
    (
        re.compile(r"They are not the options there are\."),
        marked("Another manager changed the options. Nothing was changed."),
    ),
    (
        re.compile(r"Categories are at most (\d+) levels deep\."),
        marked("Categories are at most {0} levels deep."),
    ),
    (
        re.compile(r"The sale price is not below the price\."),
        marked("Enter a sale price below the usual price."),
    ),
    (
        re.compile(r"The quantity is (-?\d+)\."),
        marked("It changed meanwhile and is {0} now. Nothing was changed."),
    ),
    (
        re.compile(r"The quantity would be (-?\d+)\."),
        marked("The quantity would be {0}, which is too much."),
    ),
    (
        re.compile(r"A category cannot be below itself\."),
        marked("A category cannot be below itself."),
    ),
    (
        re.compile(r"It is not below the same category\."),
        marked("Another manager changed the categories. Nothing was changed."),
    ),
    (
        re.compile(r"A product has at most (\d+) additional images\."),
        marked("A product has a main picture and at most {0} others."),
    ),
    (
        re.compile(r"Nothing was changed yet: it waits for approval as plan (\d+)\."),
        marked("Nothing was changed yet. This waits until somebody approves it, as proposal {0}."),
    ),
    (
        re.compile(r"The shop wants to approve such writes, and this one cannot be proposed\."),
        marked(
            "The shop wants to approve such changes, and this one cannot be proposed."
            " A head admin can make it."
        ),
    ),
    (re.compile(r"There is a \w+ like this\."), marked("This is already in use. Choose another.")),
    (
        re.compile(r"There is one like this already\."),
        marked("This is already in use. Choose another."),
    ),
    (
        re.compile(r"Name an app, a role or a kind of write\."),
        marked("Choose an app, a role or a kind of change."),
    ),
    (
        re.compile(r"The key was used for another call\."),
        marked("This form was saved before. Open a new one for something else."),
    ),
    (re.compile(r"Only (\d+) were bought\."), marked("Enter {0} or less.")),
    (
        re.compile(r"Expected a picture: (.*)\."),
        marked("Choose a picture of one of these types: {0}."),
    ),
    (re.compile(r"Expected a picture(?: in base64)?\."), marked("Choose a picture.")),
)

OF_UNDO: Final[Messages] = (
    (re.compile(r"The write was undone\."), marked("It was undone already.")),
    (
        re.compile(r"\A.+ cannot become what it was: another one has its name\."),
        marked(
            "Something else has the same name or number now, so this cannot become what it was."
        ),
    ),
    (
        re.compile(r"\A.+ belongs to a (?:product|category) that is gone\."),
        marked("The product or category that it belongs to is gone."),
    ),
    (
        re.compile(r"\A.+ belongs to an? [\w ]+ that is gone\."),
        marked("What it belongs to is gone."),
    ),
    (
        re.compile(r"\A.+: the (?:item|parcel) has been sent\. Keep it\."),
        marked("It has been sent meanwhile. Keep it as it is."),
    ),
    (
        re.compile(r"\A.+: an item in state \w+ is not \w+ again\. Keep it\."),
        marked("The item cannot return to the state that it had. Keep it as it is."),
    ),
    (
        re.compile(r"\A.+: the code was used\. Keep it\."),
        marked("The code was used meanwhile. Keep it as it is."),
    ),
    (
        re.compile(r"\A.+: payment methods were added to it\. Keep it\."),
        marked("Payment methods were added to it meanwhile. Keep it as it is."),
    ),
    (
        re.compile(r"\A.+ cannot be reverted: it is gone, or less would be left than nothing\."),
        marked("Less than nothing would be left. Keep it as it is."),
    ),
    (
        re.compile(r"\A.+ is gone, and cannot be reverted\."),
        marked("What is gone cannot be reverted. Keep it as it is."),
    ),
)

OF_RANGES: Final[Messages] = (
    (re.compile(re.escape("Name an app or a manager.")), marked("Choose an app or a manager.")),
    (
        re.compile(re.escape("The range ends before it begins.")),
        marked("The end date is before the start date."),
    ),
    (
        re.compile(re.escape("Nothing of the range can be undone.")),
        marked("Nothing of this time can be undone."),
    ),
)

OF_APPROVALS: Final[Messages] = (
    (
        re.compile(r"Somebody else has to decide on what you proposed yourself\."),
        marked("Somebody else has to decide on what you proposed yourself."),
    ),
    (re.compile(r"The plan has expired\."), marked("The proposal has expired.")),
    (
        re.compile(r"Somebody else has decided on the plan\.|The plan is \w+\."),
        marked("Somebody else was faster and has decided. Nothing was changed."),
    ),
    (
        re.compile(r"A plan has at most (\d+) comments\."),
        marked("A proposal has at most {0} comments."),
    ),
)

OF_NEWSLETTERS: Final[Messages] = (
    (re.compile(re.escape("This time has passed.")), marked("This time has passed.")),
    (
        re.compile(re.escape("The newsletter was sent already.")),
        marked("The newsletter was sent already."),
    ),
)

OF_PROMOTIONS: Final[Messages] = (
    (re.compile(re.escape("How much is it worth?")), marked("Enter an amount.")),
    (re.compile(re.escape("It is worth nothing.")), marked("Enter an amount above 0.")),
    (re.compile(re.escape("Which rate does it give?")), marked("Enter a rate.")),
    (
        re.compile(re.escape("Expected an amount above 0, up to 100.")),
        marked("Enter a value above 0, up to 100."),
    ),
    (re.compile(re.escape("Expected an amount above 0.")), marked("Enter an amount above 0.")),
    (
        re.compile(re.escape("Shipping is paid for an order.")),
        marked("Shipping coupons apply to orders."),
    ),
    (re.compile(re.escape("For how many days?")), marked("Enter a number of days.")),
    (re.compile(re.escape("From when on may it be used?")), marked("Enter a date.")),
    (re.compile(re.escape("Until when may it be used?")), marked("Enter a date.")),
    (re.compile(re.escape("Where may it be used?")), marked("Choose at least one.")),
    (re.compile(re.escape("From which amount on?")), marked("Enter an amount.")),
    (re.compile(re.escape("How many are issued?")), marked("Enter a number.")),
    (re.compile(re.escape("From how many units on?")), marked("Enter a number.")),
    (
        re.compile(re.escape("How many codes, and how long?")),
        marked("Enter number and length of the codes."),
    ),
    (re.compile(re.escape("The period has two ends.")), marked("Enter a date.")),
    (re.compile(re.escape("There is a code like this.")), marked("This code exists already.")),
    (
        re.compile(re.escape("A code has four letters or more.")),
        marked("Enter at least 4 characters."),
    ),
    (
        re.compile(re.escape("All customers use the same code.")),
        marked("All customers use the same code: enter only one."),
    ),
)

OF_REPORTS: Final[Messages] = (
    (
        re.compile(re.escape("The end comes before the start.")),
        marked("The end date is before the start date."),
    ),
    (re.compile(re.escape("At most 366 days at once.")), marked("Choose up to 366 days.")),
    (
        re.compile(re.escape("Reports are unavailable for a moment, try again.")),
        marked("Reports are temporarily unavailable. Please try again."),
    ),
    (
        re.compile(re.escape("The report took longer than its time budget.")),
        marked("The report took too long."),
    ),
)
