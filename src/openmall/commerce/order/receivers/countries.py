"""The country of a receiver, as it is stored with an order."""

from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.contract.refusals import UNKNOWN_COUNTRY
from openmall.translations import countries


def names_of(call: Call, code: str, *, parameter: str) -> dict[str, str]:
    """Return the names of a country: in the shop's language, and in English.

    Raises Invalid (422) for the `parameter` where there is no such country.
    """
    english = countries.names("en")
    if code not in english:
        raise Invalid(UNKNOWN_COUNTRY, parameter=parameter, country=code)
    own = countries.names(call.mall.shops[call.shop_no].language)
    return {"country_name": own[code], "country_name_en": english[code]}
