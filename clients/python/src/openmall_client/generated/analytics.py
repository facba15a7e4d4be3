"""The operations of the analytics API. Generated: `make generated ONLY=sdks`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from openmall_client.transport import AsyncTransport, Call, Transport

if TYPE_CHECKING:
    from openmall_client.generated import analytics_models as m

VERSION = "2026-03-01"


class AnalyticsApi:
    """The analytics API: each operation is a method that blocks until its response."""

    transport: Transport

    def list_adeffect_addetails(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        sort: Literal["ad", "keyword", "purchase_count", "visit_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListAdeffectAddetailsResult:
        """List ads and their keywords by the visits they led to and what was sold in them. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /adeffect/addetails",
            "GET",
            "/adeffect/addetails",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "offset": offset,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListAdeffectAddetailsResult = self.transport.call(call)
        return body

    def iterate_adeffect_addetails(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        sort: Literal["ad", "keyword", "purchase_count", "visit_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[m.AnalyticsAdeffectAddetails]:
        """Iterate over all rows of `list_adeffect_addetails`, page by page."""
        call = Call(
            "GET /adeffect/addetails",
            "GET",
            "/adeffect/addetails",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        rows: Iterator[m.AnalyticsAdeffectAddetails] = self.transport.rows(
            call, "addetails", size=1000, most_offset=2147483647
        )
        return rows

    def list_carts_action(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        sort: Literal["add_cart_count", "add_cart_rate", "count", "product_name"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListCartsActionResult:
        """List products by how often they were seen and put into carts. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /carts/action",
            "GET",
            "/carts/action",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "offset": offset,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListCartsActionResult = self.transport.call(call)
        return body

    def iterate_carts_action(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        sort: Literal["add_cart_count", "add_cart_rate", "count", "product_name"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[m.AnalyticsCartsAction]:
        """Iterate over all rows of `list_carts_action`, page by page."""
        call = Call(
            "GET /carts/action",
            "GET",
            "/carts/action",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        rows: Iterator[m.AnalyticsCartsAction] = self.transport.rows(
            call, "count", size=1000, most_offset=2147483647
        )
        return rows

    def list_members_sales(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListMembersSalesResult:
        """Retrieve what members and what guests have bought. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /members/sales",
            "GET",
            "/members/sales",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListMembersSalesResult = self.transport.call(call)
        return body

    def list_pages_view(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        sort: Literal["count", "first_visit_count", "url", "visit_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListPagesViewResult:
        """List the pages of a shop by how often they were seen. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /pages/view",
            "GET",
            "/pages/view",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "offset": offset,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListPagesViewResult = self.transport.call(call)
        return body

    def iterate_pages_view(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        sort: Literal["count", "first_visit_count", "url", "visit_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[m.AnalyticsPagesView]:
        """Iterate over all rows of `list_pages_view`, page by page."""
        call = Call(
            "GET /pages/view",
            "GET",
            "/pages/view",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        rows: Iterator[m.AnalyticsPagesView] = self.transport.rows(
            call, "pages", size=1000, most_offset=2147483647
        )
        return rows

    def list_products_categorydetails(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        sort: Literal[
            "order_amount", "order_count", "order_product_count", "product_name", "product_no"
        ]
        | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListProductsCategorydetailsResult:
        """List what products sold in each of their categories, and how often carts took them. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /products/categorydetails",
            "GET",
            "/products/categorydetails",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "offset": offset,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListProductsCategorydetailsResult = self.transport.call(call)
        return body

    def iterate_products_categorydetails(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        sort: Literal[
            "order_amount", "order_count", "order_product_count", "product_name", "product_no"
        ]
        | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[m.AnalyticsProductsCategorydetails]:
        """Iterate over all rows of `list_products_categorydetails`, page by page."""
        call = Call(
            "GET /products/categorydetails",
            "GET",
            "/products/categorydetails",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        rows: Iterator[m.AnalyticsProductsCategorydetails] = self.transport.rows(
            call, "categorydetails", size=1000, most_offset=2147483647
        )
        return rows

    def list_products_sales(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        sort: Literal[
            "order_amount", "order_count", "order_product_count", "product_name", "product_no"
        ]
        | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListProductsSalesResult:
        """List products by what they sold. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /products/sales",
            "GET",
            "/products/sales",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "offset": offset,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListProductsSalesResult = self.transport.call(call)
        return body

    def iterate_products_sales(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        sort: Literal[
            "order_amount", "order_count", "order_product_count", "product_name", "product_no"
        ]
        | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[m.AnalyticsProductsSales]:
        """Iterate over all rows of `list_products_sales`, page by page."""
        call = Call(
            "GET /products/sales",
            "GET",
            "/products/sales",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        rows: Iterator[m.AnalyticsProductsSales] = self.transport.rows(
            call, "sales", size=1000, most_offset=2147483647
        )
        return rows

    def list_products_view(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        sort: Literal["count", "product_name", "product_no"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListProductsViewResult:
        """List products by how often they were seen. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /products/view",
            "GET",
            "/products/view",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "offset": offset,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListProductsViewResult = self.transport.call(call)
        return body

    def iterate_products_view(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        sort: Literal["count", "product_name", "product_no"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[m.AnalyticsProductsView]:
        """Iterate over all rows of `list_products_view`, page by page."""
        call = Call(
            "GET /products/view",
            "GET",
            "/products/view",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        rows: Iterator[m.AnalyticsProductsView] = self.transport.rows(
            call, "count", size=1000, most_offset=2147483647
        )
        return rows

    def list_sales_orderdetails(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        order_id: str | None = None,
        orderId: str | None = None,
        offset: int | None = None,
        sort: Literal["ad", "keyword", "order_amount", "order_id", "payment_method"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListSalesOrderdetailsResult:
        """List paid orders with the ad whose visit they were placed in. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /sales/orderdetails",
            "GET",
            "/sales/orderdetails",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "order_id": order_id,
                "orderId": orderId,
                "offset": offset,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListSalesOrderdetailsResult = self.transport.call(call)
        return body

    def iterate_sales_orderdetails(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        order_id: str | None = None,
        orderId: str | None = None,
        sort: Literal["ad", "keyword", "order_amount", "order_id", "payment_method"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[m.AnalyticsSalesOrderdetails]:
        """Iterate over all rows of `list_sales_orderdetails`, page by page."""
        call = Call(
            "GET /sales/orderdetails",
            "GET",
            "/sales/orderdetails",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "order_id": order_id,
                "orderId": orderId,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        rows: Iterator[m.AnalyticsSalesOrderdetails] = self.transport.rows(
            call, "orderdetails", size=1000, most_offset=2147483647
        )
        return rows

    def list_sales_paymethods(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        sort: Literal["buyers_count", "order_amount", "order_count", "payment_method"]
        | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListSalesPaymethodsResult:
        """List the ways orders were paid. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /sales/paymethods",
            "GET",
            "/sales/paymethods",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "offset": offset,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListSalesPaymethodsResult = self.transport.call(call)
        return body

    def iterate_sales_paymethods(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        sort: Literal["buyers_count", "order_amount", "order_count", "payment_method"]
        | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[m.AnalyticsSalesPaymethods]:
        """Iterate over all rows of `list_sales_paymethods`, page by page."""
        call = Call(
            "GET /sales/paymethods",
            "GET",
            "/sales/paymethods",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        rows: Iterator[m.AnalyticsSalesPaymethods] = self.transport.rows(
            call, "paymethods", size=1000, most_offset=2147483647
        )
        return rows

    def list_sales_pervisitors(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListSalesPervisitorsResult:
        """Retrieve what was sold per visitor and per buyer. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /sales/pervisitors",
            "GET",
            "/sales/pervisitors",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListSalesPervisitorsResult = self.transport.call(call)
        return body

    def list_sales_times(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        sort: Literal["buyers_count", "hour", "order_amount", "order_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListSalesTimesResult:
        """List the hours of the day in which orders were paid. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /sales/times",
            "GET",
            "/sales/times",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "offset": offset,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListSalesTimesResult = self.transport.call(call)
        return body

    def iterate_sales_times(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        sort: Literal["buyers_count", "hour", "order_amount", "order_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[m.AnalyticsSalesTimes]:
        """Iterate over all rows of `list_sales_times`, page by page."""
        call = Call(
            "GET /sales/times",
            "GET",
            "/sales/times",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        rows: Iterator[m.AnalyticsSalesTimes] = self.transport.rows(
            call, "times", size=1000, most_offset=2147483647
        )
        return rows

    def list_visitors_dailyactive(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        sort: Literal["date", "user_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListVisitorsDailyactiveResult:
        """List how many users were active on each day. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /visitors/dailyactive",
            "GET",
            "/visitors/dailyactive",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "offset": offset,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListVisitorsDailyactiveResult = self.transport.call(call)
        return body

    def iterate_visitors_dailyactive(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        sort: Literal["date", "user_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[m.AnalyticsVisitorsDailyactive]:
        """Iterate over all rows of `list_visitors_dailyactive`, page by page."""
        call = Call(
            "GET /visitors/dailyactive",
            "GET",
            "/visitors/dailyactive",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        rows: Iterator[m.AnalyticsVisitorsDailyactive] = self.transport.rows(
            call, "dailyactive", size=1000, most_offset=2147483647
        )
        return rows

    def list_visitors_pageview(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        format_type: Literal["day", "hour"] | None = None,
        offset: int | None = None,
        sort: Literal["date", "page_view"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListVisitorsPageviewResult:
        """List how many pages were seen on each day, or in each hour. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /visitors/pageview",
            "GET",
            "/visitors/pageview",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "format_type": format_type,
                "offset": offset,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListVisitorsPageviewResult = self.transport.call(call)
        return body

    def iterate_visitors_pageview(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        format_type: Literal["day", "hour"] | None = None,
        sort: Literal["date", "page_view"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[m.AnalyticsVisitorsPageview]:
        """Iterate over all rows of `list_visitors_pageview`, page by page."""
        call = Call(
            "GET /visitors/pageview",
            "GET",
            "/visitors/pageview",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "format_type": format_type,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        rows: Iterator[m.AnalyticsVisitorsPageview] = self.transport.rows(
            call, "pageview", size=1000, most_offset=2147483647
        )
        return rows

    def list_visitors_unique(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        sort: Literal["date", "unique_visit_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListVisitorsUniqueResult:
        """List from how many addresses a shop was visited on each day. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /visitors/unique",
            "GET",
            "/visitors/unique",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "offset": offset,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListVisitorsUniqueResult = self.transport.call(call)
        return body

    def iterate_visitors_unique(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        sort: Literal["date", "unique_visit_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[m.AnalyticsVisitorsUnique]:
        """Iterate over all rows of `list_visitors_unique`, page by page."""
        call = Call(
            "GET /visitors/unique",
            "GET",
            "/visitors/unique",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        rows: Iterator[m.AnalyticsVisitorsUnique] = self.transport.rows(
            call, "unique", size=1000, most_offset=2147483647
        )
        return rows

    def list_visitors_view(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        format_type: Literal["day", "hour"] | None = None,
        offset: int | None = None,
        sort: Literal["date", "first_visit_count", "re_visit_count", "visit_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListVisitorsViewResult:
        """List how many visits began on each day, or in each hour. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /visitors/view",
            "GET",
            "/visitors/view",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "format_type": format_type,
                "offset": offset,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListVisitorsViewResult = self.transport.call(call)
        return body

    def iterate_visitors_view(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        format_type: Literal["day", "hour"] | None = None,
        sort: Literal["date", "first_visit_count", "re_visit_count", "visit_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[m.AnalyticsVisitorsView]:
        """Iterate over all rows of `list_visitors_view`, page by page."""
        call = Call(
            "GET /visitors/view",
            "GET",
            "/visitors/view",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "format_type": format_type,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        rows: Iterator[m.AnalyticsVisitorsView] = self.transport.rows(
            call, "view", size=1000, most_offset=2147483647
        )
        return rows

    def list_visitpaths_adkeywordsales(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        sort: Literal["ad", "keyword", "order_amount", "order_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListVisitpathsAdkeywordsalesResult:
        """List ads and their keywords by what was sold in visits they led to. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /visitpaths/adkeywordsales",
            "GET",
            "/visitpaths/adkeywordsales",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "offset": offset,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListVisitpathsAdkeywordsalesResult = self.transport.call(call)
        return body

    def iterate_visitpaths_adkeywordsales(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        sort: Literal["ad", "keyword", "order_amount", "order_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[m.AnalyticsVisitpathsAdkeywordsales]:
        """Iterate over all rows of `list_visitpaths_adkeywordsales`, page by page."""
        call = Call(
            "GET /visitpaths/adkeywordsales",
            "GET",
            "/visitpaths/adkeywordsales",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        rows: Iterator[m.AnalyticsVisitpathsAdkeywordsales] = self.transport.rows(
            call, "adkeywordsales", size=1000, most_offset=2147483647
        )
        return rows

    def list_visitpaths_ads(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        sort: Literal["ad", "visit_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListVisitpathsAdsResult:
        """List ads by the visits they led to. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /visitpaths/ads",
            "GET",
            "/visitpaths/ads",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "offset": offset,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListVisitpathsAdsResult = self.transport.call(call)
        return body

    def iterate_visitpaths_ads(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        sort: Literal["ad", "visit_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[m.AnalyticsVisitpathsAds]:
        """Iterate over all rows of `list_visitpaths_ads`, page by page."""
        call = Call(
            "GET /visitpaths/ads",
            "GET",
            "/visitpaths/ads",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        rows: Iterator[m.AnalyticsVisitpathsAds] = self.transport.rows(
            call, "ads", size=1000, most_offset=2147483647
        )
        return rows

    def list_visitpaths_adsales(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        sort: Literal["ad", "order_amount", "order_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListVisitpathsAdsalesResult:
        """List ads by what was sold in visits they led to. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /visitpaths/adsales",
            "GET",
            "/visitpaths/adsales",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "offset": offset,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListVisitpathsAdsalesResult = self.transport.call(call)
        return body

    def iterate_visitpaths_adsales(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        sort: Literal["ad", "order_amount", "order_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[m.AnalyticsVisitpathsAdsales]:
        """Iterate over all rows of `list_visitpaths_adsales`, page by page."""
        call = Call(
            "GET /visitpaths/adsales",
            "GET",
            "/visitpaths/adsales",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        rows: Iterator[m.AnalyticsVisitpathsAdsales] = self.transport.rows(
            call, "adsales", size=1000, most_offset=2147483647
        )
        return rows

    def list_visitpaths_domains(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        sort: Literal["domain", "visit_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListVisitpathsDomainsResult:
        """List referring domains by the visits from them. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /visitpaths/domains",
            "GET",
            "/visitpaths/domains",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "offset": offset,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListVisitpathsDomainsResult = self.transport.call(call)
        return body

    def iterate_visitpaths_domains(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        sort: Literal["domain", "visit_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[m.AnalyticsVisitpathsDomains]:
        """Iterate over all rows of `list_visitpaths_domains`, page by page."""
        call = Call(
            "GET /visitpaths/domains",
            "GET",
            "/visitpaths/domains",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        rows: Iterator[m.AnalyticsVisitpathsDomains] = self.transport.rows(
            call, "domains", size=1000, most_offset=2147483647
        )
        return rows

    def list_visitpaths_domainsales(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        sort: Literal["domain", "order_amount", "order_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListVisitpathsDomainsalesResult:
        """List referring domains by what was sold in visits from them. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /visitpaths/domainsales",
            "GET",
            "/visitpaths/domainsales",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "offset": offset,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListVisitpathsDomainsalesResult = self.transport.call(call)
        return body

    def iterate_visitpaths_domainsales(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        sort: Literal["domain", "order_amount", "order_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[m.AnalyticsVisitpathsDomainsales]:
        """Iterate over all rows of `list_visitpaths_domainsales`, page by page."""
        call = Call(
            "GET /visitpaths/domainsales",
            "GET",
            "/visitpaths/domainsales",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        rows: Iterator[m.AnalyticsVisitpathsDomainsales] = self.transport.rows(
            call, "domainsales", size=1000, most_offset=2147483647
        )
        return rows

    def list_visitpaths_keyworddetails(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        sort: Literal["engine", "keyword", "order_amount", "purchase_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListVisitpathsKeyworddetailsResult:
        """List searches by the visits they led to and what was sold in them. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /visitpaths/keyworddetails",
            "GET",
            "/visitpaths/keyworddetails",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "offset": offset,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListVisitpathsKeyworddetailsResult = self.transport.call(call)
        return body

    def iterate_visitpaths_keyworddetails(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        sort: Literal["engine", "keyword", "order_amount", "purchase_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[m.AnalyticsVisitpathsKeyworddetails]:
        """Iterate over all rows of `list_visitpaths_keyworddetails`, page by page."""
        call = Call(
            "GET /visitpaths/keyworddetails",
            "GET",
            "/visitpaths/keyworddetails",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        rows: Iterator[m.AnalyticsVisitpathsKeyworddetails] = self.transport.rows(
            call, "keyworddetails", size=1000, most_offset=2147483647
        )
        return rows

    def list_visitpaths_keywords(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        sort: Literal["keyword", "visit_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListVisitpathsKeywordsResult:
        """List searches by the visits they led to. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /visitpaths/keywords",
            "GET",
            "/visitpaths/keywords",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "offset": offset,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListVisitpathsKeywordsResult = self.transport.call(call)
        return body

    def iterate_visitpaths_keywords(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        sort: Literal["keyword", "visit_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[m.AnalyticsVisitpathsKeywords]:
        """Iterate over all rows of `list_visitpaths_keywords`, page by page."""
        call = Call(
            "GET /visitpaths/keywords",
            "GET",
            "/visitpaths/keywords",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        rows: Iterator[m.AnalyticsVisitpathsKeywords] = self.transport.rows(
            call, "keywords", size=1000, most_offset=2147483647
        )
        return rows

    def list_visitpaths_keywordsales(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        sort: Literal["keyword", "order_amount", "order_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListVisitpathsKeywordsalesResult:
        """List searches by what was sold in visits they led to. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /visitpaths/keywordsales",
            "GET",
            "/visitpaths/keywordsales",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "offset": offset,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListVisitpathsKeywordsalesResult = self.transport.call(call)
        return body

    def iterate_visitpaths_keywordsales(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        sort: Literal["keyword", "order_amount", "order_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[m.AnalyticsVisitpathsKeywordsales]:
        """Iterate over all rows of `list_visitpaths_keywordsales`, page by page."""
        call = Call(
            "GET /visitpaths/keywordsales",
            "GET",
            "/visitpaths/keywordsales",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        rows: Iterator[m.AnalyticsVisitpathsKeywordsales] = self.transport.rows(
            call, "keywordsales", size=1000, most_offset=2147483647
        )
        return rows

    def list_visitpaths_urls(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        sort: Literal["url", "visit_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListVisitpathsUrlsResult:
        """List referring pages by the visits from them. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /visitpaths/urls",
            "GET",
            "/visitpaths/urls",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "offset": offset,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListVisitpathsUrlsResult = self.transport.call(call)
        return body

    def iterate_visitpaths_urls(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        sort: Literal["url", "visit_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Iterator[m.AnalyticsVisitpathsUrls]:
        """Iterate over all rows of `list_visitpaths_urls`, page by page."""
        call = Call(
            "GET /visitpaths/urls",
            "GET",
            "/visitpaths/urls",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        rows: Iterator[m.AnalyticsVisitpathsUrls] = self.transport.rows(
            call, "urls", size=1000, most_offset=2147483647
        )
        return rows


class AsyncAnalyticsApi:
    """The analytics API: each operation is a method that awaits its response."""

    transport: AsyncTransport

    async def list_adeffect_addetails(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        sort: Literal["ad", "keyword", "purchase_count", "visit_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListAdeffectAddetailsResult:
        """List ads and their keywords by the visits they led to and what was sold in them. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /adeffect/addetails",
            "GET",
            "/adeffect/addetails",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "offset": offset,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListAdeffectAddetailsResult = await self.transport.call(call)
        return body

    def iterate_adeffect_addetails(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        sort: Literal["ad", "keyword", "purchase_count", "visit_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[m.AnalyticsAdeffectAddetails]:
        """Iterate over all rows of `list_adeffect_addetails`, page by page."""
        call = Call(
            "GET /adeffect/addetails",
            "GET",
            "/adeffect/addetails",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        rows: AsyncIterator[m.AnalyticsAdeffectAddetails] = self.transport.rows(
            call, "addetails", size=1000, most_offset=2147483647
        )
        return rows

    async def list_carts_action(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        sort: Literal["add_cart_count", "add_cart_rate", "count", "product_name"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListCartsActionResult:
        """List products by how often they were seen and put into carts. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /carts/action",
            "GET",
            "/carts/action",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "offset": offset,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListCartsActionResult = await self.transport.call(call)
        return body

    def iterate_carts_action(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        sort: Literal["add_cart_count", "add_cart_rate", "count", "product_name"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[m.AnalyticsCartsAction]:
        """Iterate over all rows of `list_carts_action`, page by page."""
        call = Call(
            "GET /carts/action",
            "GET",
            "/carts/action",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        rows: AsyncIterator[m.AnalyticsCartsAction] = self.transport.rows(
            call, "count", size=1000, most_offset=2147483647
        )
        return rows

    async def list_members_sales(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListMembersSalesResult:
        """Retrieve what members and what guests have bought. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /members/sales",
            "GET",
            "/members/sales",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListMembersSalesResult = await self.transport.call(call)
        return body

    async def list_pages_view(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        sort: Literal["count", "first_visit_count", "url", "visit_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListPagesViewResult:
        """List the pages of a shop by how often they were seen. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /pages/view",
            "GET",
            "/pages/view",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "offset": offset,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListPagesViewResult = await self.transport.call(call)
        return body

    def iterate_pages_view(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        sort: Literal["count", "first_visit_count", "url", "visit_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[m.AnalyticsPagesView]:
        """Iterate over all rows of `list_pages_view`, page by page."""
        call = Call(
            "GET /pages/view",
            "GET",
            "/pages/view",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        rows: AsyncIterator[m.AnalyticsPagesView] = self.transport.rows(
            call, "pages", size=1000, most_offset=2147483647
        )
        return rows

    async def list_products_categorydetails(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        sort: Literal[
            "order_amount", "order_count", "order_product_count", "product_name", "product_no"
        ]
        | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListProductsCategorydetailsResult:
        """List what products sold in each of their categories, and how often carts took them. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /products/categorydetails",
            "GET",
            "/products/categorydetails",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "offset": offset,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListProductsCategorydetailsResult = await self.transport.call(call)
        return body

    def iterate_products_categorydetails(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        sort: Literal[
            "order_amount", "order_count", "order_product_count", "product_name", "product_no"
        ]
        | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[m.AnalyticsProductsCategorydetails]:
        """Iterate over all rows of `list_products_categorydetails`, page by page."""
        call = Call(
            "GET /products/categorydetails",
            "GET",
            "/products/categorydetails",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        rows: AsyncIterator[m.AnalyticsProductsCategorydetails] = self.transport.rows(
            call, "categorydetails", size=1000, most_offset=2147483647
        )
        return rows

    async def list_products_sales(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        sort: Literal[
            "order_amount", "order_count", "order_product_count", "product_name", "product_no"
        ]
        | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListProductsSalesResult:
        """List products by what they sold. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /products/sales",
            "GET",
            "/products/sales",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "offset": offset,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListProductsSalesResult = await self.transport.call(call)
        return body

    def iterate_products_sales(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        sort: Literal[
            "order_amount", "order_count", "order_product_count", "product_name", "product_no"
        ]
        | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[m.AnalyticsProductsSales]:
        """Iterate over all rows of `list_products_sales`, page by page."""
        call = Call(
            "GET /products/sales",
            "GET",
            "/products/sales",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        rows: AsyncIterator[m.AnalyticsProductsSales] = self.transport.rows(
            call, "sales", size=1000, most_offset=2147483647
        )
        return rows

    async def list_products_view(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        sort: Literal["count", "product_name", "product_no"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListProductsViewResult:
        """List products by how often they were seen. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /products/view",
            "GET",
            "/products/view",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "offset": offset,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListProductsViewResult = await self.transport.call(call)
        return body

    def iterate_products_view(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        sort: Literal["count", "product_name", "product_no"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[m.AnalyticsProductsView]:
        """Iterate over all rows of `list_products_view`, page by page."""
        call = Call(
            "GET /products/view",
            "GET",
            "/products/view",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        rows: AsyncIterator[m.AnalyticsProductsView] = self.transport.rows(
            call, "count", size=1000, most_offset=2147483647
        )
        return rows

    async def list_sales_orderdetails(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        order_id: str | None = None,
        orderId: str | None = None,
        offset: int | None = None,
        sort: Literal["ad", "keyword", "order_amount", "order_id", "payment_method"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListSalesOrderdetailsResult:
        """List paid orders with the ad whose visit they were placed in. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /sales/orderdetails",
            "GET",
            "/sales/orderdetails",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "order_id": order_id,
                "orderId": orderId,
                "offset": offset,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListSalesOrderdetailsResult = await self.transport.call(call)
        return body

    def iterate_sales_orderdetails(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        order_id: str | None = None,
        orderId: str | None = None,
        sort: Literal["ad", "keyword", "order_amount", "order_id", "payment_method"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[m.AnalyticsSalesOrderdetails]:
        """Iterate over all rows of `list_sales_orderdetails`, page by page."""
        call = Call(
            "GET /sales/orderdetails",
            "GET",
            "/sales/orderdetails",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "order_id": order_id,
                "orderId": orderId,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        rows: AsyncIterator[m.AnalyticsSalesOrderdetails] = self.transport.rows(
            call, "orderdetails", size=1000, most_offset=2147483647
        )
        return rows

    async def list_sales_paymethods(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        sort: Literal["buyers_count", "order_amount", "order_count", "payment_method"]
        | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListSalesPaymethodsResult:
        """List the ways orders were paid. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /sales/paymethods",
            "GET",
            "/sales/paymethods",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "offset": offset,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListSalesPaymethodsResult = await self.transport.call(call)
        return body

    def iterate_sales_paymethods(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        sort: Literal["buyers_count", "order_amount", "order_count", "payment_method"]
        | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[m.AnalyticsSalesPaymethods]:
        """Iterate over all rows of `list_sales_paymethods`, page by page."""
        call = Call(
            "GET /sales/paymethods",
            "GET",
            "/sales/paymethods",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        rows: AsyncIterator[m.AnalyticsSalesPaymethods] = self.transport.rows(
            call, "paymethods", size=1000, most_offset=2147483647
        )
        return rows

    async def list_sales_pervisitors(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListSalesPervisitorsResult:
        """Retrieve what was sold per visitor and per buyer. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /sales/pervisitors",
            "GET",
            "/sales/pervisitors",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListSalesPervisitorsResult = await self.transport.call(call)
        return body

    async def list_sales_times(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        sort: Literal["buyers_count", "hour", "order_amount", "order_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListSalesTimesResult:
        """List the hours of the day in which orders were paid. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /sales/times",
            "GET",
            "/sales/times",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "offset": offset,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListSalesTimesResult = await self.transport.call(call)
        return body

    def iterate_sales_times(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        sort: Literal["buyers_count", "hour", "order_amount", "order_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[m.AnalyticsSalesTimes]:
        """Iterate over all rows of `list_sales_times`, page by page."""
        call = Call(
            "GET /sales/times",
            "GET",
            "/sales/times",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        rows: AsyncIterator[m.AnalyticsSalesTimes] = self.transport.rows(
            call, "times", size=1000, most_offset=2147483647
        )
        return rows

    async def list_visitors_dailyactive(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        sort: Literal["date", "user_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListVisitorsDailyactiveResult:
        """List how many users were active on each day. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /visitors/dailyactive",
            "GET",
            "/visitors/dailyactive",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "offset": offset,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListVisitorsDailyactiveResult = await self.transport.call(call)
        return body

    def iterate_visitors_dailyactive(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        sort: Literal["date", "user_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[m.AnalyticsVisitorsDailyactive]:
        """Iterate over all rows of `list_visitors_dailyactive`, page by page."""
        call = Call(
            "GET /visitors/dailyactive",
            "GET",
            "/visitors/dailyactive",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        rows: AsyncIterator[m.AnalyticsVisitorsDailyactive] = self.transport.rows(
            call, "dailyactive", size=1000, most_offset=2147483647
        )
        return rows

    async def list_visitors_pageview(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        format_type: Literal["day", "hour"] | None = None,
        offset: int | None = None,
        sort: Literal["date", "page_view"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListVisitorsPageviewResult:
        """List how many pages were seen on each day, or in each hour. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /visitors/pageview",
            "GET",
            "/visitors/pageview",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "format_type": format_type,
                "offset": offset,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListVisitorsPageviewResult = await self.transport.call(call)
        return body

    def iterate_visitors_pageview(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        format_type: Literal["day", "hour"] | None = None,
        sort: Literal["date", "page_view"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[m.AnalyticsVisitorsPageview]:
        """Iterate over all rows of `list_visitors_pageview`, page by page."""
        call = Call(
            "GET /visitors/pageview",
            "GET",
            "/visitors/pageview",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "format_type": format_type,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        rows: AsyncIterator[m.AnalyticsVisitorsPageview] = self.transport.rows(
            call, "pageview", size=1000, most_offset=2147483647
        )
        return rows

    async def list_visitors_unique(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        sort: Literal["date", "unique_visit_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListVisitorsUniqueResult:
        """List from how many addresses a shop was visited on each day. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /visitors/unique",
            "GET",
            "/visitors/unique",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "offset": offset,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListVisitorsUniqueResult = await self.transport.call(call)
        return body

    def iterate_visitors_unique(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        sort: Literal["date", "unique_visit_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[m.AnalyticsVisitorsUnique]:
        """Iterate over all rows of `list_visitors_unique`, page by page."""
        call = Call(
            "GET /visitors/unique",
            "GET",
            "/visitors/unique",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        rows: AsyncIterator[m.AnalyticsVisitorsUnique] = self.transport.rows(
            call, "unique", size=1000, most_offset=2147483647
        )
        return rows

    async def list_visitors_view(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        format_type: Literal["day", "hour"] | None = None,
        offset: int | None = None,
        sort: Literal["date", "first_visit_count", "re_visit_count", "visit_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListVisitorsViewResult:
        """List how many visits began on each day, or in each hour. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /visitors/view",
            "GET",
            "/visitors/view",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "format_type": format_type,
                "offset": offset,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListVisitorsViewResult = await self.transport.call(call)
        return body

    def iterate_visitors_view(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        format_type: Literal["day", "hour"] | None = None,
        sort: Literal["date", "first_visit_count", "re_visit_count", "visit_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[m.AnalyticsVisitorsView]:
        """Iterate over all rows of `list_visitors_view`, page by page."""
        call = Call(
            "GET /visitors/view",
            "GET",
            "/visitors/view",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "format_type": format_type,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        rows: AsyncIterator[m.AnalyticsVisitorsView] = self.transport.rows(
            call, "view", size=1000, most_offset=2147483647
        )
        return rows

    async def list_visitpaths_adkeywordsales(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        sort: Literal["ad", "keyword", "order_amount", "order_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListVisitpathsAdkeywordsalesResult:
        """List ads and their keywords by what was sold in visits they led to. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /visitpaths/adkeywordsales",
            "GET",
            "/visitpaths/adkeywordsales",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "offset": offset,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListVisitpathsAdkeywordsalesResult = await self.transport.call(call)
        return body

    def iterate_visitpaths_adkeywordsales(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        sort: Literal["ad", "keyword", "order_amount", "order_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[m.AnalyticsVisitpathsAdkeywordsales]:
        """Iterate over all rows of `list_visitpaths_adkeywordsales`, page by page."""
        call = Call(
            "GET /visitpaths/adkeywordsales",
            "GET",
            "/visitpaths/adkeywordsales",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        rows: AsyncIterator[m.AnalyticsVisitpathsAdkeywordsales] = self.transport.rows(
            call, "adkeywordsales", size=1000, most_offset=2147483647
        )
        return rows

    async def list_visitpaths_ads(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        sort: Literal["ad", "visit_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListVisitpathsAdsResult:
        """List ads by the visits they led to. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /visitpaths/ads",
            "GET",
            "/visitpaths/ads",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "offset": offset,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListVisitpathsAdsResult = await self.transport.call(call)
        return body

    def iterate_visitpaths_ads(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        sort: Literal["ad", "visit_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[m.AnalyticsVisitpathsAds]:
        """Iterate over all rows of `list_visitpaths_ads`, page by page."""
        call = Call(
            "GET /visitpaths/ads",
            "GET",
            "/visitpaths/ads",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        rows: AsyncIterator[m.AnalyticsVisitpathsAds] = self.transport.rows(
            call, "ads", size=1000, most_offset=2147483647
        )
        return rows

    async def list_visitpaths_adsales(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        sort: Literal["ad", "order_amount", "order_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListVisitpathsAdsalesResult:
        """List ads by what was sold in visits they led to. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /visitpaths/adsales",
            "GET",
            "/visitpaths/adsales",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "offset": offset,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListVisitpathsAdsalesResult = await self.transport.call(call)
        return body

    def iterate_visitpaths_adsales(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        sort: Literal["ad", "order_amount", "order_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[m.AnalyticsVisitpathsAdsales]:
        """Iterate over all rows of `list_visitpaths_adsales`, page by page."""
        call = Call(
            "GET /visitpaths/adsales",
            "GET",
            "/visitpaths/adsales",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        rows: AsyncIterator[m.AnalyticsVisitpathsAdsales] = self.transport.rows(
            call, "adsales", size=1000, most_offset=2147483647
        )
        return rows

    async def list_visitpaths_domains(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        sort: Literal["domain", "visit_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListVisitpathsDomainsResult:
        """List referring domains by the visits from them. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /visitpaths/domains",
            "GET",
            "/visitpaths/domains",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "offset": offset,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListVisitpathsDomainsResult = await self.transport.call(call)
        return body

    def iterate_visitpaths_domains(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        sort: Literal["domain", "visit_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[m.AnalyticsVisitpathsDomains]:
        """Iterate over all rows of `list_visitpaths_domains`, page by page."""
        call = Call(
            "GET /visitpaths/domains",
            "GET",
            "/visitpaths/domains",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        rows: AsyncIterator[m.AnalyticsVisitpathsDomains] = self.transport.rows(
            call, "domains", size=1000, most_offset=2147483647
        )
        return rows

    async def list_visitpaths_domainsales(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        sort: Literal["domain", "order_amount", "order_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListVisitpathsDomainsalesResult:
        """List referring domains by what was sold in visits from them. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /visitpaths/domainsales",
            "GET",
            "/visitpaths/domainsales",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "offset": offset,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListVisitpathsDomainsalesResult = await self.transport.call(call)
        return body

    def iterate_visitpaths_domainsales(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        sort: Literal["domain", "order_amount", "order_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[m.AnalyticsVisitpathsDomainsales]:
        """Iterate over all rows of `list_visitpaths_domainsales`, page by page."""
        call = Call(
            "GET /visitpaths/domainsales",
            "GET",
            "/visitpaths/domainsales",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        rows: AsyncIterator[m.AnalyticsVisitpathsDomainsales] = self.transport.rows(
            call, "domainsales", size=1000, most_offset=2147483647
        )
        return rows

    async def list_visitpaths_keyworddetails(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        sort: Literal["engine", "keyword", "order_amount", "purchase_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListVisitpathsKeyworddetailsResult:
        """List searches by the visits they led to and what was sold in them. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /visitpaths/keyworddetails",
            "GET",
            "/visitpaths/keyworddetails",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "offset": offset,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListVisitpathsKeyworddetailsResult = await self.transport.call(call)
        return body

    def iterate_visitpaths_keyworddetails(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        sort: Literal["engine", "keyword", "order_amount", "purchase_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[m.AnalyticsVisitpathsKeyworddetails]:
        """Iterate over all rows of `list_visitpaths_keyworddetails`, page by page."""
        call = Call(
            "GET /visitpaths/keyworddetails",
            "GET",
            "/visitpaths/keyworddetails",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        rows: AsyncIterator[m.AnalyticsVisitpathsKeyworddetails] = self.transport.rows(
            call, "keyworddetails", size=1000, most_offset=2147483647
        )
        return rows

    async def list_visitpaths_keywords(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        sort: Literal["keyword", "visit_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListVisitpathsKeywordsResult:
        """List searches by the visits they led to. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /visitpaths/keywords",
            "GET",
            "/visitpaths/keywords",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "offset": offset,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListVisitpathsKeywordsResult = await self.transport.call(call)
        return body

    def iterate_visitpaths_keywords(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        sort: Literal["keyword", "visit_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[m.AnalyticsVisitpathsKeywords]:
        """Iterate over all rows of `list_visitpaths_keywords`, page by page."""
        call = Call(
            "GET /visitpaths/keywords",
            "GET",
            "/visitpaths/keywords",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        rows: AsyncIterator[m.AnalyticsVisitpathsKeywords] = self.transport.rows(
            call, "keywords", size=1000, most_offset=2147483647
        )
        return rows

    async def list_visitpaths_keywordsales(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        sort: Literal["keyword", "order_amount", "order_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListVisitpathsKeywordsalesResult:
        """List searches by what was sold in visits they led to. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /visitpaths/keywordsales",
            "GET",
            "/visitpaths/keywordsales",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "offset": offset,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListVisitpathsKeywordsalesResult = await self.transport.call(call)
        return body

    def iterate_visitpaths_keywordsales(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        sort: Literal["keyword", "order_amount", "order_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[m.AnalyticsVisitpathsKeywordsales]:
        """Iterate over all rows of `list_visitpaths_keywordsales`, page by page."""
        call = Call(
            "GET /visitpaths/keywordsales",
            "GET",
            "/visitpaths/keywordsales",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        rows: AsyncIterator[m.AnalyticsVisitpathsKeywordsales] = self.transport.rows(
            call, "keywordsales", size=1000, most_offset=2147483647
        )
        return rows

    async def list_visitpaths_urls(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        limit: int | None = None,
        offset: int | None = None,
        sort: Literal["url", "visit_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> m.ListVisitpathsUrlsResult:
        """List referring pages by the visits from them. Needs the scope `mall.read_analytics`. Restricted: only apps that the operator allowed may call it."""
        call = Call(
            "GET /visitpaths/urls",
            "GET",
            "/visitpaths/urls",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "limit": limit,
                "offset": offset,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        body: m.ListVisitpathsUrlsResult = await self.transport.call(call)
        return body

    def iterate_visitpaths_urls(
        self,
        *,
        mall_id: str,
        start_date: str,
        end_date: str,
        shop_no: int | None = None,
        device_type: Literal["mobile", "pc", "total"] | None = None,
        sort: Literal["url", "visit_count"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        fields: Sequence[str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncIterator[m.AnalyticsVisitpathsUrls]:
        """Iterate over all rows of `list_visitpaths_urls`, page by page."""
        call = Call(
            "GET /visitpaths/urls",
            "GET",
            "/visitpaths/urls",
            query={
                "mall_id": mall_id,
                "shop_no": shop_no,
                "start_date": start_date,
                "end_date": end_date,
                "device_type": device_type,
                "sort": sort,
                "order": order,
                "fields": fields,
            },
            headers=headers,
        )
        rows: AsyncIterator[m.AnalyticsVisitpathsUrls] = self.transport.rows(
            call, "urls", size=1000, most_offset=2147483647
        )
        return rows
