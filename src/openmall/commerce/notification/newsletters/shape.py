"""Newsletters as they are answered, and the parameters of their operations."""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.contract.params import EntityNo, Flag, Limit100, Offset8000, ShopParams

Subject = Annotated[str, Meta(min_length=1, max_length=200)]
Body = Annotated[str, Meta(min_length=1, max_length=50_000)]
Code = Annotated[str, Meta(min_length=1, max_length=30)]
State = Literal["waiting", "sent"]
"""waiting: not all of it is in the outbox yet. sent: all of it is."""


class NewsletterDraft(ShopParams, frozen=True, kw_only=True):
    """A newsletter to a segment, to a customer group, or without either to all customers."""

    subject: Subject
    body: Body
    """Plain text, in which an empty line begins a paragraph, or HTML without what a page may not
    hold. `[NAME]` is the customer's name.
    """
    is_html: Flag = "F"
    segment_no: EntityNo | UnsetType = UNSET
    member_group_no: EntityNo | UnsetType = UNSET
    send_at: str | UnsetType = UNSET
    """When it is sent, as `2026-12-01T09:00` at +09:00; default: now."""


class NewsletterPath(ShopParams, frozen=True, kw_only=True):
    code: Code


class NewsletterQuery(ShopParams, frozen=True, kw_only=True):
    limit: Limit100 = 20
    offset: Offset8000 = 0


class NewsletterText(ShopParams, frozen=True, kw_only=True):
    subject: Subject
    body: Body
    is_html: Flag = "F"


class NewsletterTest(NewsletterText, frozen=True, kw_only=True):
    """A test mail; `recipient`: the address of the manager who asks for it."""

    recipient: Annotated[str, Meta(min_length=3, max_length=254)]
    name: str = ""


class Mail(Struct, frozen=True, kw_only=True):
    """A newsletter as a customer gets it."""

    subject: str
    text: str
    html: str


class Deliveries(Struct, frozen=True, kw_only=True):
    """The mails of a newsletter by state."""

    waiting: int = 0
    sent: int = 0
    failed: int = 0
    kept: int = 0
    """In the mailbox of the mall, which has no mail server."""


class Newsletter(Struct, frozen=True, kw_only=True):
    """A newsletter that is planned or sent."""

    shop_no: int
    code: str
    subject: str
    body: str
    is_html: Flag = "F"
    segment_no: int | None = None
    member_group_no: int | None = None
    state: State
    created_date: datetime
    send_date: datetime
    began: bool
    """Some of it is in the outbox; it can no longer be changed."""
    deliveries: Deliveries = Deliveries()


class CancelledNewsletter(Struct, frozen=True, kw_only=True):
    shop_no: int
    code: str
