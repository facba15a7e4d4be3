"""What the values of settings mean, in the order they are offered in."""

from typing import Final

from openmall.web.languages import marked

_RECOVER: Final = {"T": marked("Yes"), "F": marked("No"), "M": marked("Ask every time")}
_MONTHS: Final = {
    "1": marked("1 month"),
    "3": marked("3 months"),
    "6": marked("6 months"),
    "12": marked("12 months"),
}
_PICTURES: Final = {
    "1": marked("Picture 1"),
    "2": marked("Picture 2"),
    "3": marked("Picture 3"),
    "4": marked("Picture 4"),
    "5": marked("Picture 5"),
}
_SHOPS_OR_SUPPLIERS: Final = {
    "A": marked("As of the shop"),
    "S": marked("As the supplier says"),
}
_MODE: Final = {"S": marked("One"), "M": marked("Several")}

VALUES: Final[dict[str, dict[str, str]]] = {
    "refund_benefit_setting": {
        "F": marked("By the total amount"),
        "T": marked("By the item"),
        "U": marked("Worked out again"),
    },
    "claim_request_type": {"S": marked("Basic"), "D": marked("Advanced")},
    "claim_request_button_exposure": {
        "cancel_N10": marked("Cancel: preparing the product"),
        "cancel_N20": marked("Cancel: preparing the parcel"),
        "cancel_N22": marked("Cancel: on hold"),
        "cancel_N21": marked("Cancel: waiting to be sent"),
        "exchange_N00": marked("Exchange: before payment"),
        "exchange_N10": marked("Exchange: preparing the product"),
        "exchange_N20": marked("Exchange: preparing the parcel"),
        "exchange_N22": marked("Exchange: on hold"),
        "exchange_N21": marked("Exchange: waiting to be sent"),
        "exchange_N30": marked("Exchange: on the way"),
        "exchange_N40": marked("Exchange: delivered"),
        "return_N30": marked("Return: on the way"),
        "return_N40": marked("Return: delivered"),
    },
    "claim_request_button_date_type": {
        "order_date": marked("the day of the order"),
        "shipend_date": marked("the day of delivery"),
    },
    "stock_recover_base": _RECOVER,
    "cancel_before": _RECOVER,
    "cancel_after": _RECOVER,
    "cancel_return": _RECOVER,
    "refund_processing_setting": {
        "S": marked("together with the claim"),
        "D": marked("separately"),
    },
    "receiver_address_modify_button_exposure": {
        "N00": marked("before payment"),
        "N10": marked("preparing the product"),
        "N20": marked("preparing the parcel"),
        "N22": marked("on hold"),
    },
    "auto_cancel_cash_unit": {"D": marked("Days"), "T": marked("Hours")},
    "buy_limit_type": {"M": marked("Members only"), "A": marked("Everybody")},
    "order_form_input_type": {"A": marked("All fields"), "S": marked("Short form")},
    "add_action_type": {"M": marked("Ask the customer"), "S": marked("Add to it")},
    "pg_shipping_registration": {"A": marked("automatically"), "M": marked("by the merchant")},
    "payment_display_type": {"T": marked("tabs"), "L": marked("a list")},
    "shipping_method": {
        "shipping_01": marked("Parcel service"),
        "shipping_02": marked("Express mail"),
        "shipping_04": marked("Own delivery"),
        "shipping_05": marked("Courier"),
        "shipping_06": marked("Another way"),
        "shipping_07": marked("Freight"),
        "shipping_08": marked("Pick-up at the shop"),
        "shipping_09": marked("Nothing to ship"),
    },
    "shipping_fee_type": {
        "T": marked("Free"),
        "R": marked("Fixed"),
        "M": marked("Free from an amount on"),
        "D": marked("Tiers by amount"),
        "W": marked("Tiers by weight"),
        "C": marked("Tiers by quantity"),
        "N": marked("Per unit"),
    },
    "shipping_fee_criteria": {
        "D": marked("before discounts"),
        "A": marked("after discounts"),
    },
    "prepaid_shipping_fee": {
        "C": marked("on delivery"),
        "P": marked("with the order"),
        "B": marked("as the customer chooses"),
    },
    "conditional": {
        "quantity": marked("quantity"),
        "weight": marked("weight"),
        "price": marked("price"),
    },
    "shipping_type": {
        "A": marked("Within the country"),
        "C": marked("Abroad"),
        "B": marked("Within the country and abroad"),
    },
    "individual_fee_calculation_type": {
        "P": marked("once per product"),
        "I": marked("for each item of the order"),
    },
    "unit": {"W": marked("Amount"), "P": marked("Percent of the goods")},
    "rounding_unit": {
        "F": marked("the smallest unit of the currency"),
        "0": marked("one"),
        "1": marked("ten"),
        "2": marked("a hundred"),
        "3": marked("a thousand"),
    },
    "rounding_rule": {"L": marked("down"), "U": marked("to the nearest"), "C": marked("up")},
    "supplier_selection": {"A": marked("All"), "P": marked("The chosen ones")},
    "supplier_shipping_calculation": _SHOPS_OR_SUPPLIERS,
    "supplier_regional_surcharge": _SHOPS_OR_SUPPLIERS,
    "region_setting_type": {
        "A": marked("the country's remote areas"),
        "N": marked("names of regions"),
        "Z": marked("ranges of zip codes"),
    },
    "minimum_age_restriction": {
        "M": marked("may join with a guardian's consent"),
        "T": marked("may not join"),
        "F": marked("may join"),
    },
    "join_standard": {"id": marked("User ID"), "email": marked("E-mail address")},
    "point_issuance_standard": {
        "C": marked("after delivery"),
        "P": marked("once the purchase is confirmed"),
    },
    "round_unit": {
        "F": marked("not rounded"),
        "0.01": marked("0.01"),
        "0.1": marked("0.1"),
        "1": marked("1"),
        "100": marked("100"),
        "1000": marked("1,000"),
    },
    "round_type": {"A": marked("down"), "B": marked("half up"), "C": marked("up")},
    "display_type": {
        "P": marked("Rate"),
        "W": marked("Amount"),
        "WP": marked("Amount and rate"),
        "PW": marked("Rate and amount"),
    },
    "unusable_points_change_type": {
        "M": marked("by the merchant"),
        "T": marked("automatically"),
    },
    "agree_change_type": {
        "T": marked("every time"),
        "F": marked("once only"),
        "P": marked("after a time"),
    },
    "agree_restriction_period": _MONTHS,
    "available_issue_type": {
        "A": marked("Product and checkout coupons"),
        "O": marked("Checkout coupons only"),
        "P": marked("Product coupons only"),
    },
    "allow_using_coupons_with_discounts": {
        "A": marked("Both"),
        "C": marked("Coupons only"),
        "G": marked("Discounts of customer groups only"),
    },
    "restore_viewpoint": {
        "A": marked("when the claim is complete"),
        "B": marked("when the claim is accepted"),
    },
    "cancel_before_pay": _RECOVER,
    "cancel_after_pay": _RECOVER,
    "return": _RECOVER,
    "exchange": _RECOVER,
    "part": _RECOVER,
    "sorting_type": {
        "A": marked("start date"),
        "B": marked("end date"),
        "C": marked("date of issue"),
        "D": marked("amount"),
        "E": marked("rate"),
    },
    "download_image_type": _PICTURES,
    "background_image_type": _PICTURES,
    "expiration_notice_date_type": {
        "C": marked("at the times chosen below"),
        "A": marked("at all times"),
    },
    "available_payment_methods": {
        "all": marked("All"),
        "bank_only": marked("Bank deposits only"),
        "exclude_bank": marked("All but bank deposits"),
    },
    "gift_calculation_scope": {
        "all": marked("All of the order"),
        "benefit": marked("Products of the benefit"),
    },
    "gift_calculation_type": {
        "total_order": marked("What was ordered"),
        "actual_payment": marked("What was paid"),
    },
    "include_shipping_fee": {"I": marked("count"), "E": marked("do not count")},
    "display_soldout_gifts": {"grayed": marked("Shown in grey"), "disabled": marked("Not shown")},
    "gift_grant_type": {"S": marked("The customer chooses"), "A": marked("automatically")},
    "gift_selection_mode": _MODE,
    "gift_grant_mode": _MODE,
    "gift_selection_step": {
        "order_form": marked("in the order form"),
        "order_complete": marked("after ordering"),
        "order_detail": marked("in the details of the order"),
    },
    "gift_available_condition": {
        "during_period": marked("during the benefit"),
        "after_period": marked("after the benefit as well"),
    },
    "name_input_style": {
        "SEPARATE": marked("First and last name in two fields"),
        "COMBINED": marked("In one field"),
    },
    "sorting_options": {
        "new_product": marked("newest first"),
        "product_name": marked("name"),
        "low_price": marked("lowest price"),
        "high_price": marked("highest price"),
        "manufacture": marked("manufacturer"),
        "popular_product": marked("best sellers"),
        "review": marked("reviews"),
        "hit_count": marked("views"),
        "like_count": marked("likes"),
    },
    "expiration_period": _MONTHS,
    "button_show_target": {"A": marked("Everybody"), "M": marked("Members only")},
    "restock.send_method": {"A": marked("automatically"), "M": marked("by the merchant")},
    "button_show_method": {"P": marked("a product"), "G": marked("each variant")},
    "available_product": {
        "A": marked("All"),
        "P": marked("Those listed"),
        "E": marked("All but those listed"),
    },
    "display": {
        "JOIN": marked("on the page for joining"),
        "SIMPLE_ORDER_JOIN": marked("when joining while ordering"),
        "SHOPPING_PAY_EASY_JOIN": marked("when joining while paying"),
    },
    "send_method": {
        "S": marked("in several short messages"),
        "L": marked("in one long message"),
    },
    "send_method_automatic": {
        "S": marked("in several short messages"),
        "L": marked("in one long message"),
        "N": marked("not at all"),
    },
    "automatic-messages.send_method": {"S": marked("Text message"), "K": marked("Chat app")},
}
"""Field -> value -> what it means."""
