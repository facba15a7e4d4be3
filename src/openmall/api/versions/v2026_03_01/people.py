"""What changed for boards, customers, and what is given to them."""

from typing import ClassVar, Final

from openmall.api.versions.change import Body, Change, Kind
from openmall.api.versions.refusals import ONE_OF_VERSION
from openmall.contract.errors import Invalid
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH

_PRIVACY_SEARCHES: Final = frozenset(
    {"admin GET customersprivacy", "admin GET customersprivacy/count"}
)


class FilterArticlesByNumber(Change):
    """Articles of a board can be asked for by their numbers, with `article_no`.

    Earlier versions return it, and pass over it as a parameter.
    """

    release: ClassVar[str] = "2026-03-01"
    kind: ClassVar[Kind] = "behavioural"
    operations: ClassVar[frozenset[str]] = frozenset({"admin GET boards/{board_no}/articles"})

    def request(self, body: Body) -> None:
        # not in `added`: its answer is as old as articles are
        body.pop("article_no", None)


class SayHowCouponsAreIssued(Change):
    """Coupons may give points and shipping, be fetched or issued by themselves, be limited in
    number, and be for the app.

    Earlier versions create coupons of an amount or a rate, which the shop issues.
    """

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset({"admin POST coupons"})
    added: ClassVar[tuple[str, ...]] = (
        "issue_sub_type",
        "issue_member_join",
        "issue_member_join_recommend",
        "issue_anniversary_type",
        "issue_on_anniversary",
        "issue_anniversary_pre_issue_day",
        "issue_no_purchase_period",
        "recurring_issuance",
        "issue_review_count",
        "issue_review_has_image",
        "issue_limit",
        "same_user_reissue",
        "issue_reserved",
        "issue_reserved_date",
        "show_product_detail",
        "include_regional_shipping_rate",
        "include_foreign_delivery",
        "issue_max_count",
        "issue_max_count_by_user",
        "issue_order_path",
        "issue_order_date",
        "issue_order_start_date",
        "issue_order_end_date",
        "issue_member_group_no",
        "issue_member_group_name",
        "issue_order_amount_type",
        "issue_order_amount_limit",
        "issue_order_amount_min",
        "issue_order_amount_max",
        "issue_count_per_once",
        "issue_order_type",
        "issue_order_available_product",
        "issue_order_available_product_list",
        "issue_order_available_category",
        "issue_order_available_category_list",
        "issue_quntity_type",
        "issue_quantity_min",
        "available_payment_method",
        "use_notification_when_login",
        "send_sms_for_issue",
        "send_email_for_issue",
        "exclude_unsubscribed",
    )
    _known: ClassVar[dict[str, tuple[str, ...]]] = {
        "benefit_type": ("A", "B"),
        "issue_type": ("M",),
        "available_site": ("W", "M"),
    }

    def request(self, body: Body) -> None:
        for name, known in self._known.items():
            value = body.get(name, known[0])
            for each in value if isinstance(value, list) else [value]:
                if each not in known:
                    raise Invalid(ONE_OF_VERSION, parameter=name, choices=", ".join(known))


class AddKindsOfBenefits(Change):
    """Benefits may be for buying again, for buying many, and for members.

    Earlier versions create the other kinds; they return these as well.
    """

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset({"admin POST benefits"})

    def request(self, body: Body) -> None:
        if body.get("benefit_type") in ("DR", "DQ", "DM"):
            raise Invalid(ONE_OF_VERSION, parameter="benefit_type", choices="DP, DN, DV, PG, PB")
        for name in ("repurchase_sale", "bulk_purchase_sale", "member_sale"):
            body.pop(name, None)


class TellOfExpirationAMonthBefore(Change):
    """Customers can be told 30 days before points expire.

    Earlier versions refuse it, and return the other days only.
    """

    release: ClassVar[str] = "2026-03-01"
    kind: ClassVar[Kind] = "behavioural"
    operations: ClassVar[frozenset[str]] = frozenset(
        {"admin GET points/autoexpiration", "admin POST points/autoexpiration"}
    )
    touched: ClassVar[tuple[str, ...]] = ("notification_time_day",)

    def request(self, body: Body) -> None:
        days = body.get("notification_time_day")
        if isinstance(days, list) and any(day in (30, "30") for day in days):
            raise Invalid(NO_SUCH, parameter="notification_time_day", resource=Phrase("value"))

    def answer(self, resource: Body) -> None:
        days = resource["notification_time_day"]
        if isinstance(days, list):
            resource["notification_time_day"] = [day for day in days if day != 30]


class SearchCustomersByMore(Change):
    """Customers are found by the day of their wedding (`date_type` `wedding`), and by whether they
    sign in with an account of another service (`is_simple_join`).

    Earlier versions refuse the one, and pass over the other.
    """

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = _PRIVACY_SEARCHES
    added: ClassVar[tuple[str, ...]] = ("is_simple_join",)

    def request(self, body: Body) -> None:
        if body.get("date_type") == "wedding":
            raise Invalid(NO_SUCH, parameter="date_type", resource=Phrase("value"))


class ChangeGenderOfCustomers(Change):
    """`recommend_id` and `gender` of a customer can be changed.

    Earlier versions pass over both, and do not return `gender`.
    """

    release: ClassVar[str] = "2026-03-01"
    operations: ClassVar[frozenset[str]] = frozenset({"admin PUT customersprivacy/{member_id}"})
    added: ClassVar[tuple[str, ...]] = ("recommend_id", "gender")
