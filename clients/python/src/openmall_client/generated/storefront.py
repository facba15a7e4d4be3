"""The operations of the storefront API. Generated: `make generated ONLY=sdks`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Literal
from urllib.parse import quote

from openmall_client.transport import AsyncTransport, Call, Transport

if TYPE_CHECKING:
    from openmall_client.generated import storefront_models as m

VERSION = "2026-03-01"


class StorefrontApi:
    """The storefront API: each operation is a method that blocks until its response."""

    transport: Transport

    def count_carts(
        self,
        *,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CountCartsResult:
        """Retrieve a count of the items in the shopper's cart."""
        call = Call(
            "GET /carts/count",
            "GET",
            "/carts/count",
            query={"shop_no": shop_no},
            headers=headers,
        )
        body: m.CountCartsResult = self.transport.call(call)
        return body

    def count_categories(
        self,
        *,
        shop_no: int | None = None,
        category_depth: int | None = None,
        category_no: Sequence[int] | None = None,
        parent_category_no: int | None = None,
        category_name: str | None = None,
        use_main: m.YesNo | None = None,
        use_display: m.YesNo | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CountCategoriesResult:
        """Retrieve a count of the categories on display."""
        call = Call(
            "GET /categories/count",
            "GET",
            "/categories/count",
            query={
                "shop_no": shop_no,
                "category_depth": category_depth,
                "category_no": category_no,
                "parent_category_no": parent_category_no,
                "category_name": category_name,
                "use_main": use_main,
                "use_display": use_display,
            },
            headers=headers,
        )
        body: m.CountCategoriesResult = self.transport.call(call)
        return body

    def count_category_products(
        self,
        category_no: int,
        *,
        display_group: int,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CountCategoryProductsResult:
        """Retrieve a count of the products on display by category."""
        call = Call(
            "GET /categories/{category_no}/products/count",
            "GET",
            f"/categories/{quote(str(category_no), safe='')}/products/count",
            query={"shop_no": shop_no, "display_group": display_group},
            headers=headers,
        )
        body: m.CountCategoryProductsResult = self.transport.call(call)
        return body

    def count_customers_me_coupons(
        self,
        *,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CountCustomersMeCouponsResult:
        """Retrieve a count of the shopper's coupons."""
        call = Call(
            "GET /customers/me/coupons/count",
            "GET",
            "/customers/me/coupons/count",
            query={"shop_no": shop_no},
            headers=headers,
        )
        body: m.CountCustomersMeCouponsResult = self.transport.call(call)
        return body

    def count_customers_me_wishlist(
        self,
        *,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CountCustomersMeWishlistResult:
        """Retrieve a count of what the shopper wishes for."""
        call = Call(
            "GET /customers/me/wishlist/count",
            "GET",
            "/customers/me/wishlist/count",
            query={"shop_no": shop_no},
            headers=headers,
        )
        body: m.CountCustomersMeWishlistResult = self.transport.call(call)
        return body

    def count_product_carts(
        self,
        product_no: int,
        *,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CountProductCartsResult:
        """Retrieve a count of carts containing a product."""
        call = Call(
            "GET /products/{product_no}/carts/count",
            "GET",
            f"/products/{quote(str(product_no), safe='')}/carts/count",
            query={"shop_no": shop_no},
            headers=headers,
        )
        body: m.CountProductCartsResult = self.transport.call(call)
        return body

    def count_product_hits(
        self,
        product_no: int,
        *,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CountProductHitsResult:
        """Retrieve a count of a product's views in the storefront."""
        call = Call(
            "GET /products/{product_no}/hits/count",
            "GET",
            f"/products/{quote(str(product_no), safe='')}/hits/count",
            query={"shop_no": shop_no},
            headers=headers,
        )
        body: m.CountProductHitsResult = self.transport.call(call)
        return body

    def count_products(
        self,
        *,
        shop_no: int | None = None,
        product_no: Sequence[int] | None = None,
        display: m.YesNo | None = None,
        selling: m.YesNo | None = None,
        product_name: Sequence[str] | None = None,
        product_code: Sequence[str] | None = None,
        product_tag: Sequence[str] | None = None,
        custom_product_code: Sequence[str] | None = None,
        price_min: str | None = None,
        price_max: str | None = None,
        created_start_date: str | None = None,
        created_end_date: str | None = None,
        updated_start_date: str | None = None,
        updated_end_date: str | None = None,
        category: int | None = None,
        eng_product_name: Sequence[str] | None = None,
        model_name: Sequence[str] | None = None,
        category_unapplied: Literal["T"] | None = None,
        include_sub_category: Literal["T"] | None = None,
        additional_information_key: str | None = None,
        additional_information_value: str | None = None,
        brand_code: Sequence[str] | None = None,
        manufacturer_code: Sequence[str] | None = None,
        trend_code: Sequence[str] | None = None,
        custom_variant_code: Sequence[str] | None = None,
        retail_price_min: str | None = None,
        retail_price_max: str | None = None,
        origin_place_value: Sequence[str] | None = None,
        stock_quantity_max: int | None = None,
        stock_quantity_min: int | None = None,
        stock_safety_max: int | None = None,
        stock_safety_min: int | None = None,
        use_inventory: m.YesNo | None = None,
        approve_status: Literal["C", "E", "I", "N", "R"] | None = None,
        since_product_no: int | None = None,
        product_bundle: m.YesNo | None = None,
        option_type: Sequence[Literal["C", "E", "F", "S"]] | None = None,
        market_sync: m.YesNo | None = None,
        sold_out_variant: Literal["T"] | None = None,
        sold_out: Literal["T"] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CountProductsResult:
        """Retrieve a count of the products on display. `supply_price_min` is refused: it would tell visitors what only the merchant knows. `supply_price_max` is refused: it would tell visitors what only the merchant knows. `supply_product_name` is refused: it would tell visitors what only the merchant knows. `internal_product_name` is refused: it would tell visitors what only the merchant knows. `supplier_code` is refused: it would tell visitors what only the merchant knows. `classification_code` is refused: it would tell visitors what only the merchant knows. `product_condition` is refused: it would tell visitors what only the merchant knows. `product_weight` is refused: it would tell visitors what only the merchant knows."""
        call = Call(
            "GET /products/count",
            "GET",
            "/products/count",
            query={
                "shop_no": shop_no,
                "product_no": product_no,
                "display": display,
                "selling": selling,
                "product_name": product_name,
                "product_code": product_code,
                "product_tag": product_tag,
                "custom_product_code": custom_product_code,
                "price_min": price_min,
                "price_max": price_max,
                "created_start_date": created_start_date,
                "created_end_date": created_end_date,
                "updated_start_date": updated_start_date,
                "updated_end_date": updated_end_date,
                "category": category,
                "eng_product_name": eng_product_name,
                "model_name": model_name,
                "category_unapplied": category_unapplied,
                "include_sub_category": include_sub_category,
                "additional_information_key": additional_information_key,
                "additional_information_value": additional_information_value,
                "brand_code": brand_code,
                "manufacturer_code": manufacturer_code,
                "trend_code": trend_code,
                "custom_variant_code": custom_variant_code,
                "retail_price_min": retail_price_min,
                "retail_price_max": retail_price_max,
                "origin_place_value": origin_place_value,
                "stock_quantity_max": stock_quantity_max,
                "stock_quantity_min": stock_quantity_min,
                "stock_safety_max": stock_safety_max,
                "stock_safety_min": stock_safety_min,
                "use_inventory": use_inventory,
                "approve_status": approve_status,
                "since_product_no": since_product_no,
                "product_bundle": product_bundle,
                "option_type": option_type,
                "market_sync": market_sync,
                "sold_out_variant": sold_out_variant,
                "sold_out": sold_out,
            },
            headers=headers,
        )
        body: m.CountProductsResult = self.transport.call(call)
        return body

    def create_board_article(
        self,
        board_no: int,
        *,
        request: m.BoardArticleCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateBoardArticleResult:
        """Write an article on a board, or reply to one. Its `password` is stored as a hash."""
        call = Call(
            "POST /boards/{board_no}/articles",
            "POST",
            f"/boards/{quote(str(board_no), safe='')}/articles",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateBoardArticleResult = self.transport.call(call)
        return body

    def create_board_article_comment(
        self,
        board_no: int,
        article_no: int,
        *,
        request: m.BoardArticleCommentCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateBoardArticleCommentResult:
        """Write a comment below an article. Its `password` is stored as a hash."""
        call = Call(
            "POST /boards/{board_no}/articles/{article_no}/comments",
            "POST",
            f"/boards/{quote(str(board_no), safe='')}/articles/{quote(str(article_no), safe='')}/comments",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateBoardArticleCommentResult = self.transport.call(call)
        return body

    def create_board_article_opening(
        self,
        board_no: int,
        article_no: int,
        *,
        request: m.BoardArticleOpeningCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateBoardArticleOpeningResult:
        """Read a secret article with its password."""
        call = Call(
            "POST /boards/{board_no}/articles/{article_no}/opening",
            "POST",
            f"/boards/{quote(str(board_no), safe='')}/articles/{quote(str(article_no), safe='')}/opening",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateBoardArticleOpeningResult = self.transport.call(call)
        return body

    def create_cart(
        self,
        *,
        request: m.CartCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateCartResult:
        """Create a shopping cart: put variants of a product into the shopper's cart. `addtional_products` is refused: products that are sold with others are added by calls."""
        call = Call(
            "POST /carts",
            "POST",
            "/carts",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateCartResult = self.transport.call(call)
        return body

    def create_customer(
        self,
        *,
        request: m.CustomerCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateCustomerResult:
        """Become a customer, who is signed in at once; the guest's cart becomes theirs."""
        call = Call(
            "POST /customers",
            "POST",
            "/customers",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateCustomerResult = self.transport.call(call)
        return body

    def create_customers_me_coupon(
        self,
        *,
        request: m.CustomersMeCouponCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateCustomersMeCouponResult:
        """Fetch a coupon that the shop lets customers fetch. Errors: NotFound (404), and Invalid (422) for one that is not fetched, not by this shopper, not now or not once more."""
        call = Call(
            "POST /customers/me/coupons",
            "POST",
            "/customers/me/coupons",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateCustomersMeCouponResult = self.transport.call(call)
        return body

    def create_customers_me_paymentmethod(
        self,
        *,
        request: m.CustomersMePaymentmethodCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateCustomersMePaymentmethodResult:
        """Begin to store a payment method for recurring charges. Errors: Invalid (422) where no gateway of the shop stores such a method, and for more than 20 methods."""
        call = Call(
            "POST /customers/me/paymentmethods",
            "POST",
            "/customers/me/paymentmethods",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateCustomersMePaymentmethodResult = self.transport.call(call)
        return body

    def create_customers_me_paymentmethod_confirm(
        self,
        method_id: str,
        *,
        request: m.CustomersMePaymentmethodConfirmCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateCustomersMePaymentmethodConfirmResult:
        """Ask the gateway whether it has stored one of the shopper's payment methods. Until it has, the method stays requested."""
        call = Call(
            "POST /customers/me/paymentmethods/{method_id}/confirm",
            "POST",
            f"/customers/me/paymentmethods/{quote(str(method_id), safe='')}/confirm",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateCustomersMePaymentmethodConfirmResult = self.transport.call(call)
        return body

    def create_customers_me_serialcoupon(
        self,
        *,
        request: m.CustomersMeSerialcouponCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateCustomersMeSerialcouponResult:
        """Redeem a coupon code: the shopper gets its coupon. Errors: Invalid (422) for an unknown code, one that was used, and a coupon that is not issued at the moment."""
        call = Call(
            "POST /customers/me/serialcoupons",
            "POST",
            "/customers/me/serialcoupons",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateCustomersMeSerialcouponResult = self.transport.call(call)
        return body

    def create_customers_me_subscription(
        self,
        *,
        request: m.CustomersMeSubscriptionCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateCustomersMeSubscriptionResult:
        """Subscribe to variants; each delivery is charged to a stored payment method. Errors: Invalid (422) for a product that is not offered as a subscription or not sold, and for a date before the earliest one; NotFound (404) for a payment method that is not the shopper's."""
        call = Call(
            "POST /customers/me/subscriptions",
            "POST",
            "/customers/me/subscriptions",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateCustomersMeSubscriptionResult = self.transport.call(call)
        return body

    def create_customers_me_subscription_skip(
        self,
        subscription_id: str,
        *,
        request: m.CustomersMeSubscriptionSkipCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateCustomersMeSubscriptionSkipResult:
        """Skip the next delivery of one of the shopper's subscriptions. Its items that are due first are delivered with the following one; a delivery that was ordered already is not affected. Errors: NotFound (404); Invalid (422) where nothing is due."""
        call = Call(
            "POST /customers/me/subscriptions/{subscription_id}/skips",
            "POST",
            f"/customers/me/subscriptions/{quote(str(subscription_id), safe='')}/skips",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateCustomersMeSubscriptionSkipResult = self.transport.call(call)
        return body

    def create_customers_me_wishlist(
        self,
        *,
        request: m.CustomersMeWishlistCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateCustomersMeWishlistResult:
        """Put something on the shopper's wish list. Errors: Invalid (422) for what is on it already."""
        call = Call(
            "POST /customers/me/wishlist",
            "POST",
            "/customers/me/wishlist",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateCustomersMeWishlistResult = self.transport.call(call)
        return body

    def create_customers_me_withdrawal(
        self,
        *,
        request: m.CustomersMeWithdrawalCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateCustomersMeWithdrawalResult:
        """End one's membership: personal data is erased, orders stay, and the browser continues as a. guest. Errors: Invalid (422) for a customer with points left, when points are to be checked."""
        call = Call(
            "POST /customers/me/withdrawal",
            "POST",
            "/customers/me/withdrawal",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateCustomersMeWithdrawalResult = self.transport.call(call)
        return body

    def create_customers_password(
        self,
        *,
        request: m.CustomersPasswordCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateCustomersPasswordResult:
        """Set the password of a customer by a link, which ends their sessions. Errors: Invalid (422) for a link that was used, has expired or is not genuine, and for one from before a change of the account."""
        call = Call(
            "POST /customers/password",
            "POST",
            "/customers/password",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateCustomersPasswordResult = self.transport.call(call)
        return body

    def create_customers_passwordlink(
        self,
        *,
        request: m.CustomersPasswordlinkCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateCustomersPasswordlinkResult:
        """Send a link by which a customer sets a new password, to the mail address of their account. Without a member id a link is sent for each account with the address, up to five: their mails name the member ids. The response is the same when there is no such account."""
        call = Call(
            "POST /customers/passwordlinks",
            "POST",
            "/customers/passwordlinks",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateCustomersPasswordlinkResult = self.transport.call(call)
        return body

    def create_customers_unsubscription(
        self,
        *,
        request: m.CustomersUnsubscriptionCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateCustomersUnsubscriptionResult:
        """Withdraw a customer's consent to mail that advertises; once more changes nothing. Errors: Invalid (422) for a link that is not genuine."""
        call = Call(
            "POST /customers/unsubscriptions",
            "POST",
            "/customers/unsubscriptions",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateCustomersUnsubscriptionResult = self.transport.call(call)
        return body

    def create_order(
        self,
        *,
        request: m.OrderCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateOrderResult:
        """Order items of the cart, or the named variants, at today's prices. Errors: Invalid (422) for items that are no longer for sale, OutOfStock (422) where too little is left, Forbidden (403) for a product this shopper may not buy and while the shop is closed; Invalid (422) for a payment method that the shop does not offer, for coupons that may not be used, and for points and credits that the buyer does not have or that are not needed."""
        call = Call(
            "POST /orders",
            "POST",
            "/orders",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateOrderResult = self.transport.call(call)
        return body

    def create_order_cancellationrequest(
        self,
        order_id: str,
        *,
        request: m.OrderCancellationrequestCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateOrderCancellationrequestResult:
        """Ask for the cancellation of items of one's own order."""
        call = Call(
            "POST /orders/{order_id}/cancellationrequests",
            "POST",
            f"/orders/{quote(str(order_id), safe='')}/cancellationrequests",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateOrderCancellationrequestResult = self.transport.call(call)
        return body

    def create_order_confirmation(
        self,
        order_id: str,
        *,
        request: m.OrderConfirmationCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateOrderConfirmationResult:
        """Confirm a purchase, where the shop has a button for it."""
        call = Call(
            "POST /orders/{order_id}/confirmations",
            "POST",
            f"/orders/{quote(str(order_id), safe='')}/confirmations",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateOrderConfirmationResult = self.transport.call(call)
        return body

    def create_order_exchangerequest(
        self,
        order_id: str,
        *,
        request: m.OrderExchangerequestCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateOrderExchangerequestResult:
        """Ask for the exchange of items of one's own order."""
        call = Call(
            "POST /orders/{order_id}/exchangerequests",
            "POST",
            f"/orders/{quote(str(order_id), safe='')}/exchangerequests",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateOrderExchangerequestResult = self.transport.call(call)
        return body

    def create_order_gift(
        self,
        order_id: str,
        *,
        request: m.OrderGiftCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateOrderGiftResult:
        """Choose gifts for one's own order. Errors: Invalid (422) for gifts that the order does not earn or cannot choose any more, and OutOfStock (422) for one that is sold out."""
        call = Call(
            "POST /orders/{order_id}/gifts",
            "POST",
            f"/orders/{quote(str(order_id), safe='')}/gifts",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateOrderGiftResult = self.transport.call(call)
        return body

    def create_order_payment(
        self,
        order_id: str,
        *,
        request: m.OrderPaymentCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateOrderPaymentResult:
        """Pay one of the shopper's own orders that still awaits payment, through a gateway."""
        call = Call(
            "POST /orders/{order_id}/payments",
            "POST",
            f"/orders/{quote(str(order_id), safe='')}/payments",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateOrderPaymentResult = self.transport.call(call)
        return body

    def create_order_payments_confirm(
        self,
        order_id: str,
        *,
        request: m.OrderPaymentsConfirmCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateOrderPaymentsConfirmResult:
        """Ask the gateway what has become of the payment of one of the shopper's own orders."""
        call = Call(
            "POST /orders/{order_id}/payments/confirm",
            "POST",
            f"/orders/{quote(str(order_id), safe='')}/payments/confirm",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateOrderPaymentsConfirmResult = self.transport.call(call)
        return body

    def create_order_returnrequest(
        self,
        order_id: str,
        *,
        request: m.OrderReturnrequestCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateOrderReturnrequestResult:
        """Ask for the return of items of one's own order."""
        call = Call(
            "POST /orders/{order_id}/returnrequests",
            "POST",
            f"/orders/{quote(str(order_id), safe='')}/returnrequests",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateOrderReturnrequestResult = self.transport.call(call)
        return body

    def create_orders_estimate(
        self,
        *,
        request: m.OrdersEstimateCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateOrdersEstimateResult:
        """Estimate what an order would cost; nothing is reserved, used or spent. Errors: the errors of ordering, except for missing data of a guest."""
        call = Call(
            "POST /orders/estimate",
            "POST",
            "/orders/estimate",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateOrdersEstimateResult = self.transport.call(call)
        return body

    def create_session(
        self,
        *,
        request: m.SessionCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateSessionResult:
        """Sign in: the response has the session; the guest's cart is merged into the member's."""
        call = Call(
            "POST /sessions",
            "POST",
            "/sessions",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateSessionResult = self.transport.call(call)
        return body

    def create_social_attempt(
        self,
        social_name: str,
        *,
        request: m.SocialAttemptCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateSocialAttemptResult:
        """Begin a sign-in with an account of another service, or begin to link one. The browser opens `authorization_url`. Errors: NotFound (404) for a service that the shop does not offer, Unavailable (503) for one that does not respond."""
        call = Call(
            "POST /socials/{social_name}/attempts",
            "POST",
            f"/socials/{quote(str(social_name), safe='')}/attempts",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateSocialAttemptResult = self.transport.call(call)
        return body

    def create_socials_customer(
        self,
        *,
        request: m.SocialsCustomerCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateSocialsCustomerResult:
        """Become a customer who signs in with the account; the guest's cart becomes theirs. Errors: Invalid (422) for a token that is not valid any more, an account that was linked meanwhile, and as a sign-up does."""
        call = Call(
            "POST /socials/customers",
            "POST",
            "/socials/customers",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateSocialsCustomerResult = self.transport.call(call)
        return body

    def create_socials_link(
        self,
        *,
        request: m.SocialsLinkCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateSocialsLinkResult:
        """Link an account to the customer whose password was sent, who is signed in. Errors: Invalid (422) for a token that is not valid any more, and for an account that was linked meanwhile."""
        call = Call(
            "POST /socials/links",
            "POST",
            "/socials/links",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateSocialsLinkResult = self.transport.call(call)
        return body

    def create_socials_session(
        self,
        *,
        request: m.SocialsSessionCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateSocialsSessionResult:
        """Complete a sign-in with what the service sent back. A customer with the account is signed in. Without one the response has a token, by which a customer joins, or links the account to one whose password is known. Errors: Invalid (422) for a response that is not the service's, comes twice or too late, Unavailable (503) when the service does not respond."""
        call = Call(
            "POST /socials/sessions",
            "POST",
            "/socials/sessions",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateSocialsSessionResult = self.transport.call(call)
        return body

    def create_testgateway_method(
        self,
        method_id: str,
        *,
        request: m.TestgatewayMethodCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateTestgatewayMethodResult:
        """Store a test card at the test gateway, or choose what becomes of its charges from now on. approved, declined; revoked: the bank has withdrawn it; lost: it is taken, and the response does not arrive."""
        call = Call(
            "POST /testgateway/methods/{method_id}",
            "POST",
            f"/testgateway/methods/{quote(str(method_id), safe='')}",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateTestgatewayMethodResult = self.transport.call(call)
        return body

    def create_testgateway_payment(
        self,
        payment_id: str,
        *,
        request: m.TestgatewayPaymentCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateTestgatewayPaymentResult:
        """Pay at the test gateway, and choose what becomes of the payment."""
        call = Call(
            "POST /testgateway/payments/{payment_id}",
            "POST",
            f"/testgateway/payments/{quote(str(payment_id), safe='')}",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateTestgatewayPaymentResult = self.transport.call(call)
        return body

    def create_urgentinquiry(
        self,
        *,
        request: m.UrgentinquiryCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateUrgentinquiryResult:
        """Hand in what is urgent. Errors: Invalid (422) for a guest without contact data. Errors: TooManyCalls (429) when much was written from this address in the last minute."""
        call = Call(
            "POST /urgentinquiry",
            "POST",
            "/urgentinquiry",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateUrgentinquiryResult = self.transport.call(call)
        return body

    def delete_board_article(
        self,
        board_no: int,
        article_no: int,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.DeleteBoardArticleResult:
        """Delete what a member wrote."""
        call = Call(
            "DELETE /boards/{board_no}/articles/{article_no}",
            "DELETE",
            f"/boards/{quote(str(board_no), safe='')}/articles/{quote(str(article_no), safe='')}",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.DeleteBoardArticleResult = self.transport.call(call)
        return body

    def delete_board_article_comment(
        self,
        board_no: int,
        article_no: int,
        comment_no: int,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.DeleteBoardArticleCommentResult:
        """Delete a comment that a member wrote."""
        call = Call(
            "DELETE /boards/{board_no}/articles/{article_no}/comments/{comment_no}",
            "DELETE",
            f"/boards/{quote(str(board_no), safe='')}/articles/{quote(str(article_no), safe='')}/comments/{quote(str(comment_no), safe='')}",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.DeleteBoardArticleCommentResult = self.transport.call(call)
        return body

    def delete_cart(
        self,
        basket_product_no: int,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.DeleteCartResult:
        """Take an item out of the shopper's cart."""
        call = Call(
            "DELETE /carts/{basket_product_no}",
            "DELETE",
            f"/carts/{quote(str(basket_product_no), safe='')}",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.DeleteCartResult = self.transport.call(call)
        return body

    def delete_carts(
        self,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.DeleteCartsResult:
        """Take everything out of the shopper's cart."""
        call = Call(
            "DELETE /carts",
            "DELETE",
            "/carts",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.DeleteCartsResult = self.transport.call(call)
        return body

    def delete_customers_me_paymentmethod(
        self,
        method_id: str,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.DeleteCustomersMePaymentmethodResult:
        """Remove one of the shopper's stored payment methods. Errors: NotFound (404); Invalid (422) for one that a subscription is paid with."""
        call = Call(
            "DELETE /customers/me/paymentmethods/{method_id}",
            "DELETE",
            f"/customers/me/paymentmethods/{quote(str(method_id), safe='')}",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.DeleteCustomersMePaymentmethodResult = self.transport.call(call)
        return body

    def delete_customers_me_social(
        self,
        social_name: str,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.DeleteCustomersMeSocialResult:
        """Unlink an account of another service from the customer who asks. Errors: NotFound (404) without such an account, Invalid (422) for the last one of a customer without a password, who could not sign in any more."""
        call = Call(
            "DELETE /customers/me/social/{social_name}",
            "DELETE",
            f"/customers/me/social/{quote(str(social_name), safe='')}",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.DeleteCustomersMeSocialResult = self.transport.call(call)
        return body

    def delete_customers_me_urgentinquiry(
        self,
        article_no: int,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.DeleteCustomersMeUrgentinquiryResult:
        """Take back what the member asked, and what was answered. Errors: NotFound (404), also for another customer's."""
        call = Call(
            "DELETE /customers/me/urgentinquiry/{article_no}",
            "DELETE",
            f"/customers/me/urgentinquiry/{quote(str(article_no), safe='')}",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.DeleteCustomersMeUrgentinquiryResult = self.transport.call(call)
        return body

    def delete_customers_me_wishlist(
        self,
        wishlist_no: int,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.DeleteCustomersMeWishlistResult:
        """Take something off the shopper's wish list. Errors: NotFound (404)."""
        call = Call(
            "DELETE /customers/me/wishlist/{wishlist_no}",
            "DELETE",
            f"/customers/me/wishlist/{quote(str(wishlist_no), safe='')}",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.DeleteCustomersMeWishlistResult = self.transport.call(call)
        return body

    def delete_order_claim(
        self,
        order_id: str,
        claim_code: str,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.DeleteOrderClaimResult:
        """Withdraw a claim that the shop has not accepted yet; items are what they were before. Errors: NotFound (404), also for one that came to nothing, Invalid (422) for one the shop has dealt with."""
        call = Call(
            "DELETE /orders/{order_id}/claims/{claim_code}",
            "DELETE",
            f"/orders/{quote(str(order_id), safe='')}/claims/{quote(str(claim_code), safe='')}",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.DeleteOrderClaimResult = self.transport.call(call)
        return body

    def delete_sessions_current(
        self,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.DeleteSessionsCurrentResult:
        """Sign out: the session that was sent ends, and the browser continues as a new guest. Other sessions of the customer stay; a new password ends them all."""
        call = Call(
            "DELETE /sessions/current",
            "DELETE",
            "/sessions/current",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.DeleteSessionsCurrentResult = self.transport.call(call)
        return body

    def get_board_article(
        self,
        board_no: int,
        article_no: int,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.GetBoardArticleResult:
        """Retrieve an article of a board, whose readers are counted."""
        call = Call(
            "GET /boards/{board_no}/articles/{article_no}",
            "GET",
            f"/boards/{quote(str(board_no), safe='')}/articles/{quote(str(article_no), safe='')}",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.GetBoardArticleResult = self.transport.call(call)
        return body

    def get_board_challenge(
        self,
        board_no: int,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.GetBoardChallengeResult:
        """Retrieve a challenge that proves, once answered, that no machine writes."""
        call = Call(
            "GET /boards/{board_no}/challenge",
            "GET",
            f"/boards/{quote(str(board_no), safe='')}/challenge",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.GetBoardChallengeResult = self.transport.call(call)
        return body

    def get_category(
        self,
        category_no: int,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.GetCategoryResult:
        """Retrieve a category on display."""
        call = Call(
            "GET /categories/{category_no}",
            "GET",
            f"/categories/{quote(str(category_no), safe='')}",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.GetCategoryResult = self.transport.call(call)
        return body

    def get_customers_me(
        self,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.GetCustomersMeResult:
        """Retrieve what the shop knows of the customer who asks."""
        call = Call(
            "GET /customers/me",
            "GET",
            "/customers/me",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.GetCustomersMeResult = self.transport.call(call)
        return body

    def get_order(
        self,
        order_id: str,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.GetOrderResult:
        """Retrieve one of the shopper's own orders."""
        call = Call(
            "GET /orders/{order_id}",
            "GET",
            f"/orders/{quote(str(order_id), safe='')}",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.GetOrderResult = self.transport.call(call)
        return body

    def get_portalshopping(
        self,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.GetPortalshoppingResult:
        """Retrieve portal shopping settings: the shop's id at the portal, and whether the product. feed is served."""
        call = Call(
            "GET /portalshopping",
            "GET",
            "/portalshopping",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.GetPortalshoppingResult = self.transport.call(call)
        return body

    def get_product(
        self,
        product_no: int,
        *,
        shop_no: int | None = None,
        embed: Sequence[Literal["additionalimages", "options", "variants"]] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.GetProductResult:
        """Retrieve a product on display."""
        call = Call(
            "GET /products/{product_no}",
            "GET",
            f"/products/{quote(str(product_no), safe='')}",
            query={"shop_no": shop_no, "embed": embed, "fields": fields},
            headers=headers,
        )
        body: m.GetProductResult = self.transport.call(call)
        return body

    def get_product_decorationimages(
        self,
        product_no: int,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.GetProductDecorationimagesResult:
        """Retrieve the decoration images of a product."""
        call = Call(
            "GET /products/{product_no}/decorationimages",
            "GET",
            f"/products/{quote(str(product_no), safe='')}/decorationimages",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.GetProductDecorationimagesResult = self.transport.call(call)
        return body

    def get_product_discountprice(
        self,
        product_no: int,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.GetProductDiscountpriceResult:
        """Retrieve a product's discounted price."""
        call = Call(
            "GET /products/{product_no}/discountprice",
            "GET",
            f"/products/{quote(str(product_no), safe='')}/discountprice",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.GetProductDiscountpriceResult = self.transport.call(call)
        return body

    def get_product_icons(
        self,
        product_no: int,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.GetProductIconsResult:
        """Retrieve a product's icons."""
        call = Call(
            "GET /products/{product_no}/icons",
            "GET",
            f"/products/{quote(str(product_no), safe='')}/icons",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.GetProductIconsResult = self.transport.call(call)
        return body

    def get_product_options(
        self,
        product_no: int,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.GetProductOptionsResult:
        """Retrieve the options of a product."""
        call = Call(
            "GET /products/{product_no}/options",
            "GET",
            f"/products/{quote(str(product_no), safe='')}/options",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.GetProductOptionsResult = self.transport.call(call)
        return body

    def get_product_subscription(
        self,
        product_no: int,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.GetProductSubscriptionResult:
        """Retrieve how a product is offered as a subscription."""
        call = Call(
            "GET /products/{product_no}/subscription",
            "GET",
            f"/products/{quote(str(product_no), safe='')}/subscription",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.GetProductSubscriptionResult = self.transport.call(call)
        return body

    def get_product_variant(
        self,
        product_no: int,
        variant_code: str,
        *,
        shop_no: int | None = None,
        embed: Sequence[Literal["inventories"]] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.GetProductVariantResult:
        """Retrieve a variant on display."""
        call = Call(
            "GET /products/{product_no}/variants/{variant_code}",
            "GET",
            f"/products/{quote(str(product_no), safe='')}/variants/{quote(str(variant_code), safe='')}",
            query={"shop_no": shop_no, "embed": embed, "fields": fields},
            headers=headers,
        )
        body: m.GetProductVariantResult = self.transport.call(call)
        return body

    def get_product_variant_inventories(
        self,
        product_no: int,
        variant_code: str,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.GetProductVariantInventoriesResult:
        """Retrieve the inventory of a variant on display."""
        call = Call(
            "GET /products/{product_no}/variants/{variant_code}/inventories",
            "GET",
            f"/products/{quote(str(product_no), safe='')}/variants/{quote(str(variant_code), safe='')}/inventories",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.GetProductVariantInventoriesResult = self.transport.call(call)
        return body

    def get_productsdetail(
        self,
        product_no: int,
        *,
        shop_no: int | None = None,
        mobile: m.YesNo | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.GetProductsdetailResult:
        """Retrieve the details of a product on display."""
        call = Call(
            "GET /productsdetail/{product_no}",
            "GET",
            f"/productsdetail/{quote(str(product_no), safe='')}",
            query={"shop_no": shop_no, "mobile": mobile, "fields": fields},
            headers=headers,
        )
        body: m.GetProductsdetailResult = self.transport.call(call)
        return body

    def list_board_article_comments(
        self,
        board_no: int,
        article_no: int,
        *,
        shop_no: int | None = None,
        offset: int | None = None,
        limit: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListBoardArticleCommentsResult:
        """Retrieve a list of the comments of an article that may be read."""
        call = Call(
            "GET /boards/{board_no}/articles/{article_no}/comments",
            "GET",
            f"/boards/{quote(str(board_no), safe='')}/articles/{quote(str(article_no), safe='')}/comments",
            query={"shop_no": shop_no, "offset": offset, "limit": limit, "fields": fields},
            headers=headers,
        )
        body: m.ListBoardArticleCommentsResult = self.transport.call(call)
        return body

    def iterate_board_article_comments(
        self,
        board_no: int,
        article_no: int,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[m.Remark]:
        """Iterate over all rows of `list_board_article_comments`, page by page."""
        call = Call(
            "GET /boards/{board_no}/articles/{article_no}/comments",
            "GET",
            f"/boards/{quote(str(board_no), safe='')}/articles/{quote(str(article_no), safe='')}/comments",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        rows: Iterator[m.Remark] = self.transport.rows(call, "comments", size=100, most_offset=8000)
        return rows

    def list_board_articles(
        self,
        board_no: int,
        *,
        shop_no: int | None = None,
        product_no: int | None = None,
        offset: int | None = None,
        limit: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListBoardArticlesResult:
        """Retrieve a list of the articles of a board that are displayed."""
        call = Call(
            "GET /boards/{board_no}/articles",
            "GET",
            f"/boards/{quote(str(board_no), safe='')}/articles",
            query={
                "shop_no": shop_no,
                "product_no": product_no,
                "offset": offset,
                "limit": limit,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListBoardArticlesResult = self.transport.call(call)
        return body

    def iterate_board_articles(
        self,
        board_no: int,
        *,
        shop_no: int | None = None,
        product_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[m.Post]:
        """Iterate over all rows of `list_board_articles`, page by page."""
        call = Call(
            "GET /boards/{board_no}/articles",
            "GET",
            f"/boards/{quote(str(board_no), safe='')}/articles",
            query={"shop_no": shop_no, "product_no": product_no, "fields": fields},
            headers=headers,
        )
        rows: Iterator[m.Post] = self.transport.rows(call, "articles", size=100, most_offset=8000)
        return rows

    def list_boards(
        self,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListBoardsResult:
        """Retrieve a list of the boards a shopper may read, and what they may do there."""
        call = Call(
            "GET /boards",
            "GET",
            "/boards",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.ListBoardsResult = self.transport.call(call)
        return body

    def list_carts(
        self,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListCartsResult:
        """Retrieve the items of the shopper's cart, the oldest first. With today's prices; items that are no longer for sale are marked. A new guest has none."""
        call = Call(
            "GET /carts",
            "GET",
            "/carts",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.ListCartsResult = self.transport.call(call)
        return body

    def list_categories(
        self,
        *,
        shop_no: int | None = None,
        category_depth: int | None = None,
        category_no: Sequence[int] | None = None,
        parent_category_no: int | None = None,
        category_name: str | None = None,
        use_main: m.YesNo | None = None,
        use_display: m.YesNo | None = None,
        offset: int | None = None,
        limit: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListCategoriesResult:
        """Retrieve a list of the categories on display, in the order of display."""
        call = Call(
            "GET /categories",
            "GET",
            "/categories",
            query={
                "shop_no": shop_no,
                "category_depth": category_depth,
                "category_no": category_no,
                "parent_category_no": parent_category_no,
                "category_name": category_name,
                "use_main": use_main,
                "use_display": use_display,
                "offset": offset,
                "limit": limit,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListCategoriesResult = self.transport.call(call)
        return body

    def iterate_categories(
        self,
        *,
        shop_no: int | None = None,
        category_depth: int | None = None,
        category_no: Sequence[int] | None = None,
        parent_category_no: int | None = None,
        category_name: str | None = None,
        use_main: m.YesNo | None = None,
        use_display: m.YesNo | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[m.Category]:
        """Iterate over all rows of `list_categories`, page by page."""
        call = Call(
            "GET /categories",
            "GET",
            "/categories",
            query={
                "shop_no": shop_no,
                "category_depth": category_depth,
                "category_no": category_no,
                "parent_category_no": parent_category_no,
                "category_name": category_name,
                "use_main": use_main,
                "use_display": use_display,
                "fields": fields,
            },
            headers=headers,
        )
        rows: Iterator[m.Category] = self.transport.rows(
            call, "categories", size=100, most_offset=8000
        )
        return rows

    def list_category_products(
        self,
        category_no: int,
        *,
        display_group: int,
        shop_no: int | None = None,
        mobile: m.YesNo | None = None,
        limit: int | None = None,
        offset: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListCategoryProductsResult:
        """Retrieve a list of the products on display by category."""
        call = Call(
            "GET /categories/{category_no}/products",
            "GET",
            f"/categories/{quote(str(category_no), safe='')}/products",
            query={
                "shop_no": shop_no,
                "display_group": display_group,
                "mobile": mobile,
                "limit": limit,
                "offset": offset,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListCategoryProductsResult = self.transport.call(call)
        return body

    def iterate_category_products(
        self,
        category_no: int,
        *,
        display_group: int,
        shop_no: int | None = None,
        mobile: m.YesNo | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[m.ProductInWindow]:
        """Iterate over all rows of `list_category_products`, page by page."""
        call = Call(
            "GET /categories/{category_no}/products",
            "GET",
            f"/categories/{quote(str(category_no), safe='')}/products",
            query={
                "shop_no": shop_no,
                "display_group": display_group,
                "mobile": mobile,
                "fields": fields,
            },
            headers=headers,
        )
        rows: Iterator[m.ProductInWindow] = self.transport.rows(
            call, "products", size=200, most_offset=8000
        )
        return rows

    def list_customers_me_articles(
        self,
        *,
        shop_no: int | None = None,
        board_no: int | None = None,
        offset: int | None = None,
        limit: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListCustomersMeArticlesResult:
        """Retrieve a list of what the member wrote, the newest first, also what awaits the shop."""
        call = Call(
            "GET /customers/me/articles",
            "GET",
            "/customers/me/articles",
            query={
                "shop_no": shop_no,
                "board_no": board_no,
                "offset": offset,
                "limit": limit,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListCustomersMeArticlesResult = self.transport.call(call)
        return body

    def iterate_customers_me_articles(
        self,
        *,
        shop_no: int | None = None,
        board_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[m.Post]:
        """Iterate over all rows of `list_customers_me_articles`, page by page."""
        call = Call(
            "GET /customers/me/articles",
            "GET",
            "/customers/me/articles",
            query={"shop_no": shop_no, "board_no": board_no, "fields": fields},
            headers=headers,
        )
        rows: Iterator[m.Post] = self.transport.rows(call, "articles", size=100, most_offset=8000)
        return rows

    def list_customers_me_coupons(
        self,
        *,
        shop_no: int | None = None,
        offset: int | None = None,
        limit: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListCustomersMeCouponsResult:
        """Retrieve a list of the shopper's coupons, those that may still be used, in the order that. the shop sets."""
        call = Call(
            "GET /customers/me/coupons",
            "GET",
            "/customers/me/coupons",
            query={"shop_no": shop_no, "offset": offset, "limit": limit, "fields": fields},
            headers=headers,
        )
        body: m.ListCustomersMeCouponsResult = self.transport.call(call)
        return body

    def iterate_customers_me_coupons(
        self,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[m.CustomerCoupon]:
        """Iterate over all rows of `list_customers_me_coupons`, page by page."""
        call = Call(
            "GET /customers/me/coupons",
            "GET",
            "/customers/me/coupons",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        rows: Iterator[m.CustomerCoupon] = self.transport.rows(
            call, "coupons", size=100, most_offset=10000
        )
        return rows

    def list_customers_me_credits(
        self,
        *,
        shop_no: int | None = None,
        start_date: str | None = None,
        end_date: str | None = None,
        offset: int | None = None,
        limit: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListCustomersMeCreditsResult:
        """Retrieve a list of changes of the shopper's credits, the newest first."""
        call = Call(
            "GET /customers/me/credits",
            "GET",
            "/customers/me/credits",
            query={
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "offset": offset,
                "limit": limit,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListCustomersMeCreditsResult = self.transport.call(call)
        return body

    def iterate_customers_me_credits(
        self,
        *,
        shop_no: int | None = None,
        start_date: str | None = None,
        end_date: str | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[m.OwnChange]:
        """Iterate over all rows of `list_customers_me_credits`, page by page."""
        call = Call(
            "GET /customers/me/credits",
            "GET",
            "/customers/me/credits",
            query={
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "fields": fields,
            },
            headers=headers,
        )
        rows: Iterator[m.OwnChange] = self.transport.rows(
            call, "credits", size=100, most_offset=8000
        )
        return rows

    def list_customers_me_customerevents(
        self,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListCustomersMeCustomereventsResult:
        """Retrieve the campaigns that the calling customer can still complete, oldest first."""
        call = Call(
            "GET /customers/me/customerevents",
            "GET",
            "/customers/me/customerevents",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.ListCustomersMeCustomereventsResult = self.transport.call(call)
        return body

    def list_customers_me_paymentmethods(
        self,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListCustomersMePaymentmethodsResult:
        """Retrieve a list of the shopper's stored payment methods, the newest first."""
        call = Call(
            "GET /customers/me/paymentmethods",
            "GET",
            "/customers/me/paymentmethods",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.ListCustomersMePaymentmethodsResult = self.transport.call(call)
        return body

    def list_customers_me_points(
        self,
        *,
        shop_no: int | None = None,
        start_date: str | None = None,
        end_date: str | None = None,
        offset: int | None = None,
        limit: int | None = None,
        points_category: Literal["available", "unavailable", "unavailable_coupon"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListCustomersMePointsResult:
        """Retrieve a list of changes of the shopper's points, the newest first."""
        call = Call(
            "GET /customers/me/points",
            "GET",
            "/customers/me/points",
            query={
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "offset": offset,
                "limit": limit,
                "points_category": points_category,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListCustomersMePointsResult = self.transport.call(call)
        return body

    def iterate_customers_me_points(
        self,
        *,
        shop_no: int | None = None,
        start_date: str | None = None,
        end_date: str | None = None,
        points_category: Literal["available", "unavailable", "unavailable_coupon"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[m.OwnChange]:
        """Iterate over all rows of `list_customers_me_points`, page by page."""
        call = Call(
            "GET /customers/me/points",
            "GET",
            "/customers/me/points",
            query={
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "points_category": points_category,
                "fields": fields,
            },
            headers=headers,
        )
        rows: Iterator[m.OwnChange] = self.transport.rows(
            call, "points", size=100, most_offset=8000
        )
        return rows

    def list_customers_me_social(
        self,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListCustomersMeSocialResult:
        """Retrieve the accounts of other services that are linked to the customer who asks."""
        call = Call(
            "GET /customers/me/social",
            "GET",
            "/customers/me/social",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.ListCustomersMeSocialResult = self.transport.call(call)
        return body

    def list_customers_me_subscriptions(
        self,
        *,
        shop_no: int | None = None,
        limit: int | None = None,
        offset: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListCustomersMeSubscriptionsResult:
        """Retrieve a list of the shopper's own subscriptions, the newest first."""
        call = Call(
            "GET /customers/me/subscriptions",
            "GET",
            "/customers/me/subscriptions",
            query={"shop_no": shop_no, "limit": limit, "offset": offset, "fields": fields},
            headers=headers,
        )
        body: m.ListCustomersMeSubscriptionsResult = self.transport.call(call)
        return body

    def iterate_customers_me_subscriptions(
        self,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[m.OwnSubscription]:
        """Iterate over all rows of `list_customers_me_subscriptions`, page by page."""
        call = Call(
            "GET /customers/me/subscriptions",
            "GET",
            "/customers/me/subscriptions",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        rows: Iterator[m.OwnSubscription] = self.transport.rows(
            call, "subscriptions", size=100, most_offset=8000
        )
        return rows

    def list_customers_me_urgentinquiry(
        self,
        *,
        shop_no: int | None = None,
        offset: int | None = None,
        limit: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListCustomersMeUrgentinquiryResult:
        """Retrieve a list of what the member asked, with the answers, the newest first."""
        call = Call(
            "GET /customers/me/urgentinquiry",
            "GET",
            "/customers/me/urgentinquiry",
            query={"shop_no": shop_no, "offset": offset, "limit": limit, "fields": fields},
            headers=headers,
        )
        body: m.ListCustomersMeUrgentinquiryResult = self.transport.call(call)
        return body

    def iterate_customers_me_urgentinquiry(
        self,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[m.OwnInquiry]:
        """Iterate over all rows of `list_customers_me_urgentinquiry`, page by page."""
        call = Call(
            "GET /customers/me/urgentinquiry",
            "GET",
            "/customers/me/urgentinquiry",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        rows: Iterator[m.OwnInquiry] = self.transport.rows(
            call, "inquiries", size=100, most_offset=8000
        )
        return rows

    def list_customers_me_wishlist(
        self,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListCustomersMeWishlistResult:
        """Retrieve a list of what the shopper wishes for, the newest first."""
        call = Call(
            "GET /customers/me/wishlist",
            "GET",
            "/customers/me/wishlist",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.ListCustomersMeWishlistResult = self.transport.call(call)
        return body

    def list_information(
        self,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListInformationResult:
        """Retrieve the texts that pages show: guides with content, and the texts in use of product. pages."""
        call = Call(
            "GET /information",
            "GET",
            "/information",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.ListInformationResult = self.transport.call(call)
        return body

    def list_main_products(
        self,
        display_group: int,
        *,
        shop_no: int | None = None,
        mobile: m.YesNo | None = None,
        limit: int | None = None,
        offset: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListMainProductsResult:
        """Retrieve a list of the products on display in main category."""
        call = Call(
            "GET /mains/{display_group}/products",
            "GET",
            f"/mains/{quote(str(display_group), safe='')}/products",
            query={
                "shop_no": shop_no,
                "mobile": mobile,
                "limit": limit,
                "offset": offset,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListMainProductsResult = self.transport.call(call)
        return body

    def iterate_main_products(
        self,
        display_group: int,
        *,
        shop_no: int | None = None,
        mobile: m.YesNo | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[m.ProductInWindow]:
        """Iterate over all rows of `list_main_products`, page by page."""
        call = Call(
            "GET /mains/{display_group}/products",
            "GET",
            f"/mains/{quote(str(display_group), safe='')}/products",
            query={"shop_no": shop_no, "mobile": mobile, "fields": fields},
            headers=headers,
        )
        rows: Iterator[m.ProductInWindow] = self.transport.rows(
            call, "products", size=200, most_offset=8000
        )
        return rows

    def list_order_claimableitems(
        self,
        order_id: str,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListOrderClaimableitemsResult:
        """Retrieve a list of the items of one's own order for which something may be asked now."""
        call = Call(
            "GET /orders/{order_id}/claimableitems",
            "GET",
            f"/orders/{quote(str(order_id), safe='')}/claimableitems",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.ListOrderClaimableitemsResult = self.transport.call(call)
        return body

    def list_order_claims(
        self,
        order_id: str,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListOrderClaimsResult:
        """Retrieve a list of the claims about one's own order."""
        call = Call(
            "GET /orders/{order_id}/claims",
            "GET",
            f"/orders/{quote(str(order_id), safe='')}/claims",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.ListOrderClaimsResult = self.transport.call(call)
        return body

    def list_order_gifts(
        self,
        order_id: str,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListOrderGiftsResult:
        """Retrieve a list of the gifts that one's own order may still choose. Empty where gifts are chosen while ordering or given automatically, and once some are chosen."""
        call = Call(
            "GET /orders/{order_id}/gifts",
            "GET",
            f"/orders/{quote(str(order_id), safe='')}/gifts",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.ListOrderGiftsResult = self.transport.call(call)
        return body

    def list_order_reviewableitems(
        self,
        order_id: str,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListOrderReviewableitemsResult:
        """Retrieve a list of the items of one's own order that the order offers to review now. The board settings of the shop say when: once it is paid, was sent, or has arrived. A gift is reviewed where the benefits setting allows it. What the board of reviews would refuse from this buyer is left out, such as a review by a guest."""
        call = Call(
            "GET /orders/{order_id}/reviewableitems",
            "GET",
            f"/orders/{quote(str(order_id), safe='')}/reviewableitems",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.ListOrderReviewableitemsResult = self.transport.call(call)
        return body

    def list_orders(
        self,
        *,
        shop_no: int | None = None,
        limit: int | None = None,
        offset: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListOrdersResult:
        """Retrieve a list of the shopper's own orders, the newest first."""
        call = Call(
            "GET /orders",
            "GET",
            "/orders",
            query={"shop_no": shop_no, "limit": limit, "offset": offset, "fields": fields},
            headers=headers,
        )
        body: m.ListOrdersResult = self.transport.call(call)
        return body

    def iterate_orders(
        self,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[m.OwnOrder]:
        """Iterate over all rows of `list_orders`, page by page."""
        call = Call(
            "GET /orders",
            "GET",
            "/orders",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        rows: Iterator[m.OwnOrder] = self.transport.rows(call, "orders", size=100, most_offset=8000)
        return rows

    def list_paymentoptions(
        self,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListPaymentoptionsResult:
        """Retrieve the ways to pay at the checkout, with interest-free plans. An order can be placed with each of them. Providers that the shop hides are left out."""
        call = Call(
            "GET /paymentoptions",
            "GET",
            "/paymentoptions",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.ListPaymentoptionsResult = self.transport.call(call)
        return body

    def list_pricefonts(
        self,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListPricefontsResult:
        """Retrieve the fonts in which each kind of page shows prices."""
        call = Call(
            "GET /pricefonts",
            "GET",
            "/pricefonts",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.ListPricefontsResult = self.transport.call(call)
        return body

    def list_product_commonevents(
        self,
        product_no: int,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListProductCommoneventsResult:
        """Retrieve a list of the storewide promotions that are shown with a product on display."""
        call = Call(
            "GET /products/{product_no}/commonevents",
            "GET",
            f"/products/{quote(str(product_no), safe='')}/commonevents",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.ListProductCommoneventsResult = self.transport.call(call)
        return body

    def list_product_variants(
        self,
        product_no: int,
        *,
        shop_no: int | None = None,
        embed: Sequence[Literal["inventories"]] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListProductVariantsResult:
        """Retrieve a list of the variants on display."""
        call = Call(
            "GET /products/{product_no}/variants",
            "GET",
            f"/products/{quote(str(product_no), safe='')}/variants",
            query={"shop_no": shop_no, "embed": embed, "fields": fields},
            headers=headers,
        )
        body: m.ListProductVariantsResult = self.transport.call(call)
        return body

    def list_products(
        self,
        *,
        shop_no: int | None = None,
        product_no: Sequence[int] | None = None,
        display: m.YesNo | None = None,
        selling: m.YesNo | None = None,
        product_name: Sequence[str] | None = None,
        product_code: Sequence[str] | None = None,
        product_tag: Sequence[str] | None = None,
        custom_product_code: Sequence[str] | None = None,
        price_min: str | None = None,
        price_max: str | None = None,
        created_start_date: str | None = None,
        created_end_date: str | None = None,
        updated_start_date: str | None = None,
        updated_end_date: str | None = None,
        category: int | None = None,
        eng_product_name: Sequence[str] | None = None,
        model_name: Sequence[str] | None = None,
        category_unapplied: Literal["T"] | None = None,
        include_sub_category: Literal["T"] | None = None,
        additional_information_key: str | None = None,
        additional_information_value: str | None = None,
        brand_code: Sequence[str] | None = None,
        manufacturer_code: Sequence[str] | None = None,
        trend_code: Sequence[str] | None = None,
        custom_variant_code: Sequence[str] | None = None,
        retail_price_min: str | None = None,
        retail_price_max: str | None = None,
        origin_place_value: Sequence[str] | None = None,
        stock_quantity_max: int | None = None,
        stock_quantity_min: int | None = None,
        stock_safety_max: int | None = None,
        stock_safety_min: int | None = None,
        use_inventory: m.YesNo | None = None,
        approve_status: Literal["C", "E", "I", "N", "R"] | None = None,
        since_product_no: int | None = None,
        product_bundle: m.YesNo | None = None,
        option_type: Sequence[Literal["C", "E", "F", "S"]] | None = None,
        market_sync: m.YesNo | None = None,
        sold_out_variant: Literal["T"] | None = None,
        sold_out: Literal["T"] | None = None,
        sort: Literal["created_date", "product_name", "updated_date"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        offset: int | None = None,
        limit: int | None = None,
        embed: Sequence[Literal["additionalimages", "options", "variants"]] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListProductsResult:
        """Retrieve a list of the products on display. `supply_price_min` is refused: it would tell visitors what only the merchant knows. `supply_price_max` is refused: it would tell visitors what only the merchant knows. `supply_product_name` is refused: it would tell visitors what only the merchant knows. `internal_product_name` is refused: it would tell visitors what only the merchant knows. `supplier_code` is refused: it would tell visitors what only the merchant knows. `classification_code` is refused: it would tell visitors what only the merchant knows. `product_condition` is refused: it would tell visitors what only the merchant knows. `product_weight` is refused: it would tell visitors what only the merchant knows."""
        call = Call(
            "GET /products",
            "GET",
            "/products",
            query={
                "shop_no": shop_no,
                "product_no": product_no,
                "display": display,
                "selling": selling,
                "product_name": product_name,
                "product_code": product_code,
                "product_tag": product_tag,
                "custom_product_code": custom_product_code,
                "price_min": price_min,
                "price_max": price_max,
                "created_start_date": created_start_date,
                "created_end_date": created_end_date,
                "updated_start_date": updated_start_date,
                "updated_end_date": updated_end_date,
                "category": category,
                "eng_product_name": eng_product_name,
                "model_name": model_name,
                "category_unapplied": category_unapplied,
                "include_sub_category": include_sub_category,
                "additional_information_key": additional_information_key,
                "additional_information_value": additional_information_value,
                "brand_code": brand_code,
                "manufacturer_code": manufacturer_code,
                "trend_code": trend_code,
                "custom_variant_code": custom_variant_code,
                "retail_price_min": retail_price_min,
                "retail_price_max": retail_price_max,
                "origin_place_value": origin_place_value,
                "stock_quantity_max": stock_quantity_max,
                "stock_quantity_min": stock_quantity_min,
                "stock_safety_max": stock_safety_max,
                "stock_safety_min": stock_safety_min,
                "use_inventory": use_inventory,
                "approve_status": approve_status,
                "since_product_no": since_product_no,
                "product_bundle": product_bundle,
                "option_type": option_type,
                "market_sync": market_sync,
                "sold_out_variant": sold_out_variant,
                "sold_out": sold_out,
                "sort": sort,
                "order": order,
                "offset": offset,
                "limit": limit,
                "embed": embed,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListProductsResult = self.transport.call(call)
        return body

    def iterate_products(
        self,
        *,
        shop_no: int | None = None,
        product_no: Sequence[int] | None = None,
        display: m.YesNo | None = None,
        selling: m.YesNo | None = None,
        product_name: Sequence[str] | None = None,
        product_code: Sequence[str] | None = None,
        product_tag: Sequence[str] | None = None,
        custom_product_code: Sequence[str] | None = None,
        price_min: str | None = None,
        price_max: str | None = None,
        created_start_date: str | None = None,
        created_end_date: str | None = None,
        updated_start_date: str | None = None,
        updated_end_date: str | None = None,
        category: int | None = None,
        eng_product_name: Sequence[str] | None = None,
        model_name: Sequence[str] | None = None,
        category_unapplied: Literal["T"] | None = None,
        include_sub_category: Literal["T"] | None = None,
        additional_information_key: str | None = None,
        additional_information_value: str | None = None,
        brand_code: Sequence[str] | None = None,
        manufacturer_code: Sequence[str] | None = None,
        trend_code: Sequence[str] | None = None,
        custom_variant_code: Sequence[str] | None = None,
        retail_price_min: str | None = None,
        retail_price_max: str | None = None,
        origin_place_value: Sequence[str] | None = None,
        stock_quantity_max: int | None = None,
        stock_quantity_min: int | None = None,
        stock_safety_max: int | None = None,
        stock_safety_min: int | None = None,
        use_inventory: m.YesNo | None = None,
        approve_status: Literal["C", "E", "I", "N", "R"] | None = None,
        product_bundle: m.YesNo | None = None,
        option_type: Sequence[Literal["C", "E", "F", "S"]] | None = None,
        market_sync: m.YesNo | None = None,
        sold_out_variant: Literal["T"] | None = None,
        sold_out: Literal["T"] | None = None,
        sort: Literal["created_date", "product_name", "updated_date"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        embed: Sequence[Literal["additionalimages", "options", "variants"]] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[m.ListedForMember]:
        """Iterate over all rows of `list_products`, page by page."""
        call = Call(
            "GET /products",
            "GET",
            "/products",
            query={
                "shop_no": shop_no,
                "product_no": product_no,
                "display": display,
                "selling": selling,
                "product_name": product_name,
                "product_code": product_code,
                "product_tag": product_tag,
                "custom_product_code": custom_product_code,
                "price_min": price_min,
                "price_max": price_max,
                "created_start_date": created_start_date,
                "created_end_date": created_end_date,
                "updated_start_date": updated_start_date,
                "updated_end_date": updated_end_date,
                "category": category,
                "eng_product_name": eng_product_name,
                "model_name": model_name,
                "category_unapplied": category_unapplied,
                "include_sub_category": include_sub_category,
                "additional_information_key": additional_information_key,
                "additional_information_value": additional_information_value,
                "brand_code": brand_code,
                "manufacturer_code": manufacturer_code,
                "trend_code": trend_code,
                "custom_variant_code": custom_variant_code,
                "retail_price_min": retail_price_min,
                "retail_price_max": retail_price_max,
                "origin_place_value": origin_place_value,
                "stock_quantity_max": stock_quantity_max,
                "stock_quantity_min": stock_quantity_min,
                "stock_safety_max": stock_safety_max,
                "stock_safety_min": stock_safety_min,
                "use_inventory": use_inventory,
                "approve_status": approve_status,
                "product_bundle": product_bundle,
                "option_type": option_type,
                "market_sync": market_sync,
                "sold_out_variant": sold_out_variant,
                "sold_out": sold_out,
                "sort": sort,
                "order": order,
                "embed": embed,
                "fields": fields,
            },
            headers=headers,
        )
        rows: Iterator[m.ListedForMember] = self.transport.rows(
            call, "products", size=100, most_offset=5000, since="since_product_no"
        )
        return rows

    def list_products_shownprices(
        self,
        *,
        product_no: Sequence[int],
        shop_no: int | None = None,
        page: Literal["category", "main", "product"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListProductsShownpricesResult:
        """Retrieve the prices that a kind of page shows of products."""
        call = Call(
            "GET /products/shownprices",
            "GET",
            "/products/shownprices",
            query={"shop_no": shop_no, "product_no": product_no, "page": page, "fields": fields},
            headers=headers,
        )
        body: m.ListProductsShownpricesResult = self.transport.call(call)
        return body

    def list_socials(
        self,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListSocialsResult:
        """Retrieve the services whose accounts the shop accepts, in the order of their buttons."""
        call = Call(
            "GET /socials",
            "GET",
            "/socials",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.ListSocialsResult = self.transport.call(call)
        return body

    def update_board_article(
        self,
        board_no: int,
        article_no: int,
        *,
        request: m.BoardArticleUpdate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.UpdateBoardArticleResult:
        """Update what a shopper wrote: a member their own, a guest with the password given to it."""
        call = Call(
            "PUT /boards/{board_no}/articles/{article_no}",
            "PUT",
            f"/boards/{quote(str(board_no), safe='')}/articles/{quote(str(article_no), safe='')}",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.UpdateBoardArticleResult = self.transport.call(call)
        return body

    def update_board_article_comment(
        self,
        board_no: int,
        article_no: int,
        comment_no: int,
        *,
        request: m.BoardArticleCommentUpdate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.UpdateBoardArticleCommentResult:
        """Update a comment: a member their own, a guest with the password given to it. Identical content is NotModified (409)."""
        call = Call(
            "PUT /boards/{board_no}/articles/{article_no}/comments/{comment_no}",
            "PUT",
            f"/boards/{quote(str(board_no), safe='')}/articles/{quote(str(article_no), safe='')}/comments/{quote(str(comment_no), safe='')}",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.UpdateBoardArticleCommentResult = self.transport.call(call)
        return body

    def update_cart(
        self,
        basket_product_no: int,
        *,
        request: m.CartUpdate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.UpdateCartResult:
        """Update how many units of an item lie in the shopper's cart."""
        call = Call(
            "PUT /carts/{basket_product_no}",
            "PUT",
            f"/carts/{quote(str(basket_product_no), safe='')}",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.UpdateCartResult = self.transport.call(call)
        return body

    def update_customers_me(
        self,
        *,
        request: m.CustomersMeUpdate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.UpdateCustomersMeResult:
        """Update the personal data of the calling customer; fields that the shop does not use are not. stored. A new password ends all sessions of the customer; the response carries a new one. A new mail address or mobile phone needs `current_password` or a sign-in of the last ten minutes (403), and the former ones get a message. Errors: Invalid (422) when a required field is removed."""
        call = Call(
            "PUT /customers/me",
            "PUT",
            "/customers/me",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.UpdateCustomersMeResult = self.transport.call(call)
        return body

    def update_customers_me_subscription(
        self,
        subscription_id: str,
        *,
        request: m.CustomersMeSubscriptionUpdate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.UpdateCustomersMeSubscriptionResult:
        """Update one of the shopper's subscriptions: its receiver, its payment method, or its state. U resumes it, P pauses it, C ends it. Another payment method is charged at once for an order whose charge has failed. Errors: NotFound (404); Invalid (422) for one that has ended."""
        call = Call(
            "PUT /customers/me/subscriptions/{subscription_id}",
            "PUT",
            f"/customers/me/subscriptions/{quote(str(subscription_id), safe='')}",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.UpdateCustomersMeSubscriptionResult = self.transport.call(call)
        return body

    def update_customers_me_subscription_item(
        self,
        subscription_id: str,
        subscription_item_id: int,
        *,
        request: m.CustomersMeSubscriptionItemUpdate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.UpdateCustomersMeSubscriptionItemResult:
        """Update an item of one of the shopper's subscriptions: how many, how often, when, or its end. Errors: NotFound (404); Invalid (422) for an item that has ended, for a cycle that is not offered, and for a date before the earliest one."""
        call = Call(
            "PUT /customers/me/subscriptions/{subscription_id}/items/{subscription_item_id}",
            "PUT",
            f"/customers/me/subscriptions/{quote(str(subscription_id), safe='')}/items/{quote(str(subscription_item_id), safe='')}",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.UpdateCustomersMeSubscriptionItemResult = self.transport.call(call)
        return body

    def update_order_receiver(
        self,
        order_id: str,
        *,
        request: m.OrderReceiverUpdate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.UpdateOrderReceiverResult:
        """Update where a parcel of one's own order goes, while the shop lets buyers do that."""
        call = Call(
            "PUT /orders/{order_id}/receiver",
            "PUT",
            f"/orders/{quote(str(order_id), safe='')}/receiver",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.UpdateOrderReceiverResult = self.transport.call(call)
        return body


class AsyncStorefrontApi:
    """The storefront API: each operation is a method that awaits its response."""

    transport: AsyncTransport

    async def count_carts(
        self,
        *,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CountCartsResult:
        """Retrieve a count of the items in the shopper's cart."""
        call = Call(
            "GET /carts/count",
            "GET",
            "/carts/count",
            query={"shop_no": shop_no},
            headers=headers,
        )
        body: m.CountCartsResult = await self.transport.call(call)
        return body

    async def count_categories(
        self,
        *,
        shop_no: int | None = None,
        category_depth: int | None = None,
        category_no: Sequence[int] | None = None,
        parent_category_no: int | None = None,
        category_name: str | None = None,
        use_main: m.YesNo | None = None,
        use_display: m.YesNo | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CountCategoriesResult:
        """Retrieve a count of the categories on display."""
        call = Call(
            "GET /categories/count",
            "GET",
            "/categories/count",
            query={
                "shop_no": shop_no,
                "category_depth": category_depth,
                "category_no": category_no,
                "parent_category_no": parent_category_no,
                "category_name": category_name,
                "use_main": use_main,
                "use_display": use_display,
            },
            headers=headers,
        )
        body: m.CountCategoriesResult = await self.transport.call(call)
        return body

    async def count_category_products(
        self,
        category_no: int,
        *,
        display_group: int,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CountCategoryProductsResult:
        """Retrieve a count of the products on display by category."""
        call = Call(
            "GET /categories/{category_no}/products/count",
            "GET",
            f"/categories/{quote(str(category_no), safe='')}/products/count",
            query={"shop_no": shop_no, "display_group": display_group},
            headers=headers,
        )
        body: m.CountCategoryProductsResult = await self.transport.call(call)
        return body

    async def count_customers_me_coupons(
        self,
        *,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CountCustomersMeCouponsResult:
        """Retrieve a count of the shopper's coupons."""
        call = Call(
            "GET /customers/me/coupons/count",
            "GET",
            "/customers/me/coupons/count",
            query={"shop_no": shop_no},
            headers=headers,
        )
        body: m.CountCustomersMeCouponsResult = await self.transport.call(call)
        return body

    async def count_customers_me_wishlist(
        self,
        *,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CountCustomersMeWishlistResult:
        """Retrieve a count of what the shopper wishes for."""
        call = Call(
            "GET /customers/me/wishlist/count",
            "GET",
            "/customers/me/wishlist/count",
            query={"shop_no": shop_no},
            headers=headers,
        )
        body: m.CountCustomersMeWishlistResult = await self.transport.call(call)
        return body

    async def count_product_carts(
        self,
        product_no: int,
        *,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CountProductCartsResult:
        """Retrieve a count of carts containing a product."""
        call = Call(
            "GET /products/{product_no}/carts/count",
            "GET",
            f"/products/{quote(str(product_no), safe='')}/carts/count",
            query={"shop_no": shop_no},
            headers=headers,
        )
        body: m.CountProductCartsResult = await self.transport.call(call)
        return body

    async def count_product_hits(
        self,
        product_no: int,
        *,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CountProductHitsResult:
        """Retrieve a count of a product's views in the storefront."""
        call = Call(
            "GET /products/{product_no}/hits/count",
            "GET",
            f"/products/{quote(str(product_no), safe='')}/hits/count",
            query={"shop_no": shop_no},
            headers=headers,
        )
        body: m.CountProductHitsResult = await self.transport.call(call)
        return body

    async def count_products(
        self,
        *,
        shop_no: int | None = None,
        product_no: Sequence[int] | None = None,
        display: m.YesNo | None = None,
        selling: m.YesNo | None = None,
        product_name: Sequence[str] | None = None,
        product_code: Sequence[str] | None = None,
        product_tag: Sequence[str] | None = None,
        custom_product_code: Sequence[str] | None = None,
        price_min: str | None = None,
        price_max: str | None = None,
        created_start_date: str | None = None,
        created_end_date: str | None = None,
        updated_start_date: str | None = None,
        updated_end_date: str | None = None,
        category: int | None = None,
        eng_product_name: Sequence[str] | None = None,
        model_name: Sequence[str] | None = None,
        category_unapplied: Literal["T"] | None = None,
        include_sub_category: Literal["T"] | None = None,
        additional_information_key: str | None = None,
        additional_information_value: str | None = None,
        brand_code: Sequence[str] | None = None,
        manufacturer_code: Sequence[str] | None = None,
        trend_code: Sequence[str] | None = None,
        custom_variant_code: Sequence[str] | None = None,
        retail_price_min: str | None = None,
        retail_price_max: str | None = None,
        origin_place_value: Sequence[str] | None = None,
        stock_quantity_max: int | None = None,
        stock_quantity_min: int | None = None,
        stock_safety_max: int | None = None,
        stock_safety_min: int | None = None,
        use_inventory: m.YesNo | None = None,
        approve_status: Literal["C", "E", "I", "N", "R"] | None = None,
        since_product_no: int | None = None,
        product_bundle: m.YesNo | None = None,
        option_type: Sequence[Literal["C", "E", "F", "S"]] | None = None,
        market_sync: m.YesNo | None = None,
        sold_out_variant: Literal["T"] | None = None,
        sold_out: Literal["T"] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CountProductsResult:
        """Retrieve a count of the products on display. `supply_price_min` is refused: it would tell visitors what only the merchant knows. `supply_price_max` is refused: it would tell visitors what only the merchant knows. `supply_product_name` is refused: it would tell visitors what only the merchant knows. `internal_product_name` is refused: it would tell visitors what only the merchant knows. `supplier_code` is refused: it would tell visitors what only the merchant knows. `classification_code` is refused: it would tell visitors what only the merchant knows. `product_condition` is refused: it would tell visitors what only the merchant knows. `product_weight` is refused: it would tell visitors what only the merchant knows."""
        call = Call(
            "GET /products/count",
            "GET",
            "/products/count",
            query={
                "shop_no": shop_no,
                "product_no": product_no,
                "display": display,
                "selling": selling,
                "product_name": product_name,
                "product_code": product_code,
                "product_tag": product_tag,
                "custom_product_code": custom_product_code,
                "price_min": price_min,
                "price_max": price_max,
                "created_start_date": created_start_date,
                "created_end_date": created_end_date,
                "updated_start_date": updated_start_date,
                "updated_end_date": updated_end_date,
                "category": category,
                "eng_product_name": eng_product_name,
                "model_name": model_name,
                "category_unapplied": category_unapplied,
                "include_sub_category": include_sub_category,
                "additional_information_key": additional_information_key,
                "additional_information_value": additional_information_value,
                "brand_code": brand_code,
                "manufacturer_code": manufacturer_code,
                "trend_code": trend_code,
                "custom_variant_code": custom_variant_code,
                "retail_price_min": retail_price_min,
                "retail_price_max": retail_price_max,
                "origin_place_value": origin_place_value,
                "stock_quantity_max": stock_quantity_max,
                "stock_quantity_min": stock_quantity_min,
                "stock_safety_max": stock_safety_max,
                "stock_safety_min": stock_safety_min,
                "use_inventory": use_inventory,
                "approve_status": approve_status,
                "since_product_no": since_product_no,
                "product_bundle": product_bundle,
                "option_type": option_type,
                "market_sync": market_sync,
                "sold_out_variant": sold_out_variant,
                "sold_out": sold_out,
            },
            headers=headers,
        )
        body: m.CountProductsResult = await self.transport.call(call)
        return body

    async def create_board_article(
        self,
        board_no: int,
        *,
        request: m.BoardArticleCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateBoardArticleResult:
        """Write an article on a board, or reply to one. Its `password` is stored as a hash."""
        call = Call(
            "POST /boards/{board_no}/articles",
            "POST",
            f"/boards/{quote(str(board_no), safe='')}/articles",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateBoardArticleResult = await self.transport.call(call)
        return body

    async def create_board_article_comment(
        self,
        board_no: int,
        article_no: int,
        *,
        request: m.BoardArticleCommentCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateBoardArticleCommentResult:
        """Write a comment below an article. Its `password` is stored as a hash."""
        call = Call(
            "POST /boards/{board_no}/articles/{article_no}/comments",
            "POST",
            f"/boards/{quote(str(board_no), safe='')}/articles/{quote(str(article_no), safe='')}/comments",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateBoardArticleCommentResult = await self.transport.call(call)
        return body

    async def create_board_article_opening(
        self,
        board_no: int,
        article_no: int,
        *,
        request: m.BoardArticleOpeningCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateBoardArticleOpeningResult:
        """Read a secret article with its password."""
        call = Call(
            "POST /boards/{board_no}/articles/{article_no}/opening",
            "POST",
            f"/boards/{quote(str(board_no), safe='')}/articles/{quote(str(article_no), safe='')}/opening",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateBoardArticleOpeningResult = await self.transport.call(call)
        return body

    async def create_cart(
        self,
        *,
        request: m.CartCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateCartResult:
        """Create a shopping cart: put variants of a product into the shopper's cart. `addtional_products` is refused: products that are sold with others are added by calls."""
        call = Call(
            "POST /carts",
            "POST",
            "/carts",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateCartResult = await self.transport.call(call)
        return body

    async def create_customer(
        self,
        *,
        request: m.CustomerCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateCustomerResult:
        """Become a customer, who is signed in at once; the guest's cart becomes theirs."""
        call = Call(
            "POST /customers",
            "POST",
            "/customers",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateCustomerResult = await self.transport.call(call)
        return body

    async def create_customers_me_coupon(
        self,
        *,
        request: m.CustomersMeCouponCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateCustomersMeCouponResult:
        """Fetch a coupon that the shop lets customers fetch. Errors: NotFound (404), and Invalid (422) for one that is not fetched, not by this shopper, not now or not once more."""
        call = Call(
            "POST /customers/me/coupons",
            "POST",
            "/customers/me/coupons",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateCustomersMeCouponResult = await self.transport.call(call)
        return body

    async def create_customers_me_paymentmethod(
        self,
        *,
        request: m.CustomersMePaymentmethodCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateCustomersMePaymentmethodResult:
        """Begin to store a payment method for recurring charges. Errors: Invalid (422) where no gateway of the shop stores such a method, and for more than 20 methods."""
        call = Call(
            "POST /customers/me/paymentmethods",
            "POST",
            "/customers/me/paymentmethods",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateCustomersMePaymentmethodResult = await self.transport.call(call)
        return body

    async def create_customers_me_paymentmethod_confirm(
        self,
        method_id: str,
        *,
        request: m.CustomersMePaymentmethodConfirmCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateCustomersMePaymentmethodConfirmResult:
        """Ask the gateway whether it has stored one of the shopper's payment methods. Until it has, the method stays requested."""
        call = Call(
            "POST /customers/me/paymentmethods/{method_id}/confirm",
            "POST",
            f"/customers/me/paymentmethods/{quote(str(method_id), safe='')}/confirm",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateCustomersMePaymentmethodConfirmResult = await self.transport.call(call)
        return body

    async def create_customers_me_serialcoupon(
        self,
        *,
        request: m.CustomersMeSerialcouponCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateCustomersMeSerialcouponResult:
        """Redeem a coupon code: the shopper gets its coupon. Errors: Invalid (422) for an unknown code, one that was used, and a coupon that is not issued at the moment."""
        call = Call(
            "POST /customers/me/serialcoupons",
            "POST",
            "/customers/me/serialcoupons",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateCustomersMeSerialcouponResult = await self.transport.call(call)
        return body

    async def create_customers_me_subscription(
        self,
        *,
        request: m.CustomersMeSubscriptionCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateCustomersMeSubscriptionResult:
        """Subscribe to variants; each delivery is charged to a stored payment method. Errors: Invalid (422) for a product that is not offered as a subscription or not sold, and for a date before the earliest one; NotFound (404) for a payment method that is not the shopper's."""
        call = Call(
            "POST /customers/me/subscriptions",
            "POST",
            "/customers/me/subscriptions",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateCustomersMeSubscriptionResult = await self.transport.call(call)
        return body

    async def create_customers_me_subscription_skip(
        self,
        subscription_id: str,
        *,
        request: m.CustomersMeSubscriptionSkipCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateCustomersMeSubscriptionSkipResult:
        """Skip the next delivery of one of the shopper's subscriptions. Its items that are due first are delivered with the following one; a delivery that was ordered already is not affected. Errors: NotFound (404); Invalid (422) where nothing is due."""
        call = Call(
            "POST /customers/me/subscriptions/{subscription_id}/skips",
            "POST",
            f"/customers/me/subscriptions/{quote(str(subscription_id), safe='')}/skips",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateCustomersMeSubscriptionSkipResult = await self.transport.call(call)
        return body

    async def create_customers_me_wishlist(
        self,
        *,
        request: m.CustomersMeWishlistCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateCustomersMeWishlistResult:
        """Put something on the shopper's wish list. Errors: Invalid (422) for what is on it already."""
        call = Call(
            "POST /customers/me/wishlist",
            "POST",
            "/customers/me/wishlist",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateCustomersMeWishlistResult = await self.transport.call(call)
        return body

    async def create_customers_me_withdrawal(
        self,
        *,
        request: m.CustomersMeWithdrawalCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateCustomersMeWithdrawalResult:
        """End one's membership: personal data is erased, orders stay, and the browser continues as a. guest. Errors: Invalid (422) for a customer with points left, when points are to be checked."""
        call = Call(
            "POST /customers/me/withdrawal",
            "POST",
            "/customers/me/withdrawal",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateCustomersMeWithdrawalResult = await self.transport.call(call)
        return body

    async def create_customers_password(
        self,
        *,
        request: m.CustomersPasswordCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateCustomersPasswordResult:
        """Set the password of a customer by a link, which ends their sessions. Errors: Invalid (422) for a link that was used, has expired or is not genuine, and for one from before a change of the account."""
        call = Call(
            "POST /customers/password",
            "POST",
            "/customers/password",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateCustomersPasswordResult = await self.transport.call(call)
        return body

    async def create_customers_passwordlink(
        self,
        *,
        request: m.CustomersPasswordlinkCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateCustomersPasswordlinkResult:
        """Send a link by which a customer sets a new password, to the mail address of their account. Without a member id a link is sent for each account with the address, up to five: their mails name the member ids. The response is the same when there is no such account."""
        call = Call(
            "POST /customers/passwordlinks",
            "POST",
            "/customers/passwordlinks",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateCustomersPasswordlinkResult = await self.transport.call(call)
        return body

    async def create_customers_unsubscription(
        self,
        *,
        request: m.CustomersUnsubscriptionCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateCustomersUnsubscriptionResult:
        """Withdraw a customer's consent to mail that advertises; once more changes nothing. Errors: Invalid (422) for a link that is not genuine."""
        call = Call(
            "POST /customers/unsubscriptions",
            "POST",
            "/customers/unsubscriptions",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateCustomersUnsubscriptionResult = await self.transport.call(call)
        return body

    async def create_order(
        self,
        *,
        request: m.OrderCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateOrderResult:
        """Order items of the cart, or the named variants, at today's prices. Errors: Invalid (422) for items that are no longer for sale, OutOfStock (422) where too little is left, Forbidden (403) for a product this shopper may not buy and while the shop is closed; Invalid (422) for a payment method that the shop does not offer, for coupons that may not be used, and for points and credits that the buyer does not have or that are not needed."""
        call = Call(
            "POST /orders",
            "POST",
            "/orders",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateOrderResult = await self.transport.call(call)
        return body

    async def create_order_cancellationrequest(
        self,
        order_id: str,
        *,
        request: m.OrderCancellationrequestCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateOrderCancellationrequestResult:
        """Ask for the cancellation of items of one's own order."""
        call = Call(
            "POST /orders/{order_id}/cancellationrequests",
            "POST",
            f"/orders/{quote(str(order_id), safe='')}/cancellationrequests",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateOrderCancellationrequestResult = await self.transport.call(call)
        return body

    async def create_order_confirmation(
        self,
        order_id: str,
        *,
        request: m.OrderConfirmationCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateOrderConfirmationResult:
        """Confirm a purchase, where the shop has a button for it."""
        call = Call(
            "POST /orders/{order_id}/confirmations",
            "POST",
            f"/orders/{quote(str(order_id), safe='')}/confirmations",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateOrderConfirmationResult = await self.transport.call(call)
        return body

    async def create_order_exchangerequest(
        self,
        order_id: str,
        *,
        request: m.OrderExchangerequestCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateOrderExchangerequestResult:
        """Ask for the exchange of items of one's own order."""
        call = Call(
            "POST /orders/{order_id}/exchangerequests",
            "POST",
            f"/orders/{quote(str(order_id), safe='')}/exchangerequests",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateOrderExchangerequestResult = await self.transport.call(call)
        return body

    async def create_order_gift(
        self,
        order_id: str,
        *,
        request: m.OrderGiftCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateOrderGiftResult:
        """Choose gifts for one's own order. Errors: Invalid (422) for gifts that the order does not earn or cannot choose any more, and OutOfStock (422) for one that is sold out."""
        call = Call(
            "POST /orders/{order_id}/gifts",
            "POST",
            f"/orders/{quote(str(order_id), safe='')}/gifts",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateOrderGiftResult = await self.transport.call(call)
        return body

    async def create_order_payment(
        self,
        order_id: str,
        *,
        request: m.OrderPaymentCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateOrderPaymentResult:
        """Pay one of the shopper's own orders that still awaits payment, through a gateway."""
        call = Call(
            "POST /orders/{order_id}/payments",
            "POST",
            f"/orders/{quote(str(order_id), safe='')}/payments",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateOrderPaymentResult = await self.transport.call(call)
        return body

    async def create_order_payments_confirm(
        self,
        order_id: str,
        *,
        request: m.OrderPaymentsConfirmCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateOrderPaymentsConfirmResult:
        """Ask the gateway what has become of the payment of one of the shopper's own orders."""
        call = Call(
            "POST /orders/{order_id}/payments/confirm",
            "POST",
            f"/orders/{quote(str(order_id), safe='')}/payments/confirm",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateOrderPaymentsConfirmResult = await self.transport.call(call)
        return body

    async def create_order_returnrequest(
        self,
        order_id: str,
        *,
        request: m.OrderReturnrequestCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateOrderReturnrequestResult:
        """Ask for the return of items of one's own order."""
        call = Call(
            "POST /orders/{order_id}/returnrequests",
            "POST",
            f"/orders/{quote(str(order_id), safe='')}/returnrequests",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateOrderReturnrequestResult = await self.transport.call(call)
        return body

    async def create_orders_estimate(
        self,
        *,
        request: m.OrdersEstimateCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateOrdersEstimateResult:
        """Estimate what an order would cost; nothing is reserved, used or spent. Errors: the errors of ordering, except for missing data of a guest."""
        call = Call(
            "POST /orders/estimate",
            "POST",
            "/orders/estimate",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateOrdersEstimateResult = await self.transport.call(call)
        return body

    async def create_session(
        self,
        *,
        request: m.SessionCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateSessionResult:
        """Sign in: the response has the session; the guest's cart is merged into the member's."""
        call = Call(
            "POST /sessions",
            "POST",
            "/sessions",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateSessionResult = await self.transport.call(call)
        return body

    async def create_social_attempt(
        self,
        social_name: str,
        *,
        request: m.SocialAttemptCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateSocialAttemptResult:
        """Begin a sign-in with an account of another service, or begin to link one. The browser opens `authorization_url`. Errors: NotFound (404) for a service that the shop does not offer, Unavailable (503) for one that does not respond."""
        call = Call(
            "POST /socials/{social_name}/attempts",
            "POST",
            f"/socials/{quote(str(social_name), safe='')}/attempts",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateSocialAttemptResult = await self.transport.call(call)
        return body

    async def create_socials_customer(
        self,
        *,
        request: m.SocialsCustomerCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateSocialsCustomerResult:
        """Become a customer who signs in with the account; the guest's cart becomes theirs. Errors: Invalid (422) for a token that is not valid any more, an account that was linked meanwhile, and as a sign-up does."""
        call = Call(
            "POST /socials/customers",
            "POST",
            "/socials/customers",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateSocialsCustomerResult = await self.transport.call(call)
        return body

    async def create_socials_link(
        self,
        *,
        request: m.SocialsLinkCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateSocialsLinkResult:
        """Link an account to the customer whose password was sent, who is signed in. Errors: Invalid (422) for a token that is not valid any more, and for an account that was linked meanwhile."""
        call = Call(
            "POST /socials/links",
            "POST",
            "/socials/links",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateSocialsLinkResult = await self.transport.call(call)
        return body

    async def create_socials_session(
        self,
        *,
        request: m.SocialsSessionCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateSocialsSessionResult:
        """Complete a sign-in with what the service sent back. A customer with the account is signed in. Without one the response has a token, by which a customer joins, or links the account to one whose password is known. Errors: Invalid (422) for a response that is not the service's, comes twice or too late, Unavailable (503) when the service does not respond."""
        call = Call(
            "POST /socials/sessions",
            "POST",
            "/socials/sessions",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateSocialsSessionResult = await self.transport.call(call)
        return body

    async def create_testgateway_method(
        self,
        method_id: str,
        *,
        request: m.TestgatewayMethodCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateTestgatewayMethodResult:
        """Store a test card at the test gateway, or choose what becomes of its charges from now on. approved, declined; revoked: the bank has withdrawn it; lost: it is taken, and the response does not arrive."""
        call = Call(
            "POST /testgateway/methods/{method_id}",
            "POST",
            f"/testgateway/methods/{quote(str(method_id), safe='')}",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateTestgatewayMethodResult = await self.transport.call(call)
        return body

    async def create_testgateway_payment(
        self,
        payment_id: str,
        *,
        request: m.TestgatewayPaymentCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateTestgatewayPaymentResult:
        """Pay at the test gateway, and choose what becomes of the payment."""
        call = Call(
            "POST /testgateway/payments/{payment_id}",
            "POST",
            f"/testgateway/payments/{quote(str(payment_id), safe='')}",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateTestgatewayPaymentResult = await self.transport.call(call)
        return body

    async def create_urgentinquiry(
        self,
        *,
        request: m.UrgentinquiryCreate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.CreateUrgentinquiryResult:
        """Hand in what is urgent. Errors: Invalid (422) for a guest without contact data. Errors: TooManyCalls (429) when much was written from this address in the last minute."""
        call = Call(
            "POST /urgentinquiry",
            "POST",
            "/urgentinquiry",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.CreateUrgentinquiryResult = await self.transport.call(call)
        return body

    async def delete_board_article(
        self,
        board_no: int,
        article_no: int,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.DeleteBoardArticleResult:
        """Delete what a member wrote."""
        call = Call(
            "DELETE /boards/{board_no}/articles/{article_no}",
            "DELETE",
            f"/boards/{quote(str(board_no), safe='')}/articles/{quote(str(article_no), safe='')}",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.DeleteBoardArticleResult = await self.transport.call(call)
        return body

    async def delete_board_article_comment(
        self,
        board_no: int,
        article_no: int,
        comment_no: int,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.DeleteBoardArticleCommentResult:
        """Delete a comment that a member wrote."""
        call = Call(
            "DELETE /boards/{board_no}/articles/{article_no}/comments/{comment_no}",
            "DELETE",
            f"/boards/{quote(str(board_no), safe='')}/articles/{quote(str(article_no), safe='')}/comments/{quote(str(comment_no), safe='')}",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.DeleteBoardArticleCommentResult = await self.transport.call(call)
        return body

    async def delete_cart(
        self,
        basket_product_no: int,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.DeleteCartResult:
        """Take an item out of the shopper's cart."""
        call = Call(
            "DELETE /carts/{basket_product_no}",
            "DELETE",
            f"/carts/{quote(str(basket_product_no), safe='')}",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.DeleteCartResult = await self.transport.call(call)
        return body

    async def delete_carts(
        self,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.DeleteCartsResult:
        """Take everything out of the shopper's cart."""
        call = Call(
            "DELETE /carts",
            "DELETE",
            "/carts",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.DeleteCartsResult = await self.transport.call(call)
        return body

    async def delete_customers_me_paymentmethod(
        self,
        method_id: str,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.DeleteCustomersMePaymentmethodResult:
        """Remove one of the shopper's stored payment methods. Errors: NotFound (404); Invalid (422) for one that a subscription is paid with."""
        call = Call(
            "DELETE /customers/me/paymentmethods/{method_id}",
            "DELETE",
            f"/customers/me/paymentmethods/{quote(str(method_id), safe='')}",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.DeleteCustomersMePaymentmethodResult = await self.transport.call(call)
        return body

    async def delete_customers_me_social(
        self,
        social_name: str,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.DeleteCustomersMeSocialResult:
        """Unlink an account of another service from the customer who asks. Errors: NotFound (404) without such an account, Invalid (422) for the last one of a customer without a password, who could not sign in any more."""
        call = Call(
            "DELETE /customers/me/social/{social_name}",
            "DELETE",
            f"/customers/me/social/{quote(str(social_name), safe='')}",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.DeleteCustomersMeSocialResult = await self.transport.call(call)
        return body

    async def delete_customers_me_urgentinquiry(
        self,
        article_no: int,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.DeleteCustomersMeUrgentinquiryResult:
        """Take back what the member asked, and what was answered. Errors: NotFound (404), also for another customer's."""
        call = Call(
            "DELETE /customers/me/urgentinquiry/{article_no}",
            "DELETE",
            f"/customers/me/urgentinquiry/{quote(str(article_no), safe='')}",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.DeleteCustomersMeUrgentinquiryResult = await self.transport.call(call)
        return body

    async def delete_customers_me_wishlist(
        self,
        wishlist_no: int,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.DeleteCustomersMeWishlistResult:
        """Take something off the shopper's wish list. Errors: NotFound (404)."""
        call = Call(
            "DELETE /customers/me/wishlist/{wishlist_no}",
            "DELETE",
            f"/customers/me/wishlist/{quote(str(wishlist_no), safe='')}",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.DeleteCustomersMeWishlistResult = await self.transport.call(call)
        return body

    async def delete_order_claim(
        self,
        order_id: str,
        claim_code: str,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.DeleteOrderClaimResult:
        """Withdraw a claim that the shop has not accepted yet; items are what they were before. Errors: NotFound (404), also for one that came to nothing, Invalid (422) for one the shop has dealt with."""
        call = Call(
            "DELETE /orders/{order_id}/claims/{claim_code}",
            "DELETE",
            f"/orders/{quote(str(order_id), safe='')}/claims/{quote(str(claim_code), safe='')}",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.DeleteOrderClaimResult = await self.transport.call(call)
        return body

    async def delete_sessions_current(
        self,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.DeleteSessionsCurrentResult:
        """Sign out: the session that was sent ends, and the browser continues as a new guest. Other sessions of the customer stay; a new password ends them all."""
        call = Call(
            "DELETE /sessions/current",
            "DELETE",
            "/sessions/current",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.DeleteSessionsCurrentResult = await self.transport.call(call)
        return body

    async def get_board_article(
        self,
        board_no: int,
        article_no: int,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.GetBoardArticleResult:
        """Retrieve an article of a board, whose readers are counted."""
        call = Call(
            "GET /boards/{board_no}/articles/{article_no}",
            "GET",
            f"/boards/{quote(str(board_no), safe='')}/articles/{quote(str(article_no), safe='')}",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.GetBoardArticleResult = await self.transport.call(call)
        return body

    async def get_board_challenge(
        self,
        board_no: int,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.GetBoardChallengeResult:
        """Retrieve a challenge that proves, once answered, that no machine writes."""
        call = Call(
            "GET /boards/{board_no}/challenge",
            "GET",
            f"/boards/{quote(str(board_no), safe='')}/challenge",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.GetBoardChallengeResult = await self.transport.call(call)
        return body

    async def get_category(
        self,
        category_no: int,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.GetCategoryResult:
        """Retrieve a category on display."""
        call = Call(
            "GET /categories/{category_no}",
            "GET",
            f"/categories/{quote(str(category_no), safe='')}",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.GetCategoryResult = await self.transport.call(call)
        return body

    async def get_customers_me(
        self,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.GetCustomersMeResult:
        """Retrieve what the shop knows of the customer who asks."""
        call = Call(
            "GET /customers/me",
            "GET",
            "/customers/me",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.GetCustomersMeResult = await self.transport.call(call)
        return body

    async def get_order(
        self,
        order_id: str,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.GetOrderResult:
        """Retrieve one of the shopper's own orders."""
        call = Call(
            "GET /orders/{order_id}",
            "GET",
            f"/orders/{quote(str(order_id), safe='')}",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.GetOrderResult = await self.transport.call(call)
        return body

    async def get_portalshopping(
        self,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.GetPortalshoppingResult:
        """Retrieve portal shopping settings: the shop's id at the portal, and whether the product. feed is served."""
        call = Call(
            "GET /portalshopping",
            "GET",
            "/portalshopping",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.GetPortalshoppingResult = await self.transport.call(call)
        return body

    async def get_product(
        self,
        product_no: int,
        *,
        shop_no: int | None = None,
        embed: Sequence[Literal["additionalimages", "options", "variants"]] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.GetProductResult:
        """Retrieve a product on display."""
        call = Call(
            "GET /products/{product_no}",
            "GET",
            f"/products/{quote(str(product_no), safe='')}",
            query={"shop_no": shop_no, "embed": embed, "fields": fields},
            headers=headers,
        )
        body: m.GetProductResult = await self.transport.call(call)
        return body

    async def get_product_decorationimages(
        self,
        product_no: int,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.GetProductDecorationimagesResult:
        """Retrieve the decoration images of a product."""
        call = Call(
            "GET /products/{product_no}/decorationimages",
            "GET",
            f"/products/{quote(str(product_no), safe='')}/decorationimages",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.GetProductDecorationimagesResult = await self.transport.call(call)
        return body

    async def get_product_discountprice(
        self,
        product_no: int,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.GetProductDiscountpriceResult:
        """Retrieve a product's discounted price."""
        call = Call(
            "GET /products/{product_no}/discountprice",
            "GET",
            f"/products/{quote(str(product_no), safe='')}/discountprice",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.GetProductDiscountpriceResult = await self.transport.call(call)
        return body

    async def get_product_icons(
        self,
        product_no: int,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.GetProductIconsResult:
        """Retrieve a product's icons."""
        call = Call(
            "GET /products/{product_no}/icons",
            "GET",
            f"/products/{quote(str(product_no), safe='')}/icons",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.GetProductIconsResult = await self.transport.call(call)
        return body

    async def get_product_options(
        self,
        product_no: int,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.GetProductOptionsResult:
        """Retrieve the options of a product."""
        call = Call(
            "GET /products/{product_no}/options",
            "GET",
            f"/products/{quote(str(product_no), safe='')}/options",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.GetProductOptionsResult = await self.transport.call(call)
        return body

    async def get_product_subscription(
        self,
        product_no: int,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.GetProductSubscriptionResult:
        """Retrieve how a product is offered as a subscription."""
        call = Call(
            "GET /products/{product_no}/subscription",
            "GET",
            f"/products/{quote(str(product_no), safe='')}/subscription",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.GetProductSubscriptionResult = await self.transport.call(call)
        return body

    async def get_product_variant(
        self,
        product_no: int,
        variant_code: str,
        *,
        shop_no: int | None = None,
        embed: Sequence[Literal["inventories"]] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.GetProductVariantResult:
        """Retrieve a variant on display."""
        call = Call(
            "GET /products/{product_no}/variants/{variant_code}",
            "GET",
            f"/products/{quote(str(product_no), safe='')}/variants/{quote(str(variant_code), safe='')}",
            query={"shop_no": shop_no, "embed": embed, "fields": fields},
            headers=headers,
        )
        body: m.GetProductVariantResult = await self.transport.call(call)
        return body

    async def get_product_variant_inventories(
        self,
        product_no: int,
        variant_code: str,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.GetProductVariantInventoriesResult:
        """Retrieve the inventory of a variant on display."""
        call = Call(
            "GET /products/{product_no}/variants/{variant_code}/inventories",
            "GET",
            f"/products/{quote(str(product_no), safe='')}/variants/{quote(str(variant_code), safe='')}/inventories",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.GetProductVariantInventoriesResult = await self.transport.call(call)
        return body

    async def get_productsdetail(
        self,
        product_no: int,
        *,
        shop_no: int | None = None,
        mobile: m.YesNo | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.GetProductsdetailResult:
        """Retrieve the details of a product on display."""
        call = Call(
            "GET /productsdetail/{product_no}",
            "GET",
            f"/productsdetail/{quote(str(product_no), safe='')}",
            query={"shop_no": shop_no, "mobile": mobile, "fields": fields},
            headers=headers,
        )
        body: m.GetProductsdetailResult = await self.transport.call(call)
        return body

    async def list_board_article_comments(
        self,
        board_no: int,
        article_no: int,
        *,
        shop_no: int | None = None,
        offset: int | None = None,
        limit: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListBoardArticleCommentsResult:
        """Retrieve a list of the comments of an article that may be read."""
        call = Call(
            "GET /boards/{board_no}/articles/{article_no}/comments",
            "GET",
            f"/boards/{quote(str(board_no), safe='')}/articles/{quote(str(article_no), safe='')}/comments",
            query={"shop_no": shop_no, "offset": offset, "limit": limit, "fields": fields},
            headers=headers,
        )
        body: m.ListBoardArticleCommentsResult = await self.transport.call(call)
        return body

    def iterate_board_article_comments(
        self,
        board_no: int,
        article_no: int,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[m.Remark]:
        """Iterate over all rows of `list_board_article_comments`, page by page."""
        call = Call(
            "GET /boards/{board_no}/articles/{article_no}/comments",
            "GET",
            f"/boards/{quote(str(board_no), safe='')}/articles/{quote(str(article_no), safe='')}/comments",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        rows: AsyncIterator[m.Remark] = self.transport.rows(
            call, "comments", size=100, most_offset=8000
        )
        return rows

    async def list_board_articles(
        self,
        board_no: int,
        *,
        shop_no: int | None = None,
        product_no: int | None = None,
        offset: int | None = None,
        limit: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListBoardArticlesResult:
        """Retrieve a list of the articles of a board that are displayed."""
        call = Call(
            "GET /boards/{board_no}/articles",
            "GET",
            f"/boards/{quote(str(board_no), safe='')}/articles",
            query={
                "shop_no": shop_no,
                "product_no": product_no,
                "offset": offset,
                "limit": limit,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListBoardArticlesResult = await self.transport.call(call)
        return body

    def iterate_board_articles(
        self,
        board_no: int,
        *,
        shop_no: int | None = None,
        product_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[m.Post]:
        """Iterate over all rows of `list_board_articles`, page by page."""
        call = Call(
            "GET /boards/{board_no}/articles",
            "GET",
            f"/boards/{quote(str(board_no), safe='')}/articles",
            query={"shop_no": shop_no, "product_no": product_no, "fields": fields},
            headers=headers,
        )
        rows: AsyncIterator[m.Post] = self.transport.rows(
            call, "articles", size=100, most_offset=8000
        )
        return rows

    async def list_boards(
        self,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListBoardsResult:
        """Retrieve a list of the boards a shopper may read, and what they may do there."""
        call = Call(
            "GET /boards",
            "GET",
            "/boards",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.ListBoardsResult = await self.transport.call(call)
        return body

    async def list_carts(
        self,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListCartsResult:
        """Retrieve the items of the shopper's cart, the oldest first. With today's prices; items that are no longer for sale are marked. A new guest has none."""
        call = Call(
            "GET /carts",
            "GET",
            "/carts",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.ListCartsResult = await self.transport.call(call)
        return body

    async def list_categories(
        self,
        *,
        shop_no: int | None = None,
        category_depth: int | None = None,
        category_no: Sequence[int] | None = None,
        parent_category_no: int | None = None,
        category_name: str | None = None,
        use_main: m.YesNo | None = None,
        use_display: m.YesNo | None = None,
        offset: int | None = None,
        limit: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListCategoriesResult:
        """Retrieve a list of the categories on display, in the order of display."""
        call = Call(
            "GET /categories",
            "GET",
            "/categories",
            query={
                "shop_no": shop_no,
                "category_depth": category_depth,
                "category_no": category_no,
                "parent_category_no": parent_category_no,
                "category_name": category_name,
                "use_main": use_main,
                "use_display": use_display,
                "offset": offset,
                "limit": limit,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListCategoriesResult = await self.transport.call(call)
        return body

    def iterate_categories(
        self,
        *,
        shop_no: int | None = None,
        category_depth: int | None = None,
        category_no: Sequence[int] | None = None,
        parent_category_no: int | None = None,
        category_name: str | None = None,
        use_main: m.YesNo | None = None,
        use_display: m.YesNo | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[m.Category]:
        """Iterate over all rows of `list_categories`, page by page."""
        call = Call(
            "GET /categories",
            "GET",
            "/categories",
            query={
                "shop_no": shop_no,
                "category_depth": category_depth,
                "category_no": category_no,
                "parent_category_no": parent_category_no,
                "category_name": category_name,
                "use_main": use_main,
                "use_display": use_display,
                "fields": fields,
            },
            headers=headers,
        )
        rows: AsyncIterator[m.Category] = self.transport.rows(
            call, "categories", size=100, most_offset=8000
        )
        return rows

    async def list_category_products(
        self,
        category_no: int,
        *,
        display_group: int,
        shop_no: int | None = None,
        mobile: m.YesNo | None = None,
        limit: int | None = None,
        offset: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListCategoryProductsResult:
        """Retrieve a list of the products on display by category."""
        call = Call(
            "GET /categories/{category_no}/products",
            "GET",
            f"/categories/{quote(str(category_no), safe='')}/products",
            query={
                "shop_no": shop_no,
                "display_group": display_group,
                "mobile": mobile,
                "limit": limit,
                "offset": offset,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListCategoryProductsResult = await self.transport.call(call)
        return body

    def iterate_category_products(
        self,
        category_no: int,
        *,
        display_group: int,
        shop_no: int | None = None,
        mobile: m.YesNo | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[m.ProductInWindow]:
        """Iterate over all rows of `list_category_products`, page by page."""
        call = Call(
            "GET /categories/{category_no}/products",
            "GET",
            f"/categories/{quote(str(category_no), safe='')}/products",
            query={
                "shop_no": shop_no,
                "display_group": display_group,
                "mobile": mobile,
                "fields": fields,
            },
            headers=headers,
        )
        rows: AsyncIterator[m.ProductInWindow] = self.transport.rows(
            call, "products", size=200, most_offset=8000
        )
        return rows

    async def list_customers_me_articles(
        self,
        *,
        shop_no: int | None = None,
        board_no: int | None = None,
        offset: int | None = None,
        limit: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListCustomersMeArticlesResult:
        """Retrieve a list of what the member wrote, the newest first, also what awaits the shop."""
        call = Call(
            "GET /customers/me/articles",
            "GET",
            "/customers/me/articles",
            query={
                "shop_no": shop_no,
                "board_no": board_no,
                "offset": offset,
                "limit": limit,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListCustomersMeArticlesResult = await self.transport.call(call)
        return body

    def iterate_customers_me_articles(
        self,
        *,
        shop_no: int | None = None,
        board_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[m.Post]:
        """Iterate over all rows of `list_customers_me_articles`, page by page."""
        call = Call(
            "GET /customers/me/articles",
            "GET",
            "/customers/me/articles",
            query={"shop_no": shop_no, "board_no": board_no, "fields": fields},
            headers=headers,
        )
        rows: AsyncIterator[m.Post] = self.transport.rows(
            call, "articles", size=100, most_offset=8000
        )
        return rows

    async def list_customers_me_coupons(
        self,
        *,
        shop_no: int | None = None,
        offset: int | None = None,
        limit: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListCustomersMeCouponsResult:
        """Retrieve a list of the shopper's coupons, those that may still be used, in the order that. the shop sets."""
        call = Call(
            "GET /customers/me/coupons",
            "GET",
            "/customers/me/coupons",
            query={"shop_no": shop_no, "offset": offset, "limit": limit, "fields": fields},
            headers=headers,
        )
        body: m.ListCustomersMeCouponsResult = await self.transport.call(call)
        return body

    def iterate_customers_me_coupons(
        self,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[m.CustomerCoupon]:
        """Iterate over all rows of `list_customers_me_coupons`, page by page."""
        call = Call(
            "GET /customers/me/coupons",
            "GET",
            "/customers/me/coupons",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        rows: AsyncIterator[m.CustomerCoupon] = self.transport.rows(
            call, "coupons", size=100, most_offset=10000
        )
        return rows

    async def list_customers_me_credits(
        self,
        *,
        shop_no: int | None = None,
        start_date: str | None = None,
        end_date: str | None = None,
        offset: int | None = None,
        limit: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListCustomersMeCreditsResult:
        """Retrieve a list of changes of the shopper's credits, the newest first."""
        call = Call(
            "GET /customers/me/credits",
            "GET",
            "/customers/me/credits",
            query={
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "offset": offset,
                "limit": limit,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListCustomersMeCreditsResult = await self.transport.call(call)
        return body

    def iterate_customers_me_credits(
        self,
        *,
        shop_no: int | None = None,
        start_date: str | None = None,
        end_date: str | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[m.OwnChange]:
        """Iterate over all rows of `list_customers_me_credits`, page by page."""
        call = Call(
            "GET /customers/me/credits",
            "GET",
            "/customers/me/credits",
            query={
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "fields": fields,
            },
            headers=headers,
        )
        rows: AsyncIterator[m.OwnChange] = self.transport.rows(
            call, "credits", size=100, most_offset=8000
        )
        return rows

    async def list_customers_me_customerevents(
        self,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListCustomersMeCustomereventsResult:
        """Retrieve the campaigns that the calling customer can still complete, oldest first."""
        call = Call(
            "GET /customers/me/customerevents",
            "GET",
            "/customers/me/customerevents",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.ListCustomersMeCustomereventsResult = await self.transport.call(call)
        return body

    async def list_customers_me_paymentmethods(
        self,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListCustomersMePaymentmethodsResult:
        """Retrieve a list of the shopper's stored payment methods, the newest first."""
        call = Call(
            "GET /customers/me/paymentmethods",
            "GET",
            "/customers/me/paymentmethods",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.ListCustomersMePaymentmethodsResult = await self.transport.call(call)
        return body

    async def list_customers_me_points(
        self,
        *,
        shop_no: int | None = None,
        start_date: str | None = None,
        end_date: str | None = None,
        offset: int | None = None,
        limit: int | None = None,
        points_category: Literal["available", "unavailable", "unavailable_coupon"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListCustomersMePointsResult:
        """Retrieve a list of changes of the shopper's points, the newest first."""
        call = Call(
            "GET /customers/me/points",
            "GET",
            "/customers/me/points",
            query={
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "offset": offset,
                "limit": limit,
                "points_category": points_category,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListCustomersMePointsResult = await self.transport.call(call)
        return body

    def iterate_customers_me_points(
        self,
        *,
        shop_no: int | None = None,
        start_date: str | None = None,
        end_date: str | None = None,
        points_category: Literal["available", "unavailable", "unavailable_coupon"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[m.OwnChange]:
        """Iterate over all rows of `list_customers_me_points`, page by page."""
        call = Call(
            "GET /customers/me/points",
            "GET",
            "/customers/me/points",
            query={
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "points_category": points_category,
                "fields": fields,
            },
            headers=headers,
        )
        rows: AsyncIterator[m.OwnChange] = self.transport.rows(
            call, "points", size=100, most_offset=8000
        )
        return rows

    async def list_customers_me_social(
        self,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListCustomersMeSocialResult:
        """Retrieve the accounts of other services that are linked to the customer who asks."""
        call = Call(
            "GET /customers/me/social",
            "GET",
            "/customers/me/social",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.ListCustomersMeSocialResult = await self.transport.call(call)
        return body

    async def list_customers_me_subscriptions(
        self,
        *,
        shop_no: int | None = None,
        limit: int | None = None,
        offset: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListCustomersMeSubscriptionsResult:
        """Retrieve a list of the shopper's own subscriptions, the newest first."""
        call = Call(
            "GET /customers/me/subscriptions",
            "GET",
            "/customers/me/subscriptions",
            query={"shop_no": shop_no, "limit": limit, "offset": offset, "fields": fields},
            headers=headers,
        )
        body: m.ListCustomersMeSubscriptionsResult = await self.transport.call(call)
        return body

    def iterate_customers_me_subscriptions(
        self,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[m.OwnSubscription]:
        """Iterate over all rows of `list_customers_me_subscriptions`, page by page."""
        call = Call(
            "GET /customers/me/subscriptions",
            "GET",
            "/customers/me/subscriptions",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        rows: AsyncIterator[m.OwnSubscription] = self.transport.rows(
            call, "subscriptions", size=100, most_offset=8000
        )
        return rows

    async def list_customers_me_urgentinquiry(
        self,
        *,
        shop_no: int | None = None,
        offset: int | None = None,
        limit: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListCustomersMeUrgentinquiryResult:
        """Retrieve a list of what the member asked, with the answers, the newest first."""
        call = Call(
            "GET /customers/me/urgentinquiry",
            "GET",
            "/customers/me/urgentinquiry",
            query={"shop_no": shop_no, "offset": offset, "limit": limit, "fields": fields},
            headers=headers,
        )
        body: m.ListCustomersMeUrgentinquiryResult = await self.transport.call(call)
        return body

    def iterate_customers_me_urgentinquiry(
        self,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[m.OwnInquiry]:
        """Iterate over all rows of `list_customers_me_urgentinquiry`, page by page."""
        call = Call(
            "GET /customers/me/urgentinquiry",
            "GET",
            "/customers/me/urgentinquiry",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        rows: AsyncIterator[m.OwnInquiry] = self.transport.rows(
            call, "inquiries", size=100, most_offset=8000
        )
        return rows

    async def list_customers_me_wishlist(
        self,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListCustomersMeWishlistResult:
        """Retrieve a list of what the shopper wishes for, the newest first."""
        call = Call(
            "GET /customers/me/wishlist",
            "GET",
            "/customers/me/wishlist",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.ListCustomersMeWishlistResult = await self.transport.call(call)
        return body

    async def list_information(
        self,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListInformationResult:
        """Retrieve the texts that pages show: guides with content, and the texts in use of product. pages."""
        call = Call(
            "GET /information",
            "GET",
            "/information",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.ListInformationResult = await self.transport.call(call)
        return body

    async def list_main_products(
        self,
        display_group: int,
        *,
        shop_no: int | None = None,
        mobile: m.YesNo | None = None,
        limit: int | None = None,
        offset: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListMainProductsResult:
        """Retrieve a list of the products on display in main category."""
        call = Call(
            "GET /mains/{display_group}/products",
            "GET",
            f"/mains/{quote(str(display_group), safe='')}/products",
            query={
                "shop_no": shop_no,
                "mobile": mobile,
                "limit": limit,
                "offset": offset,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListMainProductsResult = await self.transport.call(call)
        return body

    def iterate_main_products(
        self,
        display_group: int,
        *,
        shop_no: int | None = None,
        mobile: m.YesNo | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[m.ProductInWindow]:
        """Iterate over all rows of `list_main_products`, page by page."""
        call = Call(
            "GET /mains/{display_group}/products",
            "GET",
            f"/mains/{quote(str(display_group), safe='')}/products",
            query={"shop_no": shop_no, "mobile": mobile, "fields": fields},
            headers=headers,
        )
        rows: AsyncIterator[m.ProductInWindow] = self.transport.rows(
            call, "products", size=200, most_offset=8000
        )
        return rows

    async def list_order_claimableitems(
        self,
        order_id: str,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListOrderClaimableitemsResult:
        """Retrieve a list of the items of one's own order for which something may be asked now."""
        call = Call(
            "GET /orders/{order_id}/claimableitems",
            "GET",
            f"/orders/{quote(str(order_id), safe='')}/claimableitems",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.ListOrderClaimableitemsResult = await self.transport.call(call)
        return body

    async def list_order_claims(
        self,
        order_id: str,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListOrderClaimsResult:
        """Retrieve a list of the claims about one's own order."""
        call = Call(
            "GET /orders/{order_id}/claims",
            "GET",
            f"/orders/{quote(str(order_id), safe='')}/claims",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.ListOrderClaimsResult = await self.transport.call(call)
        return body

    async def list_order_gifts(
        self,
        order_id: str,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListOrderGiftsResult:
        """Retrieve a list of the gifts that one's own order may still choose. Empty where gifts are chosen while ordering or given automatically, and once some are chosen."""
        call = Call(
            "GET /orders/{order_id}/gifts",
            "GET",
            f"/orders/{quote(str(order_id), safe='')}/gifts",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.ListOrderGiftsResult = await self.transport.call(call)
        return body

    async def list_order_reviewableitems(
        self,
        order_id: str,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListOrderReviewableitemsResult:
        """Retrieve a list of the items of one's own order that the order offers to review now. The board settings of the shop say when: once it is paid, was sent, or has arrived. A gift is reviewed where the benefits setting allows it. What the board of reviews would refuse from this buyer is left out, such as a review by a guest."""
        call = Call(
            "GET /orders/{order_id}/reviewableitems",
            "GET",
            f"/orders/{quote(str(order_id), safe='')}/reviewableitems",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.ListOrderReviewableitemsResult = await self.transport.call(call)
        return body

    async def list_orders(
        self,
        *,
        shop_no: int | None = None,
        limit: int | None = None,
        offset: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListOrdersResult:
        """Retrieve a list of the shopper's own orders, the newest first."""
        call = Call(
            "GET /orders",
            "GET",
            "/orders",
            query={"shop_no": shop_no, "limit": limit, "offset": offset, "fields": fields},
            headers=headers,
        )
        body: m.ListOrdersResult = await self.transport.call(call)
        return body

    def iterate_orders(
        self,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[m.OwnOrder]:
        """Iterate over all rows of `list_orders`, page by page."""
        call = Call(
            "GET /orders",
            "GET",
            "/orders",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        rows: AsyncIterator[m.OwnOrder] = self.transport.rows(
            call, "orders", size=100, most_offset=8000
        )
        return rows

    async def list_paymentoptions(
        self,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListPaymentoptionsResult:
        """Retrieve the ways to pay at the checkout, with interest-free plans. An order can be placed with each of them. Providers that the shop hides are left out."""
        call = Call(
            "GET /paymentoptions",
            "GET",
            "/paymentoptions",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.ListPaymentoptionsResult = await self.transport.call(call)
        return body

    async def list_pricefonts(
        self,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListPricefontsResult:
        """Retrieve the fonts in which each kind of page shows prices."""
        call = Call(
            "GET /pricefonts",
            "GET",
            "/pricefonts",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.ListPricefontsResult = await self.transport.call(call)
        return body

    async def list_product_commonevents(
        self,
        product_no: int,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListProductCommoneventsResult:
        """Retrieve a list of the storewide promotions that are shown with a product on display."""
        call = Call(
            "GET /products/{product_no}/commonevents",
            "GET",
            f"/products/{quote(str(product_no), safe='')}/commonevents",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.ListProductCommoneventsResult = await self.transport.call(call)
        return body

    async def list_product_variants(
        self,
        product_no: int,
        *,
        shop_no: int | None = None,
        embed: Sequence[Literal["inventories"]] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListProductVariantsResult:
        """Retrieve a list of the variants on display."""
        call = Call(
            "GET /products/{product_no}/variants",
            "GET",
            f"/products/{quote(str(product_no), safe='')}/variants",
            query={"shop_no": shop_no, "embed": embed, "fields": fields},
            headers=headers,
        )
        body: m.ListProductVariantsResult = await self.transport.call(call)
        return body

    async def list_products(
        self,
        *,
        shop_no: int | None = None,
        product_no: Sequence[int] | None = None,
        display: m.YesNo | None = None,
        selling: m.YesNo | None = None,
        product_name: Sequence[str] | None = None,
        product_code: Sequence[str] | None = None,
        product_tag: Sequence[str] | None = None,
        custom_product_code: Sequence[str] | None = None,
        price_min: str | None = None,
        price_max: str | None = None,
        created_start_date: str | None = None,
        created_end_date: str | None = None,
        updated_start_date: str | None = None,
        updated_end_date: str | None = None,
        category: int | None = None,
        eng_product_name: Sequence[str] | None = None,
        model_name: Sequence[str] | None = None,
        category_unapplied: Literal["T"] | None = None,
        include_sub_category: Literal["T"] | None = None,
        additional_information_key: str | None = None,
        additional_information_value: str | None = None,
        brand_code: Sequence[str] | None = None,
        manufacturer_code: Sequence[str] | None = None,
        trend_code: Sequence[str] | None = None,
        custom_variant_code: Sequence[str] | None = None,
        retail_price_min: str | None = None,
        retail_price_max: str | None = None,
        origin_place_value: Sequence[str] | None = None,
        stock_quantity_max: int | None = None,
        stock_quantity_min: int | None = None,
        stock_safety_max: int | None = None,
        stock_safety_min: int | None = None,
        use_inventory: m.YesNo | None = None,
        approve_status: Literal["C", "E", "I", "N", "R"] | None = None,
        since_product_no: int | None = None,
        product_bundle: m.YesNo | None = None,
        option_type: Sequence[Literal["C", "E", "F", "S"]] | None = None,
        market_sync: m.YesNo | None = None,
        sold_out_variant: Literal["T"] | None = None,
        sold_out: Literal["T"] | None = None,
        sort: Literal["created_date", "product_name", "updated_date"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        offset: int | None = None,
        limit: int | None = None,
        embed: Sequence[Literal["additionalimages", "options", "variants"]] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListProductsResult:
        """Retrieve a list of the products on display. `supply_price_min` is refused: it would tell visitors what only the merchant knows. `supply_price_max` is refused: it would tell visitors what only the merchant knows. `supply_product_name` is refused: it would tell visitors what only the merchant knows. `internal_product_name` is refused: it would tell visitors what only the merchant knows. `supplier_code` is refused: it would tell visitors what only the merchant knows. `classification_code` is refused: it would tell visitors what only the merchant knows. `product_condition` is refused: it would tell visitors what only the merchant knows. `product_weight` is refused: it would tell visitors what only the merchant knows."""
        call = Call(
            "GET /products",
            "GET",
            "/products",
            query={
                "shop_no": shop_no,
                "product_no": product_no,
                "display": display,
                "selling": selling,
                "product_name": product_name,
                "product_code": product_code,
                "product_tag": product_tag,
                "custom_product_code": custom_product_code,
                "price_min": price_min,
                "price_max": price_max,
                "created_start_date": created_start_date,
                "created_end_date": created_end_date,
                "updated_start_date": updated_start_date,
                "updated_end_date": updated_end_date,
                "category": category,
                "eng_product_name": eng_product_name,
                "model_name": model_name,
                "category_unapplied": category_unapplied,
                "include_sub_category": include_sub_category,
                "additional_information_key": additional_information_key,
                "additional_information_value": additional_information_value,
                "brand_code": brand_code,
                "manufacturer_code": manufacturer_code,
                "trend_code": trend_code,
                "custom_variant_code": custom_variant_code,
                "retail_price_min": retail_price_min,
                "retail_price_max": retail_price_max,
                "origin_place_value": origin_place_value,
                "stock_quantity_max": stock_quantity_max,
                "stock_quantity_min": stock_quantity_min,
                "stock_safety_max": stock_safety_max,
                "stock_safety_min": stock_safety_min,
                "use_inventory": use_inventory,
                "approve_status": approve_status,
                "since_product_no": since_product_no,
                "product_bundle": product_bundle,
                "option_type": option_type,
                "market_sync": market_sync,
                "sold_out_variant": sold_out_variant,
                "sold_out": sold_out,
                "sort": sort,
                "order": order,
                "offset": offset,
                "limit": limit,
                "embed": embed,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListProductsResult = await self.transport.call(call)
        return body

    def iterate_products(
        self,
        *,
        shop_no: int | None = None,
        product_no: Sequence[int] | None = None,
        display: m.YesNo | None = None,
        selling: m.YesNo | None = None,
        product_name: Sequence[str] | None = None,
        product_code: Sequence[str] | None = None,
        product_tag: Sequence[str] | None = None,
        custom_product_code: Sequence[str] | None = None,
        price_min: str | None = None,
        price_max: str | None = None,
        created_start_date: str | None = None,
        created_end_date: str | None = None,
        updated_start_date: str | None = None,
        updated_end_date: str | None = None,
        category: int | None = None,
        eng_product_name: Sequence[str] | None = None,
        model_name: Sequence[str] | None = None,
        category_unapplied: Literal["T"] | None = None,
        include_sub_category: Literal["T"] | None = None,
        additional_information_key: str | None = None,
        additional_information_value: str | None = None,
        brand_code: Sequence[str] | None = None,
        manufacturer_code: Sequence[str] | None = None,
        trend_code: Sequence[str] | None = None,
        custom_variant_code: Sequence[str] | None = None,
        retail_price_min: str | None = None,
        retail_price_max: str | None = None,
        origin_place_value: Sequence[str] | None = None,
        stock_quantity_max: int | None = None,
        stock_quantity_min: int | None = None,
        stock_safety_max: int | None = None,
        stock_safety_min: int | None = None,
        use_inventory: m.YesNo | None = None,
        approve_status: Literal["C", "E", "I", "N", "R"] | None = None,
        product_bundle: m.YesNo | None = None,
        option_type: Sequence[Literal["C", "E", "F", "S"]] | None = None,
        market_sync: m.YesNo | None = None,
        sold_out_variant: Literal["T"] | None = None,
        sold_out: Literal["T"] | None = None,
        sort: Literal["created_date", "product_name", "updated_date"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        embed: Sequence[Literal["additionalimages", "options", "variants"]] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[m.ListedForMember]:
        """Iterate over all rows of `list_products`, page by page."""
        call = Call(
            "GET /products",
            "GET",
            "/products",
            query={
                "shop_no": shop_no,
                "product_no": product_no,
                "display": display,
                "selling": selling,
                "product_name": product_name,
                "product_code": product_code,
                "product_tag": product_tag,
                "custom_product_code": custom_product_code,
                "price_min": price_min,
                "price_max": price_max,
                "created_start_date": created_start_date,
                "created_end_date": created_end_date,
                "updated_start_date": updated_start_date,
                "updated_end_date": updated_end_date,
                "category": category,
                "eng_product_name": eng_product_name,
                "model_name": model_name,
                "category_unapplied": category_unapplied,
                "include_sub_category": include_sub_category,
                "additional_information_key": additional_information_key,
                "additional_information_value": additional_information_value,
                "brand_code": brand_code,
                "manufacturer_code": manufacturer_code,
                "trend_code": trend_code,
                "custom_variant_code": custom_variant_code,
                "retail_price_min": retail_price_min,
                "retail_price_max": retail_price_max,
                "origin_place_value": origin_place_value,
                "stock_quantity_max": stock_quantity_max,
                "stock_quantity_min": stock_quantity_min,
                "stock_safety_max": stock_safety_max,
                "stock_safety_min": stock_safety_min,
                "use_inventory": use_inventory,
                "approve_status": approve_status,
                "product_bundle": product_bundle,
                "option_type": option_type,
                "market_sync": market_sync,
                "sold_out_variant": sold_out_variant,
                "sold_out": sold_out,
                "sort": sort,
                "order": order,
                "embed": embed,
                "fields": fields,
            },
            headers=headers,
        )
        rows: AsyncIterator[m.ListedForMember] = self.transport.rows(
            call, "products", size=100, most_offset=5000, since="since_product_no"
        )
        return rows

    async def list_products_shownprices(
        self,
        *,
        product_no: Sequence[int],
        shop_no: int | None = None,
        page: Literal["category", "main", "product"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListProductsShownpricesResult:
        """Retrieve the prices that a kind of page shows of products."""
        call = Call(
            "GET /products/shownprices",
            "GET",
            "/products/shownprices",
            query={"shop_no": shop_no, "product_no": product_no, "page": page, "fields": fields},
            headers=headers,
        )
        body: m.ListProductsShownpricesResult = await self.transport.call(call)
        return body

    async def list_socials(
        self,
        *,
        shop_no: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListSocialsResult:
        """Retrieve the services whose accounts the shop accepts, in the order of their buttons."""
        call = Call(
            "GET /socials",
            "GET",
            "/socials",
            query={"shop_no": shop_no, "fields": fields},
            headers=headers,
        )
        body: m.ListSocialsResult = await self.transport.call(call)
        return body

    async def update_board_article(
        self,
        board_no: int,
        article_no: int,
        *,
        request: m.BoardArticleUpdate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.UpdateBoardArticleResult:
        """Update what a shopper wrote: a member their own, a guest with the password given to it."""
        call = Call(
            "PUT /boards/{board_no}/articles/{article_no}",
            "PUT",
            f"/boards/{quote(str(board_no), safe='')}/articles/{quote(str(article_no), safe='')}",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.UpdateBoardArticleResult = await self.transport.call(call)
        return body

    async def update_board_article_comment(
        self,
        board_no: int,
        article_no: int,
        comment_no: int,
        *,
        request: m.BoardArticleCommentUpdate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.UpdateBoardArticleCommentResult:
        """Update a comment: a member their own, a guest with the password given to it. Identical content is NotModified (409)."""
        call = Call(
            "PUT /boards/{board_no}/articles/{article_no}/comments/{comment_no}",
            "PUT",
            f"/boards/{quote(str(board_no), safe='')}/articles/{quote(str(article_no), safe='')}/comments/{quote(str(comment_no), safe='')}",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.UpdateBoardArticleCommentResult = await self.transport.call(call)
        return body

    async def update_cart(
        self,
        basket_product_no: int,
        *,
        request: m.CartUpdate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.UpdateCartResult:
        """Update how many units of an item lie in the shopper's cart."""
        call = Call(
            "PUT /carts/{basket_product_no}",
            "PUT",
            f"/carts/{quote(str(basket_product_no), safe='')}",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.UpdateCartResult = await self.transport.call(call)
        return body

    async def update_customers_me(
        self,
        *,
        request: m.CustomersMeUpdate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.UpdateCustomersMeResult:
        """Update the personal data of the calling customer; fields that the shop does not use are not. stored. A new password ends all sessions of the customer; the response carries a new one. A new mail address or mobile phone needs `current_password` or a sign-in of the last ten minutes (403), and the former ones get a message. Errors: Invalid (422) when a required field is removed."""
        call = Call(
            "PUT /customers/me",
            "PUT",
            "/customers/me",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.UpdateCustomersMeResult = await self.transport.call(call)
        return body

    async def update_customers_me_subscription(
        self,
        subscription_id: str,
        *,
        request: m.CustomersMeSubscriptionUpdate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.UpdateCustomersMeSubscriptionResult:
        """Update one of the shopper's subscriptions: its receiver, its payment method, or its state. U resumes it, P pauses it, C ends it. Another payment method is charged at once for an order whose charge has failed. Errors: NotFound (404); Invalid (422) for one that has ended."""
        call = Call(
            "PUT /customers/me/subscriptions/{subscription_id}",
            "PUT",
            f"/customers/me/subscriptions/{quote(str(subscription_id), safe='')}",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.UpdateCustomersMeSubscriptionResult = await self.transport.call(call)
        return body

    async def update_customers_me_subscription_item(
        self,
        subscription_id: str,
        subscription_item_id: int,
        *,
        request: m.CustomersMeSubscriptionItemUpdate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.UpdateCustomersMeSubscriptionItemResult:
        """Update an item of one of the shopper's subscriptions: how many, how often, when, or its end. Errors: NotFound (404); Invalid (422) for an item that has ended, for a cycle that is not offered, and for a date before the earliest one."""
        call = Call(
            "PUT /customers/me/subscriptions/{subscription_id}/items/{subscription_item_id}",
            "PUT",
            f"/customers/me/subscriptions/{quote(str(subscription_id), safe='')}/items/{quote(str(subscription_item_id), safe='')}",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.UpdateCustomersMeSubscriptionItemResult = await self.transport.call(call)
        return body

    async def update_order_receiver(
        self,
        order_id: str,
        *,
        request: m.OrderReceiverUpdate,
        fields: Sequence[str] | None = None,
        shop_no: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.UpdateOrderReceiverResult:
        """Update where a parcel of one's own order goes, while the shop lets buyers do that."""
        call = Call(
            "PUT /orders/{order_id}/receiver",
            "PUT",
            f"/orders/{quote(str(order_id), safe='')}/receiver",
            query={"fields": fields},
            body={"shop_no": shop_no, "request": request},
            headers=headers,
        )
        body: m.UpdateOrderReceiverResult = await self.transport.call(call)
        return body
