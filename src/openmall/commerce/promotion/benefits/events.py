"""Webhook events of benefits. Specification: "Events" are "not shown"; fields as catalogued."""

from datetime import datetime
from typing import ClassVar, TypeVar

from msgspec import UNSET, UnsetType

from openmall.commerce.promotion.benefits.shape import Benefit
from openmall.contract.events import Event

E = TypeVar("E", bound="BenefitEvent")


class BenefitEvent(Event, frozen=True, kw_only=True):
    """The fields of a benefit after a change."""

    # says it in another word
    event_shop_no: str | UnsetType = UNSET
    shop_no: int
    benefit_no: int
    use_benefit: str
    benefit_name: str
    benefit_start_date: datetime | None
    benefit_end_date: datetime | None
    customer_group_list: list[int]
    product_binding_type: str
    product_list: list[int] | None
    add_category_list: list[int] | None
    except_category_list: list[int] | None

    @classmethod
    def of(cls: type[E], benefit: Benefit) -> E:
        """Return the event for a benefit."""
        listed = benefit.listed
        return cls(
            shop_no=benefit.shop_no,
            benefit_no=benefit.benefit_no,
            use_benefit=benefit.use_benefit,
            benefit_name=benefit.benefit_name,
            benefit_start_date=benefit.benefit_start_date,
            benefit_end_date=benefit.benefit_end_date,
            customer_group_list=benefit.customer_group_list,
            product_binding_type=benefit.product_binding_type,
            product_list=listed.product_list,
            add_category_list=getattr(listed, "add_category_list", None),
            except_category_list=getattr(listed, "except_category_list", None),
        )


class BenefitAdded(BenefitEvent, frozen=True, kw_only=True):
    """Event 90047: a benefit was created."""

    event_no: ClassVar[int] = 90047


class BenefitChanged(BenefitEvent, frozen=True, kw_only=True):
    """Event 90048: a benefit was changed."""

    event_no: ClassVar[int] = 90048
    audited_by: ClassVar[str] = "benefit_no"


class BenefitDeleted(Event, frozen=True, kw_only=True):
    """Event 90050: a benefit was deleted."""

    event_no: ClassVar[int] = 90050

    # says it in another word
    event_shop_no: str | UnsetType = UNSET
    shop_no: int
    benefit_no: int
