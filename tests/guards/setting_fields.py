"""The fields of settings, the modules that read them, and the tests that name them.

A module reads a field when it imports from the module that declares it and takes an attribute of
that name. The declaring module and the operations of the setting are left out: they show and check
what is stored. What they act upon themselves is listed in `READ_OTHERWISE`.
"""

import ast
from functools import cache
from typing import Final

from msgspec import Struct
from msgspec.structs import fields

from openmall.api import registry
from openmall.contract.crud import settings
from tests.guards.sources import ROOT, Source, import_all, sources
from tests.guards.stored_defaults import structs_within

READ_OTHERWISE: Final[dict[str, str]] = {
    "AutomailsSetting.audiences": "commerce/notification/automails.py:audience",
    "CustomergroupsSetting.auto_update": "commerce/customer/customergroups_setting.py:_shown",
    "Accounts": "commerce/store/accounts.py:list_accounts",
    "InformationTexts": "commerce/store/information.py:list_displayed",
    "PriceDisplay": "pages/sampleshop/products/shown_prices.py:style_sheet",
    "ProviderDisplay": "commerce/order/billing/gateways/provider_display.py:is_shown",
    "ClosingSetting": "commerce/store/closing_setting.py:closed_at",
    "AutomessagesSetting": "commerce/messages/channels.py:channels",
    "CheckoutFields": "commerce/order/placement/checkout/checkout_fields.py:asked_fields",
    "CustomersProperties": "commerce/customer/customers/properties.py:answered",
    "ImagesSetting.product_image_size": "commerce/product/images.py:framed",
    "OwnRate": "commerce/store/currency.py:retrieve",
    "PostingLimits": "commerce/store/posting_limits.py:count",
    "RegionalSurcharges.regional_surcharge_list.regional_surcharge_no": (
        "commerce/shipping/regionalsurcharges.py:_numbered"
    ),
    "Shipping.applicable_suppliers.supplier_code": "commerce/shipping/setting_rules.py:_require",
    "SupplierSurcharges.surcharges.regional_surcharge_no": "commerce/supply/surcharges.py:remove",
    "StripeUse": "commerce/order/billing/gateways/stripe_gateway/connection.py:client",
    "TestGatewayUse": "commerce/order/billing/gateways/testing.py:offered",
    "StoreTranslationTime.updated_date": "commerce/translation/store.py:_answer",
}
"""Setting or field -> the function that acts upon it where the rule above does not see it."""
OF_ANOTHER: Final = frozenset({"SupplierShipping.shipping_type"})
"""Fields that no module reads: the attribute is that of another setting."""
TESTED: Final[dict[str, str]] = {
    "InformationTexts.texts": (
        "tests/pages/sampleshop/test_display_settings.py:"
        "test_guides_are_on_one_page_and_texts_on_product_pages"
    ),
    "MainGroups.groups": (
        "tests/commerce/category/test_mains.py:test_a_group_is_renamed_and_sorted"
    ),
    "OrderControl.client_id": (
        "tests/commerce/order/billing/test_order_control.py:"
        "test_only_the_app_in_control_changes_the_payment_status"
    ),
    "MainGroups.last": (
        "tests/commerce/category/test_mains.py:"
        "test_the_number_of_a_deleted_group_is_not_given_again"
    ),
    "CustomerGroups.highest_group_no": (
        "tests/pages/backoffice/test_customer_groups.py:"
        "test_a_group_is_deleted_and_its_customers_get_into_another"
    ),
    "BenefitsSetting.available_payment_methods": (
        "tests/commerce/order/test_order_gifts.py:test_payment_methods_with_gifts"
    ),
    "BenefitsSetting.allow_point_payment": (
        "tests/commerce/order/test_order_gifts.py:test_payment_methods_with_gifts"
    ),
    "BenefitsSetting.gift_calculation_scope": (
        "tests/commerce/order/test_order_gifts.py:test_the_amount_that_counts_towards_a_gift"
    ),
    "BenefitsSetting.gift_calculation_type": (
        "tests/commerce/order/test_order_gifts.py:test_the_amount_that_counts_towards_a_gift"
    ),
    "BenefitsSetting.include_point_usage": (
        "tests/commerce/order/test_order_gifts.py:test_the_amount_that_counts_towards_a_gift"
    ),
    "BenefitsSetting.include_shipping_fee": (
        "tests/commerce/order/test_order_gifts.py:test_the_amount_that_counts_towards_a_gift"
    ),
    "BenefitsSetting.display_soldout_gifts": (
        "tests/commerce/order/test_order_gifts.py:test_sold_out_gifts_are_grey_or_not_shown"
    ),
    "BenefitsSetting.gift_grant_type": (
        "tests/commerce/order/test_order_gifts.py:test_gifts_that_orders_get_by_themselves"
    ),
    "BenefitsSetting.gift_selection_mode": (
        "tests/commerce/order/test_order_gifts.py:"
        "test_several_gifts_are_chosen_as_far_as_points_and_stock_last"
    ),
    "BenefitsSetting.gift_grant_mode": (
        "tests/commerce/order/test_order_gifts.py:test_gifts_that_orders_get_by_themselves"
    ),
    "BenefitsSetting.gift_selection_step": (
        "tests/commerce/order/test_later_gifts.py:test_the_end_of_an_order_offers_gifts_for_an_hour"
    ),
    "BenefitsSetting.gift_available_condition": (
        "tests/commerce/order/test_later_gifts.py:test_gifts_of_a_benefit_that_is_over"
    ),
    "BenefitsSetting.offer_only_one_in_automatic": (
        "tests/commerce/order/test_order_gifts.py:test_gifts_that_orders_get_by_themselves"
    ),
    "BenefitsSetting.use_gift": (
        "tests/commerce/order/test_order_gifts.py:test_choices_that_are_refused"
    ),
    "BenefitsSetting.allow_gift_review": (
        "tests/pages/sampleshop/test_gifts.py:test_gifts_are_reviewed_where_the_shop_allows_it"
    ),
    "AutomailsSetting.audiences": (
        "tests/commerce/notification/test_automatic_messages.py:"
        "test_an_occasion_that_is_switched_off_sends_nothing"
    ),
    "ClosingSetting": (
        "tests/pages/sampleshop/test_company.py:"
        "test_on_holidays_products_are_shown_and_orders_refused"
    ),
    "ChatappsyncSetting.use_chatappsync": (
        "tests/commerce/personal/social/test_sign_in.py:"
        "test_the_shop_lists_the_services_it_is_registered_with"
    ),
    "SerialCodeKey.key": (
        "tests/commerce/promotion/test_serialcoupons.py:test_the_key_of_the_codes_is_kept_sealed"
    ),
    "Shipping.international_shipping_fee_criteria": (
        "tests/commerce/shipping/test_carriers.py:"
        "test_a_carrier_tells_the_fees_and_the_sender_of_its_shop"
    ),
    "Accounts": "tests/cli/test_profile.py:test_accounts_are_added_and_closed",
    "ProviderDisplay": (
        "tests/pages/sampleshop/test_display_settings.py:"
        "test_the_checkout_offers_the_providers_that_are_shown"
    ),
    "SupplierSurcharges.surcharges": (
        "tests/commerce/shipping/test_terms_of_each_field.py:"
        "test_surcharges_of_a_supplier_or_of_the_shop"
    ),
    "StoreTranslationTime.updated_date": (
        "tests/commerce/translation/test_translations.py:"
        "test_a_translated_store_is_that_of_the_shop_of_that_language"
    ),
    "StaffProviderSetting.provider_name": (
        "tests/pages/backoffice/test_staff_openid.py:test_an_empty_secret_keeps_the_stored_one"
    ),
    "StaffProviderSetting.issuer": (
        "tests/pages/backoffice/test_staff_openid.py:test_an_empty_secret_keeps_the_stored_one"
    ),
    "StaffProviderSetting.client_id": (
        "tests/pages/backoffice/test_staff_openid.py:test_an_empty_secret_keeps_the_stored_one"
    ),
    "StaffProviderSetting.client_secret": (
        "tests/pages/backoffice/test_staff_openid.py:test_an_empty_secret_keeps_the_stored_one"
    ),
}
"""Setting or field -> the test of its effect that `naming_tests` does not find."""
_WORDS_OF_TESTS: Final[dict[str, tuple[str, ...]]] = {
    "CouponsSetting": ("shop.settings",),
    "OrdersSetting": ("settings", "self_service"),
}
"""Setting -> what else a test of it may call than an operation of its path."""
_OPERATIONS_OF: Final = {
    "openmall.commerce.store.coupons_setting": (
        "openmall.commerce.promotion.coupons.coupons_setting_admin"
    ),
}
"""Module of a setting -> that of its operations, where it is another."""
_NOT_READERS: Final = (("api", "versions"), ("pages", "backoffice", "settings"))


class SettingField(Struct, frozen=True):
    """A field of a setting, or of a struct within it."""

    kind: str
    path: str
    """Within the setting, with dots."""
    name: str
    wire_name: str
    homes: frozenset[str]
    """The modules that declare the setting and the struct of the field."""

    @property
    def label(self) -> str:
        return f"{self.kind}.{self.path}"


def is_within(label: str, whole: str) -> bool:
    """Return whether a field is `whole` or lies within it."""
    return label == whole or label.startswith(f"{whole}.")


@cache
def setting_fields() -> tuple[SettingField, ...]:
    """Return every field of every setting but the number of its shop."""
    import_all()
    found: list[SettingField] = []

    def add(kind: type[Struct], of: type[Struct], above: str, within: tuple[type, ...]) -> None:
        homes = frozenset({kind.__module__, of.__module__})
        for each in fields(of):
            if each.name == "shop_no":
                continue
            path = f"{above}{each.name}"
            found.append(SettingField(kind.__name__, path, each.name, each.encode_name, homes))
            for inner in structs_within(each.type):
                if inner not in (*within, of):
                    add(kind, inner, f"{path}.", (*within, of))

    for kind in settings.kinds().values():
        add(kind, kind, "", ())
    return tuple(found)


@cache
def _facts(source: Source) -> tuple[frozenset[str], frozenset[str]]:
    """Return the modules that a module imports from, and the attributes that it reads."""
    modules = {
        name
        for node in source.nodes
        if isinstance(node, ast.ImportFrom) and node.module
        for name in (node.module, *(f"{node.module}.{alias.name}" for alias in node.names))
    }
    attributes = {
        node.attr
        for node in source.nodes
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)
    }
    return frozenset(modules), frozenset(attributes)


def readers(field: SettingField) -> list[str]:
    """Return the modules that read a field."""
    if field.label in OF_ANOTHER:
        return []
    own = field.homes | {_OPERATIONS_OF.get(home, "") for home in field.homes}
    found = []
    for source in sources():
        module = ".".join(("openmall", *source.parts))
        if module in own or any(source.parts[: len(each)] == each for each in _NOT_READERS):
            continue
        imports, attributes = _facts(source)
        if field.name in attributes and imports & field.homes:
            found.append(source.name)
    return found


@cache
def setting_paths() -> dict[str, tuple[str, ...]]:
    """Return the paths of the operations on a setting, by the name of its struct."""
    import_all()
    found: dict[str, set[str]] = {}
    for api in registry.apis().all:
        for operation in api.operations:
            gives = operation.gives
            for kind in settings.kinds().values():
                if gives is kind or (
                    isinstance(gives, type) and gives.__module__ == kind.__module__
                ):
                    found.setdefault(kind.__name__, set()).add(operation.path)
    return {name: tuple(sorted(paths)) for name, paths in found.items()}


class _TestModule(Struct, frozen=True):
    """What a module of tests says, as far as it may name a field of a setting."""

    name: str
    words: frozenset[str]
    """Keywords and texts: names of fields as they are sent."""
    names: frozenset[str]
    """Names of the program, such as that of a setting, and of functions that are called."""
    paths: frozenset[tuple[str, ...]]
    """Texts that are no key, no value of a dict and compared with nothing, by their segments."""


_FORMATTED: Final = "{}"
"""A segment of a path that a test computes."""


@cache
def _test_modules() -> tuple[_TestModule, ...]:
    """Return the tests that set something."""
    found = []
    for path in sorted((ROOT / "tests").rglob("*.py")):
        below = path.relative_to(ROOT / "tests").parts
        if below[0] in ("guards", "every_operation", "fault_injection"):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found.append(
            _TestModule(str(path.relative_to(ROOT)), _words(tree), _names(tree), _paths(tree))
        )
    return tuple(found)


def _words(tree: ast.Module) -> frozenset[str]:
    words: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg:
            words.add(node.arg)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            words.add(node.value)
    return frozenset(words)


def _names(tree: ast.Module) -> frozenset[str]:
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            names.add(node.id)
        elif isinstance(node, ast.Attribute):
            names |= {node.attr, ast.unparse(node)}
        elif isinstance(node, ast.alias):
            names.add(node.name)
    return frozenset(names)


def _paths(tree: ast.Module) -> frozenset[tuple[str, ...]]:
    """Return the texts that may be a path of an operation; `{}` is what an f-string computes."""
    excluded: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript):
            excluded.add(id(node.slice))
        elif isinstance(node, ast.Dict):
            excluded |= {id(each) for each in (*node.keys, *node.values)}
        elif isinstance(node, ast.Compare):
            excluded |= {id(each) for each in (node.left, *node.comparators)}
        elif isinstance(node, ast.keyword):
            excluded.add(id(node.value))
    texts: set[str] = set()
    for node in ast.walk(tree):
        if id(node) in excluded:
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            texts.add(node.value)
        elif isinstance(node, ast.JoinedStr):
            texts.add(
                "".join(
                    str(part.value) if isinstance(part, ast.Constant) else _FORMATTED
                    for part in node.values
                )
            )
    bare = {each.partition("?")[0].removeprefix("/api/v2/admin/").strip("/") for each in texts}
    return frozenset(tuple(each.split("/")) for each in bare if each and " " not in each)


def _is_path(said: tuple[str, ...], path: str) -> bool:
    """Return whether a test says a path; each placeholder of the path stands for a segment."""
    segments = path.split("/")
    return len(said) == len(segments) and all(
        segment.startswith("{") or segment == part
        for part, segment in zip(said, segments, strict=True)
    )


def naming_tests(field: SettingField) -> list[str]:
    """Return the tests that name a field, and the setting or the path of its operations."""
    named = {field.kind, *_WORDS_OF_TESTS.get(field.kind, ())}
    paths = setting_paths().get(field.kind, ())
    return [
        each.name
        for each in _test_modules()
        if field.wire_name in each.words
        and (
            named & each.names or any(_is_path(said, path) for said in each.paths for path in paths)
        )
    ]
