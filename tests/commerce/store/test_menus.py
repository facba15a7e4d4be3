"""Menus: what a manager can open, in the shop's language."""

from typing import Any

import pytest

from openmall.access.oauth import apps as registered_apps
from openmall.commerce.store.backoffice_menu import pages as menu_pages
from tests.world import World

LAUNCH = "https://app.example.com/start?a=b"


PAGES = (
    (1, "/admin", "관리자 홈", "Overview", "管理ホーム"),
    (71, "/admin/search", "검색", "Search", "検索"),
    (114, "/admin/approvals", "승인 대기", "Proposals", "承認待ち"),
    (10, "/admin/products", "상품 관리", "Products", "商品管理"),
    (11, "/admin/orders", "주문 관리", "Orders", "注文管理"),
    (12, "/admin/customers", "고객 관리", "Customers", "顧客管理"),
    (13, "/admin/boards", "게시판 관리", "Boards", "掲示板管理"),
    (64, "/admin/categories", "상품 분류", "Categories", "カテゴリー"),
    (91, "/admin/collections", "브랜드/공급사", "Brands and suppliers", "ブランドと仕入先"),
    (92, "/admin/displays", "상품 진열", "Product displays", "商品の陳列"),
    (93, "/admin/stock", "재고 관리", "Stock", "在庫管理"),
    (72, "/admin/dispatch", "포장과 배송", "Packing and shipping", "梱包と発送"),
    (100, "/admin/shipping-origins", "출고지", "Shipping origins", "出荷元"),
    (76, "/admin/inquiries", "문의와 후기", "Inquiries and reviews", "問い合わせとレビュー"),
    (46, "/admin/subscriptions", "정기배송", "Subscriptions", "定期購入"),
    (73, "/admin/customer-groups", "고객 등급", "Customer groups", "会員グループ"),
    (74, "/admin/segments", "세그먼트", "Segments", "セグメント"),
    (75, "/admin/newsletters", "뉴스레터", "Newsletters", "メールマガジン"),
    (68, "/admin/coupons", "쿠폰", "Coupons", "クーポン"),
    (69, "/admin/discount-codes", "할인 코드", "Discount codes", "割引コード"),
    (70, "/admin/benefits", "할인과 혜택", "Sales and benefits", "セールと特典"),
    (34, "/admin/messages", "보낸 메시지", "Sent messages", "送信メッセージ"),
    (62, "/admin/message-templates", "메시지 문구", "Message texts", "メッセージの文面"),
    (63, "/admin/restock", "재입고 알림 신청", "Restock requests", "再入荷通知の申し込み"),
    (61, "/admin/campaigns", "캠페인", "Campaigns", "キャンペーン"),
    (30, "/admin/reports", "보고서", "Reports", "レポート"),
    (77, "/admin/saved-reports", "저장한 보고서", "Saved reports", "保存したレポート"),
    (79, "/admin/storefront", "쇼핑몰 꾸미기", "Shop editor", "ショップの編集"),
    (31, "/admin/settings", "쇼핑몰 설정", "Store settings", "ショップ設定"),
    (78, "/admin/company", "사업자 정보/영업", "Company and opening", "会社情報と営業"),
    (32, "/admin/shops", "멀티쇼핑몰", "Shops and languages", "ショップと言語"),
    (121, "/admin/payments", "결제", "Payments", "決済"),
    (86, "/admin/payment-apps", "결제 앱", "Payment apps", "決済アプリ"),
    (87, "/admin/stripe", "카드 결제(Stripe)", "Card payments (Stripe)", "カード決済(Stripe)"),
    (122, "/admin/carriers", "배송 업체", "Carriers", "配送業者"),
    (45, "/admin/design", "디자인", "Design", "デザイン"),
    (33, "/admin/managers", "운영자", "Managers", "管理者"),
    (82, "/admin/roles", "역할", "Roles", "役割"),
    (107, "/admin/staff-sign-in", "운영자 로그인", "Staff sign-in", "管理者のログイン"),
    (2, "/admin/apps", "설치된 앱", "Apps", "インストール済みアプリ"),
    (115, "/admin/approval-rules", "승인 규칙", "Approval rules", "承認ルール"),
    (60, "/admin/transfers", "가져오기/내보내기", "Import and export", "インポートとエクスポート"),
    (3, "/admin/activity", "활동 로그", "Activity", "操作履歴"),
    (113, "/admin/history", "변경 이력", "Change history", "変更履歴"),
    (101, "/admin/saved-views", "저장한 보기", "Saved views", "保存したビュー"),
    (83, "/admin/account", "내 계정", "My account", "マイアカウント"),
)
"""Number, path, and the name in Korean, English and Japanese of each page."""
COUNT = len(PAGES)


def own(world: World, language: str, shop_no: int = 1, mode: str = "new_pro") -> list[Any]:
    """Return the entries of the back office itself."""
    spoken = {"ko": 2, "en": 3, "ja": 4}[language]
    return [
        {
            "shop_no": shop_no,
            "mode": mode,
            "menu_no": str(page[0]),
            "name": page[spoken],
            "path": world.staff_address + page[1].removeprefix("/admin"),
            "contains_app_url": "F",
        }
        for page in PAGES
    ]


@pytest.mark.parametrize(
    ("language", "spoken"),
    [("ko_KR", "ko"), ("en_US", "en"), ("ja_JP", "ja"), ("zh_TW", "en")],
)
def test_the_back_office_is_listed_in_the_language_of_the_shop(
    world: World, language: str, spoken: str
) -> None:
    there = world.stage.new_world(f"{world.mall_id}-b", ("ko_KR", language))

    assert there.get("menus", shop_no=2) == {"menus": own(there, spoken, shop_no=2)}


def test_both_modes_list_the_same_pages(world: World) -> None:
    listed = world.get("menus", mode="mobile_admin")["menus"]

    assert listed == own(world, "ko", mode="mobile_admin")


def test_an_app_with_somewhere_to_go_is_an_entry_as_long_as_it_is_installed(world: World) -> None:
    pages = world.get("menus")["menus"]
    world.install([], launch_url=LAUNCH, in_mall=False)
    first = world.install([], launch_url=LAUNCH)
    world.install([], launch_url="https://other.example.com/")

    listed = world.get("menus")["menus"]
    numbers = [int(entry["menu_no"]) for entry in listed[COUNT:]]
    _remove(world, first.credentials.client_id)
    rest = world.get("menus")["menus"]

    assert listed == [
        *pages,
        {
            "shop_no": 1,
            "mode": "new_pro",
            "menu_no": str(numbers[0]),
            "name": "Test app",
            "path": LAUNCH,
            "contains_app_url": "T",
        },
        {
            "shop_no": 1,
            "mode": "new_pro",
            "menu_no": str(numbers[1]),
            "name": "Test app",
            "path": "https://other.example.com/",
            "contains_app_url": "T",
        },
    ]
    assert 10_000 < numbers[0] < numbers[1]
    assert rest == [*pages, listed[COUNT + 1]]


def _remove(world: World, client_id: str) -> None:
    async def remove() -> bool:
        app = world.stage.app
        return await registered_apps.uninstall(
            app.database, app.counters, app.clock, mall_id=world.mall_id, client_id=client_id
        )

    assert world.stage.run(remove)


def test_apps_alone_and_pages_alone(world: World) -> None:
    world.install([], launch_url=LAUNCH)
    listed = world.get("menus")["menus"]

    assert world.get("menus", contains_app_url="F")["menus"] == listed[:COUNT]
    assert world.get("menus", contains_app_url="T")["menus"] == listed[COUNT:]
    assert len(listed) == COUNT + 1


def test_no_two_pages_have_a_number() -> None:
    numbers = sorted(page.number for page in menu_pages.PAGES)
    assert len(set(numbers)) == len(numbers), f"a new page has {numbers[-1] + 1}"
    assert numbers[-1] < 10_000, "those of apps"


def test_menu_numbers_choose(world: World) -> None:
    world.install([], launch_url=LAUNCH)
    listed = world.get("menus")["menus"]
    app = listed[COUNT]["menu_no"]
    first, apps_page, log = (listed[at] for at in (0, COUNT - 7, COUNT - 4))

    assert world.get("menus", menu_no="3,1")["menus"] == [first, log]
    assert world.get("menus", menu_no=f"2,{app}")["menus"] == [apps_page, listed[COUNT]]
    assert world.get("menus", menu_no="4")["menus"] == []
    assert world.get("menus", menu_no=app, contains_app_url="F")["menus"] == []


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ({"menu_no": "x"}, "menu_no"),
        ({"menu_no": "1,x"}, "menu_no"),
        ({"menu_no": ",".join(["1"] * 101)}, "menu_no"),
        ({"mode": "old"}, "mode"),
        ({"contains_app_url": "yes"}, "contains_app_url"),
    ],
)
def test_what_cannot_be_asked(world: World, query: dict[str, str], name: str) -> None:
    answer = world.call("GET", "menus", params=query)

    assert answer.status_code == 422
    assert answer.json()["error"]["message"].endswith(f"(parameter.{name})")


def test_paths_lead_where_the_client_is(world: World) -> None:
    headers = {"Host": f"{world.mall_id}.openmall.localhost:8443"}

    [first, *_] = world.call("GET", "menus", headers=headers).json()["menus"]

    assert first["path"] == f"https://admin.openmall.localhost:8443/{world.mall_id}"
