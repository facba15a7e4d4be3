"""What the head of a page tells search engines and sharing apps.

A page may be indexed unless one of these holds: the mall is a sandbox, or that of the demo; the
shop is closed; the page is an error, or the preview of a theme.
"""

import re
from collections.abc import Sequence
from typing import Final, Literal

from markupsafe import Markup
from msgspec import Struct

from openmall.commerce.store.seo_setting import SeoSetting
from openmall.contract.call import Mall
from openmall.contract.json_values import Encodable
from openmall.http.web import picture_addresses
from openmall.pages.sampleshop import structured_data

DEMO: Final = "demo"
"""The mall that `openmall demo` makes."""
_MAX_DESCRIPTION: Final = 300
_META: Final = re.compile(
    r"""^\s*<meta\s+name=["']([A-Za-z0-9_.:-]{1,100})["']\s+"""
    r"""content=["']([^"'<>]{1,500})["']\s*/?>\s*\Z""",
    re.IGNORECASE,
)


class About(Struct, frozen=True, kw_only=True):
    """What a page says of itself."""

    kind: str = "website"
    """Type of Open Graph: website, product or article."""
    sharing: Literal["main", "product", "category", "board"] = "main"
    """Which texts of the SEO settings it is shared with."""
    description: str = ""
    picture: str = ""
    data: Sequence[dict[str, Encodable]] = ()
    """Its structured data."""


class Head(Struct, frozen=True, kw_only=True):
    """The elements of a page's head, not escaped."""

    title: str
    is_indexed: bool
    description: str = ""
    canonical: str = ""
    named: Sequence[tuple[str, str]] = ()
    properties: Sequence[tuple[str, str]] = ()
    icon: str = ""
    scripts: Sequence[Markup] = ()


def is_hidden(mall: Mall) -> bool:
    """Return whether search engines shall not show any page of a mall."""
    return mall.sandbox is not None or mall.mall_id == DEMO or bool(mall.closed)


def head(
    setting: SeoSetting | None,
    about: About | None,
    *,
    title: str,
    shop_name: str,
    canonical: str,
    origin: str,
    is_indexed: bool,
) -> Head:
    """Return the head of a page of a shop; of an error page without settings."""
    if setting is None or about is None:
        return Head(title=f"{title} · {shop_name}" if title else shop_name, is_indexed=False)
    site = setting.common_page_title or shop_name
    whole_title = f"{title} · {site}" if title else site
    # Texts for sharing apps by kind of page; the page itself wins, then the setting, then the shop.
    sharing = {
        "main": setting.og_main,
        "product": setting.og_product,
        "category": setting.og_category,
        "board": setting.og_board,
    }[about.sharing]
    described = about.description or setting.common_page_meta_description
    description = " ".join(described.split())[:_MAX_DESCRIPTION]
    picture = about.picture or picture_addresses.shown(setting.sns_share_image)
    if picture.startswith("/"):
        # sharing apps take whole addresses only
        picture = origin + picture
    properties = [
        ("og:type", about.kind),
        ("og:site_name", sharing.site_name or site),
        ("og:title", title or sharing.title or site),
        ("og:description", description or sharing.description),
        ("og:url", canonical),
        ("og:image", picture),
    ]
    # Verification tags are pasted by merchants: only name and content are taken from them.
    named = [
        found
        for is_used, tag in (
            (setting.use_websearch_console, setting.websearch_console),
            (setting.use_portal_search_advisor, setting.portal_search_advisor),
        )
        if is_used == "T" and (found := _verification(tag))
    ]
    if setting.use_microblog_card == "T":
        named.append(("twitter:card", "summary_large_image" if picture else "summary"))
    return Head(
        title=whole_title,
        is_indexed=is_indexed,
        description=description,
        # A page outside the index names no canonical address: search engines would index that one.
        canonical=canonical if is_indexed else "",
        named=named,
        properties=[pair for pair in properties if pair[1]],
        icon=picture_addresses.shown(setting.favicon),
        scripts=[structured_data.script_content(each) for each in about.data] if is_indexed else [],
    )


def _verification(tag: str) -> tuple[str, str] | None:
    """Return name and content of the tag by which a search engine verifies the owner."""
    matched = _META.match(tag)
    return (matched[1], matched[2]) if matched else None
