"""The refusals of what apps set for themselves: versions, recipes, origins and webhooks."""

from typing import Final

from openmall.contract.refusal import Refusal

NO_SUCH_API_VERSION: Final = Refusal(
    "no_such_api_version",
    "There is no version of this date, or no longer.",
    remedy="Send one of the versions that the reference lists.",
)
RECIPE_OF_NO_EVENT: Final = Refusal(
    "recipe_of_no_event",
    "The code begins with the number of no event.",
    remedy="Begin the code with the number of an event of the catalogue.",
)
TOO_MANY_RECIPES: Final = Refusal(
    "too_many_recipes",
    "An app has {most} recipes in a mall at most.",
    remedy="Delete a recipe of the app that is no longer needed.",
)
WEBHOOK_ADDRESS_REFUSED: Final = Refusal(
    "webhook_address_refused",
    "This address is not possible: {problem}.",
    remedy="Send a public https address.",
)
EVENT_NOT_PERMITTED: Final = Refusal(
    "event_not_permitted",
    "There is no such event for the app: {event}. It does not exist, or the app has no permission"
    " for it.",
    remedy="Ask for the scope of the event, or leave the event out.",
)
ORIGIN_REFUSED: Final = Refusal(
    "origin_refused",
    "{detail}.",
    remedy="Send the origins as browsers do: scheme, host and port.",
)
