"""The pages of the back office, the one list of them: a page is served exactly when it is here."""

from typing import Final

from msgspec import Struct

from openmall.contract.languages import Words

HOME: Final = Words(ko="", en="", ja="")
GOODS: Final = Words(ko="상품", en="Products", ja="商品")
SALES: Final = Words(ko="주문", en="Orders", ja="注文")
PEOPLE: Final = Words(ko="고객", en="Customers", ja="顧客")
WRITING: Final = Words(ko="게시판", en="Boards", ja="掲示板")
ADMINISTRATION: Final = Words(ko="관리", en="Administration", ja="管理")
ANALYTICS: Final = Words(ko="통계", en="Analytics", ja="分析")
SETTINGS_GROUP: Final = Words(ko="설정", en="Settings", ja="設定")


class Page(Struct, frozen=True, kw_only=True):
    """A page of the back office."""

    number: int
    """Its `menu_no`; never given to another page."""
    path: str
    """Below a mall's host."""
    name: Words
    group: Words = HOME
    """What it stands under in the menu."""
    about: str
    """What a manager does there, in a sentence of the overview."""
    suppliers: bool = True
    """Suppliers may open it."""


OVERVIEW: Final = Page(
    number=1,
    path="/admin",
    name=Words(ko="관리자 홈", en="Overview", ja="管理ホーム"),
    about="The shop at a glance",
)
APPS: Final = Page(
    number=2,
    path="/admin/apps",
    name=Words(ko="설치된 앱", en="Apps", ja="インストール済みアプリ"),
    group=ADMINISTRATION,
    about="See which apps are in the shop and what they may do, and remove them",
    suppliers=False,
)
ACTIVITY: Final = Page(
    number=3,
    path="/admin/activity",
    name=Words(ko="활동 로그", en="Activity", ja="操作履歴"),
    group=ADMINISTRATION,
    about="See who changed what, through which app, and when",
)

PRODUCTS: Final = Page(
    number=10,
    path="/admin/products",
    name=Words(ko="상품 관리", en="Products", ja="商品管理"),
    group=GOODS,
    about="Find products, change their prices, stock and pictures, and make new ones",
    suppliers=False,
)
ORDERS: Final = Page(
    number=11,
    path="/admin/orders",
    name=Words(ko="주문 관리", en="Orders", ja="注文管理"),
    group=SALES,
    about="See what was ordered, send it, and settle what is sent back",
    suppliers=False,
)
CUSTOMERS: Final = Page(
    number=12,
    path="/admin/customers",
    name=Words(ko="고객 관리", en="Customers", ja="顧客管理"),
    group=PEOPLE,
    about="Find customers, give points and coupons, and note what matters",
    suppliers=False,
)
BOARDS: Final = Page(
    number=13,
    path="/admin/boards",
    name=Words(ko="게시판 관리", en="Boards", ja="掲示板管理"),
    group=WRITING,
    about="Answer questions, and look after reviews and posts",
    suppliers=False,
)
DAILY: Final = (PRODUCTS, ORDERS, CUSTOMERS, BOARDS)
"""What a shop needs every day. Suppliers do not see it: the admin API knows no part of it that is
theirs alone."""

REPORTS: Final = Page(
    number=30,
    path="/admin/reports",
    name=Words(ko="보고서", en="Reports", ja="レポート"),
    group=ANALYTICS,
    about="Read who visits the shop, where visits come from, and what is sold",
    suppliers=False,
)
SETTINGS: Final = Page(
    number=31,
    path="/admin/settings",
    name=Words(ko="쇼핑몰 설정", en="Store settings", ja="ショップ設定"),
    group=SETTINGS_GROUP,
    about="Say how the shop sells, delivers, and speaks to its customers",
    suppliers=False,
)
SHOPS: Final = Page(
    number=32,
    path="/admin/shops",
    name=Words(ko="멀티쇼핑몰", en="Shops and languages", ja="ショップと言語"),
    group=SETTINGS_GROUP,
    about="See in which languages and currencies the mall sells",
    suppliers=False,
)
MANAGERS: Final = Page(
    number=33,
    path="/admin/managers",
    name=Words(ko="운영자", en="Managers", ja="管理者"),
    group=ADMINISTRATION,
    about="See who may sign in, let people in, and take leave of them",
    suppliers=False,
)

PAGES: Final = (OVERVIEW, *DAILY, REPORTS, SETTINGS, SHOPS, MANAGERS, APPS, ACTIVITY)
