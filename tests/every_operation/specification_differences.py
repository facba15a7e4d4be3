"""Where the registry differs from the transcribed specification, and why."""

from tests.every_operation.bounded_texts import BOUNDED_TEXTS

Where = tuple[str, str, str]
"""Row (`<api> <method> <path>`), parameter and column, each with `*` for any."""

_NUMBER = "numbers are written with a slash or an extension too, and kept as typed"
_NOTHING = "nothing is answered where there is none, so it may be sent back"

DIFFERENCES: dict[Where, str] = {
    ("admin GET orders*", "discount_code", "max_length"): "a code is no longer",
    ("admin P* autodisplay*", "hash_tags", "max_length"): "a word by which products are found",
    ("admin P* categories*", "hash_tags", "max_length"): "a word by which products are found",
    ("admin P* *products*", "product_tag", "max_length"): "a word by which products are found",
    ("admin POST products/*/tags", "tags", "max_length"): "a word by which products are found",
    ("admin P* products/*/options", "*option_name", "max_length"): "shown in a row of a form",
    ("admin P* products/*/options", "option_preset_name", "max_length"): "shown in a row of a list",
    ("admin P* products/*/options", "*option_color", "max_length"): "a colour has a short name",
    ("admin P* products/*/options", "*option_text", "max_length"): "shown in a row of a form",
    ("admin PUT translations/products/*", "translations.options.*", "max_length"): (
        "as the options themselves"
    ),
    ("admin POST *coupons", "discount_*.benefit_*price", "min"): "as the other amounts of coupons",
    ("admin POST *coupons", "discount_*.benefit_*price", "max"): "as the other amounts of coupons",
    ("admin POST recipes", "*_filters.*", "required"): "a filter without a name compares nothing",
    ("admin POST recipes", "*_filters.condition", "required"): "a choice among nothing?",
    ("admin POST customerevents", "type", "default"): "its sample's",
    ("admin POST customers/*/invitation", "invitation_type", "type"): "by mail or by text message",
    ("admin POST scripttags", "src", "required"): "a script without an address runs nothing",
    ("admin P* orderform/properties*", "subject", "min_length"): "a question without words?",
    ("admin P* orderform/properties*", "subject", "max_length"): "it is stored with every order",
    ("admin P* orderform/properties*", "option_values", "min_length"): "an option without words?",
    ("admin P* orderform/properties*", "option_values", "max_length"): "read at every checkout",
    ("admin P* orderform/properties*", "option_values", "max_items"): "read at every checkout",
    ("admin POST orders/*/completions", "payment_code", "min_length"): "which payment?",
    ("admin POST orders/*/completions", "payment_code", "max_length"): "numbers are shorter",
    ("admin * orders/migrations*", "order_id", "min_length"): "an order without a number?",
    ("* GET products*", "category", "type"): "a category is named by its number everywhere else",
    ("admin GET products*", "product_weight", "type"): "weights compare as amounts: 1.5 finds 1.50",
    ("storefront GET categories*", "category_no", "comma_list"): "as in the admin API",
    ("admin P* products*", "add_category_no", "type"): "client programs send several as well",
    ("admin PUT products/*", "delete_category_no", "type"): "client programs send several as well",
    ("admin P* products*", "country_hscode", "type"): "answered as a map, so taken as one",
    ("admin P* products*", "expiration_date", "type"): "answered as an object, so taken as one",
    ("admin P* products*", "tax_rate", "min"): "0 is answered without tax, so taken beside it",
    ("admin P* products/*/options", "option_preset_code", "min_length"): _NOTHING,
    ("admin P* products/*/options", "option_preset_code", "pattern"): _NOTHING,
    ("admin PUT boards/*/articles/*", "rating", "min"): _NOTHING,
    ("admin PUT shippingorigins/*", "zipcode", "min_length"): _NOTHING,
    ("admin PUT shippingorigins/*", "zipcode", "pattern"): _NOTHING,
    ("admin P* products*", "expiration_date", "max_items"): "its two items are the two fields",
    ("admin P* products*", "expiration_date.*", "required"): "one end alone says nothing",
    ("admin POST products", "options.value", "type"): "a comma string or a list, either is read",
    ("admin POST products", "shipping_period", "type"): "an object in update and in every answer",
    ("admin POST products", "shipping_period", "max_items"): "its two items are the two fields",
    (
        "admin P* products*",
        "shipping_period.*",
        "default",
    ): "a new one has it; updates merge",
    ("admin P* products*", "product_volume.*", "default"): "a new one has it; updates merge",
    ("admin P* products*", "size_guide.*", "default"): "a new one has it; updates merge",
    ("admin P* products*", "points_amount.payment_method", "required"): "points of which payment?",
    ("admin P* products*", "shipping_rates.*", "required"): "a tier without its bounds or its fee",
    ("admin PUT products/*", "relational_product.product_no", "required"): "related to what?",
    ("admin PUT coupons/setting", "additional_coupon_no.coupon_no", "required"): "its only field",
    ("admin GET menus", "menu_no", "type"): "menus have numbers; anything else is a mistake",
    ("admin P* paymentgateway*", "additional_information.*", "required"): "a key without a value?",
    ("admin PUT paymentgateway/{client_id}", "service_limit_type", "default"): (
        "a new one has it; an update leaves alone what is not sent"
    ),
    (
        "admin PUT coupons/setting",
        "expiration_notice_date_setting.expiration_notice_date",
        "type",
    ): "the three periods are chosen apart from each other",
    (
        "admin PUT coupons/setting",
        "expiration_notice_date_setting.expiration_notice_date",
        "codes",
    ): "the three periods are chosen apart from each other",
    ("admin PUT brands/{brand_code}", "use_brand", "default"): (
        "a new one has it; an update leaves alone what is not sent"
    ),
    ("admin POST products/customproperties", "custom_properties", "required"): "create what?",
    (
        "admin PUT products/{product_no}/customproperties/{property_no}",
        "property_value",
        "required",
    ): "its only field",
    ("admin P* products/{product_no}/icons", "image_list.code", "type"): "one of products/icons",
    ("admin * categories/*/products*", "display_group", "type"): "sections are numbered 1 to 3",
    ("admin * categories/*/products*", "display_group", "codes"): "sections are numbered 1 to 3",
    ("admin DELETE */products/{product_no}", "product_no", "type"): "one is deleted and answered",
    (
        "admin P* products/{product_no}/decorationimages",
        "image_list.image_*_position",
        "type",
    ): "where a picture can lie is one of three places each way",
    (
        "admin P* products/{product_no}/options",
        "additional_options.required_additional_option",
        "required",
    ): "it has a default",
    ("partner GET shops", "collection_store_category", "type"): "a category is named by its code",
    ("partner GET shops", "collection_store_category", "comma_list"): "as of products",
    ("partner GET *", "shop_no", "type"): "answered as a number, so taken as one",
    ("partner GET products*", "product_no", "type"): "answered as a number, so taken as one",
    ("partner GET shops", "social_logins", "type"): "a list in a query is a comma list",
    ("partner GET shops", "social_logins", "comma_list"): "a list in a query is a comma list",
    ("partner GET shops", "benefits", "type"): "a list in a query is a comma list",
    ("partner GET shops", "benefits", "comma_list"): "a list in a query is a comma list",
    ("partner GET shops", "global_payment_type", "type"): "a list in a query is a comma list",
    ("partner GET shops", "global_payment_type", "comma_list"): "as its type",
    ("partner GET products*", "collection_product_category", "required"): (
        "the specification marks no parameter as required"
    ),
    ("partner GET *", "shop_name", "max_items"): "a comma list holds a hundred values",
    ("partner GET products*", "product_name", "max_items"): "a comma list holds a hundred values",
    ("partner GET products*", "shop_grade", "type"): "its four codes are listed",
    ("admin GET bundleproducts", "category", "type"): "as of products",
    ("admin P* bundleproducts*", "add_category_no", "type"): "as of products",
    ("admin PUT bundleproducts/*", "delete_category_no", "type"): "as of products",
    ("admin P* bundleproducts*", "shipping_period", "type"): "an object in every answer",
    ("admin P* bundleproducts*", "shipping_period", "max_items"): "its two items are the fields",
    ("admin P* bundleproducts*", "shipping_period.*", "default"): "as of products",
    ("admin P* bundleproducts*", "shipping_rates", "type"): "objects in every answer",
    ("admin P* bundleproducts*", "shipping_rates", "codes"): "its codes are their fields",
    ("admin P* bundleproducts*", "points_amount.payment_method", "type"): "as of products",
    ("admin P* bundleproducts*", "points_amount.payment_method", "required"): "as of products",
    ("admin PUT bundleproducts/*", "relational_product.product_no", "required"): "as of products",
    ("admin PUT categories/properties", "display_group", "type"): "sections are numbered 1 to 3",
    ("admin PUT categories/properties", "display_group", "codes"): "sections are numbered 1 to 3",
    ("admin POST */properties", "property", "required"): "a field is made of something",
    ("admin POST */properties", "property.multishop_display_names", "required"): (
        "a field has a name"
    ),
    (
        "admin POST customergroups",
        "auto_change_information.*_shopping_index",
        "type",
    ): "an index is a whole number, as the counts beside it",
    ("admin PUT customers/properties", "properties.key", "type"): "its keys are listed",
    ("admin PUT customers/properties", "properties.key", "required"): "which property?",
    ("storefront GET categories/*/products*", "display_group", "type"): "as in the admin API",
    ("storefront GET categories/*/products*", "display_group", "codes"): "as in the admin API",
    ("admin PUT boards/{board_no}", "categories", "type"): "a category has a number and a name",
    ("admin PUT boards/{board_no}", "*author_protection.partial_character_display", "type"): (
        "how many letters are shown"
    ),
    ("admin POST boards/*", "attach_file_urls.*", "required"): "a file without its address?",
    ("admin P* commenttemplates*", "board_type", "min"): "its codes are listed",
    ("admin GET financials/monthly*", "*_month", "type"): "answered as yyyy-mm, so taken so",
    ("admin P* suppliers*", "account_*_date", "max_length"): "a date is as long as a date is",
    ("admin POST suppliers", "commission", "default"): "an amount has two places",
    ("admin P* suppliers*", "payment_*_day", "min"): "its seven codes are listed",
    ("admin P* suppliers*", "payment_*_day", "max"): "its seven codes are listed",
    ("admin P* suppliers/users*", "nick_name.*", "required"): "a name of which shop?",
    ("admin PUT suppliers/users/{user_id}", "user_name.*", "required"): "a name of which shop?",
    ("admin PUT suppliers/users/{user_id}", "permission_delivery_fee_inquiry", "default"): (
        "a new one has it; an update leaves alone what is not sent"
    ),
    ("admin PUT carriers/{carrier_id}", "default_shipping_carrier", "default"): (
        "an update leaves alone what is not sent"
    ),
    ("admin POST carriers", "shipping_fee_setting_detail.*", "codes"): "those of `PUT shipping`",
    ("admin POST carriers", "shipping_fee_setting_detail.*", "type"): "its codes are listed",
    ("admin POST carriers", "shipping_fee_setting_detail.*", "min"): "as in `PUT shipping`",
    ("admin POST carriers", "shipping_fee_setting_detail.*", "max"): "as in `PUT shipping`",
    ("admin POST carriers", "shipping_fee_setting_detail.*", "min_length"): "as in `PUT shipping`",
    ("admin POST carriers", "shipping_fee_setting_detail.*", "max_length"): "as in `PUT shipping`",
    ("admin POST carriers", "shipping_fee_setting_detail.*", "pattern"): "as in `PUT shipping`",
    ("admin POST carriers", "shipping_fee_setting_detail.*", "max_items"): (
        "a carrier has one table of fees at home, and one abroad"
    ),
    ("admin POST carriers", "shipping_fee_setting_detail.*_list.*", "required"): (
        "a tier without its bounds or its fee"
    ),
    ("admin POST carriers", "shipping_fee_setting_detail.*", "default"): (
        "null is answered where there is none, so it may be sent back"
    ),
    ("admin PUT shipping", "shipping_company_type.carrier_id", "min"): "numbers begin at 1",
    ("admin PUT shipping", "shipping_company_type.carrier_id", "max"): "as other numbers",
    ("admin PUT shipping", "shipping_company_type.carrier_id", "required"): "which carrier?",
    ("admin PUT shipping", "shipping_company_type.is_selected", "default"): (
        "a carrier is named to be chosen"
    ),
    ("admin PUT shipping", "country_hs_code", "type"): "answered as objects, so taken as such",
    ("admin PUT shipping", "country_shipping_fee_list.m*_value", "type"): "compared as amounts",
    ("admin PUT shipping", "*_list.*", "required"): "a tier without its bounds or its fee",
    ("admin PUT shipping*", "shipping_rates.*", "required"): "a tier without its bounds or its fee",
    ("admin PUT shipping", "oversea_additional_fee_list.rounding_unit", "codes"): (
        "a percentage may be rounded to tens, hundreds and thousands as well"
    ),
    ("admin PUT shipping/suppliers/{supplier_id}", "country_hscode.*", "required"): (
        "a code of which country?"
    ),
    (
        "admin PUT suppliers/users/{supplier_id}/regionalsurcharges/setting",
        "*_surcharge_amount",
        "type",
    ): "an amount, as every other surcharge",
    ("admin GET orders*", "payment_method", "type"): "one of the listed codes finds anything",
    ("admin POST orders/calculation", "items", "required"): "what is to be worked out?",
    ("admin POST fulfillments", "post_express_flag", "type"): "it has one code",
    (
        "admin POST orders/*/options",
        "bundle_additional_options.additional_options",
        "required",
    ): "what is to be written?",
    ("admin P* orders/{order_id}/memos*", "product_list.*", "required"): "which variant of what?",
    ("admin PUT orders/{order_id}/memos/{memo_no}", "*", "default"): (
        "an update leaves alone what is not sent"
    ),
    ("admin GET coupons*", "deleted", "default"): "one code, in a comma list",
    ("admin GET coupons*", "available_site", "type"): "a list in a query is a comma list",
    ("admin GET coupons*", "available_site", "comma_list"): "a list in a query is a comma list",
    ("admin POST coupons", "issue_sub_type", "codes"): "the occasion of T is not specified",
    ("admin POST coupons", "recurring_issuance.*_hour", "min"): "hours of a day",
    ("admin POST coupons", "recurring_issuance.*_hour", "max"): "hours of a day",
    ("admin POST coupons", "recurring_issuance.*_minute", "min"): "minutes of an hour",
    ("admin POST coupons", "recurring_issuance.*_minute", "max"): "minutes of an hour",
    ("admin POST coupons", "recurring_issuance.*_minute", "type"): "a number, as the hour",
    ("admin POST coupons", "issue_order_available_*_list", "type"): "numbers, as the other lists",
    ("admin PUT coupons/{coupon_no}", "immediate_issue_pause", "type"): "its one code is listed",
    ("admin DELETE customers/{member_id}/coupons/*", "issue_no", "type"): (
        "a list in a query is a comma list"
    ),
    ("admin DELETE customers/{member_id}/coupons/*", "issue_no", "comma_list"): (
        "a list in a query is a comma list"
    ),
    ("admin GET benefits*", "platform_types", "type"): "its codes are listed",
    ("admin P* benefits*", "*_list", "type"): "numbers of products and categories",
    ("admin PUT benefits/*", "gift.gift_product_list.*", "required"): "a gift without a product?",
    ("admin GET customersprivacy*", "date_type", "codes"): "weddings are newer than the rest",
    ("admin PUT customersprivacy/{member_id}", "additional_information.*", "required"): (
        "an answer to which question?"
    ),
    ("admin POST *cancellation", "status", "codes"): "`accepted` came with 2026-03-01",
    ("admin POST *", "recover_inventory", "default"): "the shop's settings, if it is not sent",
    ("admin PUT *", "status", "type"): "its only code is listed",
    ("admin PUT *", "items.order_item_code", "required"): "which item?",
    ("admin PUT orders/*/cancellation/*", "undone", "required"): "as of several orders",
    ("admin PUT orders/*/cancellation/*", "undone_reason_type", "required"): (
        "as of several orders"
    ),
    ("admin PUT orders/*/cancellation/*", "expose_order_detail", "required"): (
        "as of several orders"
    ),
    ("admin PUT currency", "shop_no", "default"): "it is required",
    ("admin GET shops/{shop_no}", "shop_no", "default"): "it is required",
    ("admin PUT restocknotification/setting", "available_product_list", "type"): (
        "products are named by their numbers"
    ),
    (
        "admin GET reports/salesvolume",
        "shop_no",
        "type",
    ): "a shop is a number elsewhere",
    ("admin PUT orders/*/items/*", "multi_invoice.*", "required"): "which parcel, and how many?",
    ("admin POST draftorders", "payment_method", "codes"): "points are spent at the checkout",
    ("* P* *", "*country_code", "pattern"): "two other letters are no country",
    ("admin POST orders/calculation", "country_code", "max_length"): "as of an order",
    ("* *", "*email", "pattern"): "an address with a name or in brackets gets no mail",
    ("admin PUT translations/store*", "*privacy_officer_email", "pattern"): "as `email` there",
    ("admin P* *manufacturers*", "phone", "pattern"): _NUMBER,
    ("admin P* suppliers*", "phone", "pattern"): _NUMBER,
    ("admin P* suppliers*", "fax", "pattern"): _NUMBER,
    ("admin P* shippingorigins*", "*contact", "pattern"): _NUMBER,
    ("admin POST sms", "recipients", "pattern"): _NUMBER,
    ("admin PUT customersprivacy/*", "cellphone", "pattern"): _NUMBER,
    ("admin POST draftorders", "order_place_id", "pattern"): "its codes are listed",
    ("admin POST draftorders", "order_place_id", "codes"): "no wallet has a button yet",
    ("admin POST draftorders", "items", "required"): "what is ordered?",
    ("admin POST subscription/shipments", "wished_delivery_*_hour", "min"): "an hour is a text",
    ("admin POST subscription/shipments", "wished_delivery_*_hour", "max"): "an hour is a text",
    ("admin POST subscription/shipments", "items", "required"): "to what?",
    ("admin POST subscription/shipments", "items.option_id", "required"): "it has a default",
    ("admin POST subscription/shipments", "items.bundle_product_components", "max_items"): (
        "parts of a bundle"
    ),
    (
        "admin POST subscription/shipments",
        "items.bundle_product_components.product_*",
        "required",
    ): ("which product?"),
    ("admin POST subscription/shipments", "items.bundle_product_components.option_id", "default"): (
        "as of items"
    ),
    ("admin POST subscription/shipments", "items.bundle_product_components.quantity", "min"): (
        "as of items"
    ),
    ("admin POST subscription/shipments", "items.bundle_product_components.quantity", "max"): (
        "as of items"
    ),
    ("admin P* subscription/shipments*", "max_delivery_limit", "min"): "its codes are listed",
    ("admin P* subscription/shipments*", "max_delivery_limit", "max"): "its codes are listed",
    ("admin PUT subscription/shipments/*/items", "subscription_item_id", "required"): (
        "an item is named by its number or by its variant, as before"
    ),
    ("admin PUT subscription/shipments/*/items", "variant_code", "required"): "or its number",
    ("admin PUT subscription/shipments/*/items", "option_id", "required"): "or its number",
    **{
        ("admin P*", name, "max_length"): "a text has a bound where the reference names none"
        for name in BOUNDED_TEXTS
    },
}
"""Cells in which openmall is different on purpose, and why."""

MORE: dict[tuple[str, str], str] = {
    ("admin POST orders/{order_id}/completions", "data.*"): "what a gateway reports of a payment",
    ("admin POST products", "shop_no"): "every other write takes it, and clients send it",
    ("admin P* products*", "additional_information.name"): "answered, so it comes back in updates",
    (
        "admin PUT coupons/setting",
        "expiration_notice_date_setting.expiration_notice_date.*_day",
    ): "the three periods are chosen apart from each other",
    ("admin POST cancellation", "payment_gateway_cancel"): "ours: as for one order",
    ("admin POST return", "payment_gateway_cancel"): "ours: as for one order",
    ("* GET products*", "sold_out"): "ours: the products that the dashboard counts",
    ("* GET products*", "sold_out_variant"): "ours: the products that are sold out in part",
    ("storefront GET categories*", "use_main"): "one struct of filters for both APIs",
    ("storefront GET categories*", "use_display"): "one struct of filters for both APIs",
    ("partner GET shops", "shop_properties"): "the specification's own name for a shop's filters",
    ("admin P* bundleproducts*", "shipping_rates.*"): "objects in every answer",
    ("admin P* bundleproducts*", "additional_information.name"): "as of products",
    ("admin P* bundleproducts*", "points_amount.points_unit_by_payment"): "as of products",
    ("storefront POST carts", "variants.options.*"): "options have names, and codes only at times",
    ("storefront POST carts", "variants.additional_option_values.title"): "as it is answered",
    ("storefront POST carts", "variants.bundle_product_components*"): "ours: a choice of parts",
    ("admin GET boards/{board_no}", "shop_no"): "its update and every other read take it",
    ("admin PUT boards/{board_no}", "categories.*"): "a category has a number and a name",
    ("admin POST suppliers", "manager_information.use_sms"): "answered, and taken by updates",
    ("admin P* suppliers/users*", "permission_board_manage"): "answered, so it can be set",
    ("admin PUT regionalsurcharges", "regional_surcharge_list*"): "answered, so it can be set",
    ("admin PUT shipping", "supplier_*"): "answered, so it can be set",
    ("admin PUT shipping", "applicable_suppliers*"): "answered, so it can be set",
    ("admin PUT shipping", "country_hs_code.*"): "the fields it is answered with",
    ("admin * cashreceipt*", "shop_no"): "an order is of a shop",
    ("admin GET labels", "shop_no"): "labels are a shop's, and it is answered",
    ("admin DELETE orders/*/options", "shop_no"): "every other write takes it",
    ("storefront * customers*", "*"): "ours: a shopper's own account",
    ("storefront * sessions*", "*"): "ours: signing in and out",
    ("storefront * socials*", "*"): "ours: signing in with accounts of other services",
    ("admin * socials/openid", "*"): "ours: services it does not name",
    ("storefront GET carts", "*"): "ours: the specification only adds to carts",
    ("storefront PUT carts/*", "*"): "ours: the specification only adds to carts",
    ("storefront DELETE carts*", "*"): "ours: the specification only adds to carts",
    ("storefront * orders*", "*"): "ours: the checkout, and one's own orders",
    ("storefront GET products/*/subscription", "*"): "ours: how it is offered in subscriptions",
    ("admin P* subscription/shipments*", "receiver_country_code"): "where is a parcel sent abroad?",
    ("admin PUT subscription/charges/setting", "*"): "ours: charges of subscriptions",
    ("storefront * testgateway/*", "*"): "ours: the test gateway",
    ("storefront GET carts/count", "*"): "ours: the specification only adds to carts",
    ("storefront GET boards", "*"): "ours: which boards there are",
    ("storefront GET *price*s", "*"): "ours: prices as pages of the shop show them",
    ("storefront GET information", "*"): "ours: texts that pages of the shop show",
    ("storefront GET portalshopping", "*"): "ours: whether the product feed is served",
    ("storefront GET paymentoptions", "*"): "ours: the ways to pay at the checkout",
    ("storefront POST urgentinquiry", "*"): "ours: handing in what is urgent",
    ("admin * apps/origins", "*"): "ours: pages that may call the storefront",
    ("admin * webhooks/subscription", "*"): "ours: subscriptions by the app itself",
    ("admin GET webhooks/events", "*"): "ours: what happened, for those who missed it",
    ("storefront GET products/*/commonevents", "*"): "ours: what is shown with a product",
    ("storefront * boards/*", "*"): "ours: `post content` without operations; after the admin API",
    ("admin * subscription/shipments*", "shop_no"): "every other read and write takes it",
    ("analytics GET sales/orderdetails", "order_id"): "as orders are named everywhere else",
    ("admin * sandbox/*", "*"): "ours: a sandbox is not part of it",
    ("admin GET changes*", "*"): "ours: it has no feed of changes",
    ("admin * plans*", "*"): "ours: nothing else rehearses a call",
    ("admin * writes*", "*"): "ours: nothing else undoes a call",
    ("admin * jobs*", "*"): "ours: it knows 202, and leaves the rest open",
    ("admin * imports*", "*"): "ours: it has no imports of files",
    ("admin * exports*", "*"): "ours: it has no exports of files",
}
"""Parameters openmall takes beyond the specification, and why."""
