"""What is announced of what is known of customers. Specification: fields as catalogued."""

from typing import ClassVar, Literal

from openmall.contract.events import Event


class CustomerChanged(Event, frozen=True, kw_only=True):
    """Event 90080: what is known of a customer changed; it names the fields, not what they say."""

    event_no: ClassVar[int] = 90080

    member_id: str
    diff_key: list[str]
    sub_event_code: Literal["EC_FRONT", "EC_ADMIN"]
    """By the customer, or by the shop."""
