"""The refusals of translations of products, categories and themes."""

from typing import Final

from openmall.contract.refusal import Refusal

LANGUAGE_SENT_TWICE: Final = Refusal(
    "language_sent_twice",
    "One language was sent twice.",
    remedy="Send each language once.",
)
NOT_OPTIONS_OF_PRODUCT: Final = Refusal(
    "not_options_of_product",
    "The options and values are not those of the product.",
    remedy="Send the options and values as the product has them.",
)
TOO_MANY_TRANSLATED_TAGS: Final = Refusal(
    "too_many_translated_tags",
    "At most {most} tags are allowed.",
    remedy="Send fewer tags.",
)
NO_OBJECT_OF_TEXTS: Final = Refusal(
    "no_object_of_texts",
    "No JSON object of texts: {detail}",
    remedy="Send a JSON object whose names and values are strings.",
)
NO_LANGUAGE_OF_OTHER_SHOPS: Final = Refusal(
    "no_language_of_other_shops",
    "There is no such language among the other shops of the mall.",
    remedy="Send a language of the mall's other shops: GET shops lists them.",
)
NO_LANGUAGE_OF_SHOPS: Final = Refusal(
    "no_language_of_shops",
    "There is no such language among the shops of the mall.",
    remedy="Send a language of the mall's shops: GET shops lists them.",
)
