"""Sales channels besides the shop's own pages. A plain table resource."""

from typing import Annotated, Final

from msgspec import Meta, Struct

from openmall.contract import patterns
from openmall.contract.crud.changes import updates_of
from openmall.contract.crud.named_table import Named
from openmall.contract.operation import delete, listing, post, put
from openmall.contract.params import Params
from openmall.contract.portable_patterns import SPACES
from openmall.contract.refusal import Phrase
from openmall.contract.scopes import READ_ORDER, WRITE_ORDER
from openmall.database.policies import WITH_MALL, no_personal_data
from openmall.database.schema import shop_table, text
from openmall.database.undo_policies import REVERTED

Id = Annotated[str, Meta(min_length=1, max_length=40, pattern=patterns.LETTERS_AND_DIGITS)]
Name = Annotated[str, Meta(max_length=100)]
ADDRESS: Final = patterns.pattern(
    rf"^https?://[^{SPACES}<>\"']+\Z", "a URL that begins with http:// or https://"
)
Icon = Annotated[str, Meta(max_length=500, pattern=ADDRESS)]
"""Address of a picture."""
Limit500 = Annotated[int, Meta(ge=1, le=500)]
Offset10000 = Annotated[int, Meta(ge=0, le=10_000)]

CHANNEL: Final = shop_table(
    "sales_channel",
    text("sales_channel_id"),
    text("sales_channel_name"),
    text("sales_channel_icon"),
    backup=WITH_MALL,
    undo=REVERTED,
    personal_data=no_personal_data("what a shop offers, and how"),
    key=("sales_channel_id",),
)


class SalesChannel(Struct, frozen=True, kw_only=True):
    """A place a shop sells in."""

    sales_channel_id: str
    sales_channel_name: str
    sales_channel_icon: str


class ChannelsQuery(Params, frozen=True, kw_only=True):
    limit: Limit500 = 10
    offset: Offset10000 = 0


class ChannelPath(Params, frozen=True, kw_only=True):
    sales_channel_id: Id


class ChannelDraft(ChannelPath, frozen=True, kw_only=True):
    sales_channel_name: Name
    sales_channel_icon: Icon


ChannelChange: Final = updates_of(ChannelDraft, ChannelPath)


CHANNELS: Final = Named(
    CHANNEL, SalesChannel, key=("sales_channel_id",), called=Phrase("saleschannel")
)

OPERATIONS = [
    listing(
        "orders/saleschannels",
        CHANNELS.listing(ChannelsQuery),
        takes=ChannelsQuery,
        gives=SalesChannel,
        key="saleschannels",
        scope=READ_ORDER,
        restricted=True,
    ),
    post(
        "orders/saleschannels",
        CHANNELS.create(ChannelDraft),
        takes=ChannelDraft,
        gives=SalesChannel,
        key="saleschannel",
        scope=WRITE_ORDER,
        restricted=True,
    ),
    put(
        "orders/saleschannels/{sales_channel_id}",
        CHANNELS.change(ChannelChange),
        takes=ChannelChange,
        gives=SalesChannel,
        key="saleschannel",
        scope=WRITE_ORDER,
        restricted=True,
    ),
    delete(
        "orders/saleschannels/{sales_channel_id}",
        CHANNELS.delete(ChannelPath),
        takes=ChannelPath,
        gives=SalesChannel,
        key="saleschannel",
        scope=WRITE_ORDER,
        restricted=True,
        shows=("sales_channel_id",),
    ),
]
