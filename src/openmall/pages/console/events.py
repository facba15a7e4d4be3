"""The webhook events: labels, groups, and which of them an app can select."""

from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import Final

from msgspec import Struct

from openmall.events.webhooks import catalogue, field_choices
from openmall.http.web.languages import marked

GROUPS: Final[dict[str, dict[int, str]]] = {
    marked("Products"): {
        90001: marked("A product was added"),
        90002: marked("A product was changed"),
        90003: marked("A product was deleted"),
        90075: marked("The stock of a product changed"),
        90150: marked("A product sold out or is back in stock"),
    },
    marked("Orders"): {
        90023: marked("An order was placed"),
        90024: marked("The delivery status of an order changed"),
        90025: marked("The payment status of an order changed"),
        90026: marked("The cancellation status of an order changed"),
        90027: marked("The return status of an order changed"),
        90028: marked("The exchange status of an order changed"),
        90029: marked("The refund status of an order changed"),
        90031: marked("A product was added to an order"),
        90064: marked("The recipient of an order was changed"),
        90066: marked("A memo was added to an order"),
        90068: marked("A memo of an order was changed"),
        90069: marked("A memo of an order was deleted"),
        90071: marked("The delivery status of several orders changed"),
        90072: marked("The cancellation status of several orders changed"),
        90073: marked("The refund status of several orders changed"),
        90074: marked("The return status of several orders changed"),
        90162: marked("The shipping code of an order changed"),
        90084: marked("A product was added to a cart"),
    },
    marked("Customers"): {
        90032: marked("A customer signed up"),
        90080: marked("A customer's details were changed"),
        90143: marked("A customer signed in"),
        90144: marked("A customer moved to another group"),
        90145: marked("A customer's account became dormant"),
        90146: marked("A customer's account was reactivated"),
        90147: marked("A customer closed their account"),
        90148: marked("A customer's points changed"),
    },
    marked("Linked accounts of customers"): {
        90063: marked("A customer linked an account of another service"),
    },
    marked("Boards"): {
        90033: marked("An article was written"),
        90039: marked("An article was changed"),
        90036: marked("An article was deleted"),
        90034: marked("A comment was written"),
        90037: marked("A comment was deleted"),
        90035: marked("An urgent inquiry was received"),
        90038: marked("An urgent inquiry was deleted"),
    },
    marked("Categories"): {
        90042: marked("A category was added"),
        90043: marked("A category was changed"),
        90044: marked("A category was deleted"),
    },
    marked("Benefits and coupons"): {
        90047: marked("A benefit was added"),
        90048: marked("A benefit was changed"),
        90050: marked("A benefit was deleted"),
        90153: marked("A coupon was added"),
        90152: marked("A coupon was deleted"),
        90154: marked("A coupon was issued or revoked"),
    },
    marked("Suppliers"): {
        90090: marked("A supplier was added"),
        90091: marked("A supplier was changed"),
        90093: marked("A supplier was deleted"),
    },
    marked("Shipping companies"): {
        90100: marked("A shipping company was added"),
        90101: marked("A shipping company was changed"),
        90102: marked("A shipping company was deleted"),
    },
    marked("Managers of the shop"): {
        90113: marked("A manager was added"),
        90114: marked("A manager was changed"),
        90115: marked("A manager was deleted"),
    },
    marked("This app"): {
        catalogue.APP_DELETED: marked("The app was removed from a mall"),
        90078: marked("What a mall paid for each month is over"),
        90079: marked("A mall paid for another month"),
        90157: marked("A charge of the app was paid"),
        90158: marked("A payment to the app was asked back"),
        90159: marked("A payment to the app was given back"),
        91001: marked("An import of the app has ended"),
        91002: marked("An export of the app has ended"),
        91003: marked("A call of the app waits for approval"),
        91004: marked("A call of the app was approved"),
        91005: marked("A call of the app was rejected"),
        91006: marked("An approved call of the app was carried out"),
    },
}
"""Title of a group -> event number -> label. All events of a group need the same scopes."""

NAMES: Final = {number: text for events in GROUPS.values() for number, text in events.items()}


class EventChoice(Struct, frozen=True):
    """An event in a form."""

    event_no: int
    sentence: str
    name: str
    """Name of the event in the API and on the command line."""
    chosen: bool
    open: bool
    """It can be selected: the app's permissions allow it, or it is already selected."""
    listed: str | None
    """Examples of the changed fields that it lists; None: no field can be chosen."""
    fields: str
    """Those chosen."""


class Group(Struct, frozen=True):
    """Events that need the same permissions."""

    title: str
    lines: list[EventChoice]
    scopes: list[str]
    """Any one of these scopes is sufficient."""
    permitted: bool
    """The app has one of the scopes."""


def label(event_no: int, translate: Callable[[str], str]) -> str:
    """Return the label of an event; `translate`: into the reader's language."""
    return translate(NAMES[event_no]) if event_no in NAMES else str(event_no)


def form_groups(
    scopes: Iterable[str],
    selected: AbstractSet[int],
    fields: Mapping[int, str],
    translate: Callable[[str], str],
) -> list[Group]:
    """Return all events for a form; `scopes`: of the app, `selected`: selected events.

    `fields`: event -> names of changed fields, as they were entered.
    """
    permitted = catalogue.permitted(scopes)
    return [
        Group(
            translate(title),
            [
                EventChoice(
                    number,
                    translate(sentence),
                    catalogue.KINDS[number].name,
                    number in selected,
                    number in permitted or number in selected,
                    _listed(number),
                    fields.get(number, ""),
                )
                for number, sentence in events.items()
            ],
            sorted(catalogue.KINDS[next(iter(events))].scopes),
            next(iter(events)) in permitted,
        )
        for title, events in GROUPS.items()
    ]


def _listed(event_no: int) -> str | None:
    possible = field_choices.listed(event_no)
    if possible is not None and len(possible) < 2:
        return None  # there is nothing to choose
    return ", ".join(field_choices.examples(event_no))
