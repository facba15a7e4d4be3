"""The services whose accounts a shop accepts, from its settings.

A service is offered once everything it needs is set. All but the portal are OpenID Connect
providers, known by their issuer; the portal's (Naver) is OAuth 2.0 with a profile to read.
"""

from typing import Final

from msgspec import Struct

from openmall.commerce.personal.social.refusals import SIGN_IN_SERVICE_NOT_OFFERED
from openmall.commerce.store.socials import (
    ChatappsyncSetting,
    OpenidSetting,
    OsaccountSetting,
    PortalloginSetting,
)
from openmall.contract.call import Call
from openmall.contract.crud.settings import current, preload
from openmall.contract.errors import NotFound

ISSUERS: Final = {
    "osaccount": "https://appleid.apple.com",
    "chatapp": "https://kauth.kakao.com",
    "websearch": "https://accounts.google.com",
    "messenger": "https://access.line.me",
    "portal": "https://nid.naver.com",
}
"""`social_name` -> its issuer. For the portal it only tells its accounts from those of others."""
NAMES: Final = {
    "osaccount": "Apple",
    "portal": "Naver",
    "chatapp": "Kakao",
    "websearch": "Google",
    "messenger": "LINE",
}
"""`social_name` -> what its button says."""
OTHER: Final = "openid"
"""The `social_name` of the provider that a merchant names."""


class SigningKey(Struct, frozen=True):
    """The key with which the shop signs its client secret, instead of a stored one."""

    team_id: str
    key_id: str
    pem: str


class Service(Struct, frozen=True, kw_only=True):
    """A service with the shop's registration there."""

    social_name: str
    service_name: str
    issuer: str
    client_id: str
    client_secret: str = ""
    signing_key: SigningKey | None = None
    scope: str = "openid email profile"
    is_form_posted: bool = False
    """The service sends the browser back by a form: it does so where it is asked for an address."""
    is_signed_with_secret: bool = False
    """Its ID tokens are signed with the client secret (HS256)."""
    is_openid: bool = True


async def offered(call: Call) -> dict[str, Service]:
    """Return the services of the call's shop by `social_name`, in the order of their buttons."""
    await preload(call, OsaccountSetting, PortalloginSetting, ChatappsyncSetting, OpenidSetting)
    found = [
        _of_portal(await current(call, PortalloginSetting)),
        _of_chat_app(await current(call, ChatappsyncSetting), await current(call, OpenidSetting)),
        _of_operating_system(await current(call, OsaccountSetting)),
        *_others(await current(call, OpenidSetting)),
    ]
    return {each.social_name: each for each in found if each is not None}


async def require(call: Call, social_name: str) -> Service:
    """Return a service of the call's shop. Raises NotFound (404)."""
    service = (await offered(call)).get(social_name)
    if service is None:
        raise NotFound(SIGN_IN_SERVICE_NOT_OFFERED, parameter="social_name")
    return service


def name_of(service: Service | None, social_name: str) -> str:
    """Return what a service is called, also one that is not offered any more."""
    return NAMES.get(social_name, social_name) if service is None else service.service_name


def _of_portal(setting: PortalloginSetting) -> Service | None:
    if setting.use_portallogin == "F" or not (setting.client_id and setting.client_secret):
        return None
    return Service(
        social_name="portal",
        service_name=NAMES["portal"],
        issuer=ISSUERS["portal"],
        client_id=setting.client_id,
        client_secret=setting.client_secret,
        is_openid=False,
    )


def _of_chat_app(setting: ChatappsyncSetting, openid: OpenidSetting) -> Service | None:
    if setting.use_chatappsync == "F" or not setting.rest_api_key:
        return None
    return Service(
        social_name="chatapp",
        service_name=NAMES["chatapp"],
        issuer=ISSUERS["chatapp"],
        client_id=setting.rest_api_key,
        client_secret=openid.chatapp_client_secret or "",
        # it refuses scopes that the merchant has not switched on in its console
        scope="openid",
    )


def _of_operating_system(setting: OsaccountSetting) -> Service | None:
    pem = setting.auth_key_file_contents
    complete = setting.client_id and setting.team_id and setting.key_id and pem
    if setting.use_osaccount_login == "F" or not complete:
        return None
    assert pem is not None
    return Service(
        social_name="osaccount",
        service_name=NAMES["osaccount"],
        issuer=ISSUERS["osaccount"],
        client_id=setting.client_id,
        signing_key=SigningKey(setting.team_id, setting.key_id, pem),
        scope="openid email",
        is_form_posted=True,
    )


def _others(setting: OpenidSetting) -> list[Service]:
    found = []
    if setting.use_websearch_login == "T" and setting.websearch_client_id:
        found.append(
            Service(
                social_name="websearch",
                service_name=NAMES["websearch"],
                issuer=ISSUERS["websearch"],
                client_id=setting.websearch_client_id,
                client_secret=setting.websearch_client_secret or "",
            )
        )
    if (
        setting.use_messenger_login == "T"
        and setting.messenger_client_id
        and setting.messenger_client_secret
    ):
        found.append(
            Service(
                social_name="messenger",
                service_name=NAMES["messenger"],
                issuer=ISSUERS["messenger"],
                client_id=setting.messenger_client_id,
                client_secret=setting.messenger_client_secret,
                scope="openid profile",
                is_signed_with_secret=True,
            )
        )
    if setting.use_openid_login == "T" and setting.openid_issuer and setting.openid_client_id:
        found.append(
            Service(
                social_name=OTHER,
                service_name=setting.openid_name,
                issuer=setting.openid_issuer,
                client_id=setting.openid_client_id,
                client_secret=setting.openid_client_secret or "",
            )
        )
    return found
