"""The identity provider with which staff of a mall sign in (OpenID Connect)."""

from openmall.contract.crud.settings import Setting
from openmall.contract.params import Secret

SHOP_NO = 1
"""The settings are those of the mall: they are kept with its first shop."""


class StaffProviderSetting(Setting, frozen=True, kw_only=True):
    """The mall's registration at its provider; an empty issuer: it has none."""

    provider_name: str = ""
    issuer: str = ""
    client_id: str = ""
    client_secret: Secret | None = None
