"""Sign-in with accounts of other services: what a shop is registered with at each service.

Specification: "Socials osaccount", "Socials chatappsync", "Socials portallogin". The settings of
further services (`socials/openid`) are ours. `commerce/personal/social/` acts upon them.
"""

from datetime import datetime
from typing import Annotated, Final

from msgspec import Meta
from msgspec.structs import replace

from openmall.commerce.store.refusals import ISSUER_REFUSED, ISSUER_WITH_QUERY
from openmall.contract import patterns
from openmall.contract.call import Call
from openmall.contract.change import differences, patched
from openmall.contract.crud.changes import READ_ONLY, Takes, changes_of
from openmall.contract.crud.settings import (
    Setting,
    current,
    read_setting,
    setting_operations,
    write_setting,
)
from openmall.contract.errors import Invalid
from openmall.contract.labels import Hint, Label
from openmall.contract.moments import moment
from openmall.contract.params import SECRET, Flag, Secret, ShopParams
from openmall.contract.refusal import Cause, Reason
from openmall.contract.refusals import MISSING
from openmall.contract.resource import Resource

Text300 = Annotated[str, Meta(max_length=300)]
FileName = Annotated[str, Meta(max_length=30)]
KeyFile = Annotated[str, Meta(max_length=300, extra=SECRET)]
ApiKey = Annotated[
    str,
    Meta(max_length=255, pattern=patterns.LETTERS_AND_DIGITS),
]
ClientId = Annotated[str, Meta(max_length=255, pattern=patterns.NAME)]
ClientSecret = Annotated[str, Meta(max_length=255, pattern=patterns.NAME, extra=SECRET)]
LongId = Annotated[str, Meta(max_length=200)]
AnySecret = Annotated[str, Meta(max_length=300, extra=SECRET)]
ServiceName = Annotated[str, Meta(max_length=40)]
Issuer = Annotated[str, Meta(max_length=200)]


class OsaccountSetting(Setting, frozen=True, kw_only=True):
    """Sign-in with the account of an operating system; the defaults are those of a new shop."""

    use_osaccount_login: Annotated[Flag, Label("Sign in with the account")] = "F"
    client_id: Annotated[str, Label("Client ID"), Takes(Text300)] = ""
    team_id: Annotated[str, Label("Team ID"), Takes(Text300)] = ""
    key_id: Annotated[str, Label("Key ID"), Takes(Text300)] = ""
    auth_key_file_name: Annotated[str, Label("Name of the key file"), Takes(FileName)] = ""
    auth_key_file_contents: Annotated[
        Secret | None,
        Label("Contents of the key file"),
        Hint("A private key (PEM); it is not shown again."),
        Takes(KeyFile | None),
    ] = None
    use_certification: Annotated[Flag, Label("Verify the identity of customers")] = "F"


class PortalloginSetting(Setting, frozen=True, kw_only=True):
    """Sign-in with the account of a portal; the defaults are those of a new shop."""

    use_portallogin: Annotated[Flag, Label("Sign in with the account")] = "F"
    client_id: Annotated[str, Label("Client ID"), Takes(ClientId)] = ""
    client_secret: Annotated[Secret | None, Label("Client secret"), Takes(ClientSecret | None)] = (
        None
    )


class ChatappsyncSetting(Setting, frozen=True, kw_only=True):
    """Sign-in with the account of a chat app; the defaults are those of a new shop."""

    use_chatappsync: Annotated[Flag, READ_ONLY] = "F"
    """T once the keys are stored."""
    rest_api_key: Annotated[str, Label("REST API key"), Takes(ApiKey)] = ""
    javascript_key: Annotated[str, Label("JavaScript key"), Takes(ApiKey)] = ""
    auto_login: Annotated[Flag, Label("Sign in within the chat app")] = "F"
    thirdparty_agree: Annotated[Flag, READ_ONLY] = "F"
    """T: the shop passes data on to the chat app, which it agrees to with storing the keys."""
    thirdparty_agree_date: Annotated[datetime | None, READ_ONLY] = None
    use_signup_result_page: Annotated[Flag, Label("Show a page after signing up")] = "F"


class OpenidSetting(Setting, frozen=True, kw_only=True):
    """Sign-in with accounts of further services; the defaults are those of a new shop.

    websearch is Google, messenger is LINE, openid any other provider of OpenID Connect.
    """

    use_websearch_login: Annotated[Flag, Label("Sign in with Google")] = "F"
    websearch_client_id: Annotated[str, Label("Google: client ID"), Takes(LongId)] = ""
    websearch_client_secret: Annotated[
        Secret | None, Label("Google: client secret"), Takes(AnySecret | None)
    ] = None
    use_messenger_login: Annotated[Flag, Label("Sign in with LINE")] = "F"
    messenger_client_id: Annotated[str, Label("LINE: channel ID"), Takes(LongId)] = ""
    messenger_client_secret: Annotated[
        Secret | None, Label("LINE: channel secret"), Takes(AnySecret | None)
    ] = None
    chatapp_client_secret: Annotated[
        Secret | None,
        Label("Kakao: client secret"),
        Hint("Only where the chat app's console requires one."),
        Takes(AnySecret | None),
    ] = None
    use_openid_login: Annotated[Flag, Label("Sign in with another OpenID Connect provider")] = "F"
    openid_name: Annotated[str, Label("Other provider: name on the button"), Takes(ServiceName)] = (
        ""
    )
    openid_issuer: Annotated[
        str,
        Label("Other provider: issuer"),
        Hint("An https address; its /.well-known/openid-configuration is read."),
        Takes(Issuer),
    ] = ""
    openid_client_id: Annotated[str, Label("Other provider: client ID"), Takes(LongId)] = ""
    openid_client_secret: Annotated[
        Secret | None, Label("Other provider: client secret"), Takes(AnySecret | None)
    ] = None


OsaccountChange: Final = changes_of(OsaccountSetting)
OpenidChange: Final = changes_of(OpenidSetting)
ChatappsyncChange: Final = changes_of(
    ChatappsyncSetting, required=("rest_api_key", "javascript_key")
)


async def change_chatapp(call: Call, params: ShopParams) -> ChatappsyncSetting:
    """Update chatapp sync settings. Identical content is NotModified (409)."""
    before = await current(call, ChatappsyncSetting, to_change=True)
    after = patched(before, params)
    if before.thirdparty_agree == "F":
        now = moment(int(call.clock.now()))
        after = replace(after, use_chatappsync="T", thirdparty_agree="T", thirdparty_agree_date=now)
    await write_setting(call.db, call.seal, after)
    call.journal("chatappsync setting", differences(before, after))
    return after


async def change_openid(call: Call, params: ShopParams) -> OpenidSetting:
    """Update sign-in with further services. Identical content is NotModified (409).

    Raises Invalid (422) for an issuer that cannot be requested, and for another provider that is
    used without issuer, client id or name.
    """
    before = await current(call, OpenidSetting, to_change=True)
    after = patched(before, params)
    if after.openid_issuer != before.openid_issuer and after.openid_issuer:
        refusal = call.outgoing.refusal(after.openid_issuer)
        if refusal or "?" in after.openid_issuer:
            raise Invalid(
                ISSUER_REFUSED,
                parameter="openid_issuer",
                problem=refusal or Cause(Reason(ISSUER_WITH_QUERY, {})),
            )
    if after.use_openid_login == "T":
        for name in ("openid_name", "openid_issuer", "openid_client_id"):
            if not getattr(after, name):
                raise Invalid(MISSING, parameter=name)
    await write_setting(call.db, call.seal, after)
    call.journal("openid setting", differences(before, after))
    return after


_SHOWN: Final = tuple(
    name for name in OsaccountSetting.__struct_fields__ if name != "auth_key_file_contents"
)
_OPENID: Final = Resource(OpenidSetting, area="store", key="openid", restricted=True)
_CHATAPP: Final = Resource(ChatappsyncSetting, area="store", key="chatappsync", restricted=True)

OPERATIONS = [
    *setting_operations(
        "socials/osaccount",
        OsaccountSetting,
        OsaccountChange,
        area="store",
        key="osaccount",
        put_shows=_SHOWN,
        shows=_SHOWN,
    ),
    _CHATAPP.get("socials/chatappsync", read_setting(ChatappsyncSetting), takes=ShopParams),
    _CHATAPP.put(
        "socials/chatappsync",
        change_chatapp,
        takes=ChatappsyncChange,
        shows=(
            "shop_no", "rest_api_key", "javascript_key", "auto_login", "use_signup_result_page",
        ),
    ),
    *setting_operations(
        "socials/portallogin",
        PortalloginSetting,
        changes_of(PortalloginSetting, required=("use_portallogin",)),
        area="store",
        key="portallogin",
        restricted=True,
    ),
    _OPENID.get("socials/openid", read_setting(OpenidSetting), takes=ShopParams),
    _OPENID.put("socials/openid", change_openid, takes=OpenidChange),
]  # fmt: skip
