"""Answers about boards.

The defaults are what a built-in board has unless `builtin.py` says otherwise. Specification:
"Boards"; its fields are those of `spec/parameters.tsv`.
"""

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from openmall.contract import patterns
from openmall.contract.params import EntityNo, Flag, Number
from openmall.contract.portable_patterns import SPACES

BoardType = Literal[1, 2, 3, 4, 5, 6, 7, 11]
"""1 run by the shop, 2 general, 3 files, 4 other, 5 about products, 6 pictures, 7 one to one,
11 short notes."""
DisplayOf = Literal["A", "T", "F"]
"""Visibility of its articles: A all shoppers, T signed-in shoppers, F none."""
Shows = Literal["N", "U", "I"]
"""Displayed field of an author: N name, U nickname, I member id."""
MayWrite = Literal["A", "V", "I", "N", "G"]
"""A everybody, V members, I members whose identity was checked, N only the shop, G one group of
members."""
MayReply = Literal["A", "M", "N", "G"]
"""A everybody, M members, N only the shop, G one group of members."""
Whom = Literal["A", "M", "N"]
"""A all, M members, N those who are not."""

LINK: Final = patterns.pattern(
    rf'^(https?://|/)[^{SPACES}<>"]+\Z', "an address that begins with http://, https:// or /"
)
LINK_OR_NONE: Final = patterns.pattern(
    rf'^((https?://|/)[^{SPACES}<>"]+)?\Z', "an address that begins with http://, https:// or /"
)
Link = Annotated[str, Meta(max_length=2_000, pattern=LINK)]
LinkOrNone = Annotated[str, Meta(max_length=2_000, pattern=LINK_OR_NONE)]
"""Address of a picture or file; empty: there is none."""

Name50 = Annotated[str, Meta(min_length=1, max_length=50)]
Title = Annotated[str, Meta(min_length=1, max_length=256)]
Text100 = Annotated[str, Meta(max_length=100)]


class BoardCategory(Struct, frozen=True, kw_only=True):
    """A heading under which articles of a board are filed."""

    board_category_no: EntityNo
    category_name: Name50


class Protection(Struct, frozen=True, kw_only=True):
    """Masking of authors' names."""

    is_use: Flag = "F"
    author_name_type: Literal["count", "content"] = "count"
    """count: only its first letters are shown, content: another text in its place."""
    partial_character_display: Number = 1
    """Number of letters."""
    alternative_text_display: Text100 = ""


class SpamPrevention(Struct, frozen=True, kw_only=True):
    """Conditions for requiring a proof of work against spam."""

    apply_scope: Literal["post_actions", "comment"] = "post_actions"
    """post_actions: writing and changing articles, comment: writing comments."""
    member_scope: Whom = "A"


class WriteConditions(Struct, frozen=True, kw_only=True):
    """Further conditions for writing about a product. Periods are in days."""

    is_member_buy: Flag = "F"
    """Only members who bought it."""
    member_write_after: Literal["place_date", "shipbegin_date", "shipend_date"] = "shipend_date"
    use_member_write_period: Flag = "F"
    member_write_period: Number = 30
    is_guest_buy: Flag = "F"
    """Only guests who bought it."""
    guest_write_after: Literal["order_date", "place_date", "shipbegin_date", "shipend_date"] = (
        "shipend_date"
    )
    use_guest_write_period: Flag = "F"
    guest_write_period: Number = 30
    product_info_option: Flag = "F"
    """The options that were bought are shown with it."""
    post_length_limit: Flag = "F"
    post_min_length: Number = 0
    post_editable: Flag = "T"
    """Authors may change what they wrote."""


class FixedTitles(Struct, frozen=True, kw_only=True):
    """Titles one chooses from rather than writes."""

    is_use: Flag
    admin_title_list: list[Title]
    staff_skip_post_title: Flag
    """The shop's own people may write others."""


class FixedReplies(Struct, frozen=True, kw_only=True):
    """Titles of replies one chooses from rather than writes."""

    is_use: Flag
    admin_reply_list: list[Title]
    staff_skip_reply_title: Flag


class InputForm(Struct, frozen=True, kw_only=True):
    """Initial text of the input fields."""

    is_use: Flag
    input_form_title: Annotated[str, Meta(max_length=256)]
    enable_input_form_title: Flag


class ListedBoard(Struct, frozen=True, kw_only=True):
    """A board as lists show it."""

    shop_no: int = 1
    board_no: int = 0
    board_type: BoardType = 2
    board_name: str = ""
    use_additional_board: Flag = "F"
    """T: created by the shop, in addition to the built-in boards."""
    use_board: Flag = "T"
    use_display: Flag = "T"
    """T: pages of the shop lead to it."""
    display_order: int = 0
    attached_file: Flag = "T"
    """T: files can be attached to articles."""
    attached_file_size_limit: int = 3_145_728
    """Bytes."""
    article_display_type: DisplayOf = "A"
    image_display: Flag = "T"
    image_resize: int = 600
    """Widest picture within an article, in pixels."""


class Board(ListedBoard, frozen=True, kw_only=True):
    """A board with its rules."""

    use_top_image: Flag = "F"
    top_image_url: str = ""
    use_report: Flag = "F"
    use_writer_block: Flag = "F"
    use_category: Flag = "F"
    categories: list[BoardCategory] = []
    secret_only: Flag = "F"  # noqa: S105 - a flag, no password
    """T: every article is secret."""
    admin_confirm: Flag = "F"
    """T: an article is shown once the shop has confirmed it."""
    comment_author_display: Shows = "N"
    comment_author_protection: Protection = Protection()
    spam_auto_prevention: SpamPrevention | None = None
    reply_feature: Flag = "T"
    write_permission: MayWrite = "A"
    write_member_group_no: int = 0
    write_permission_extra: WriteConditions = WriteConditions()
    reply_permission: MayReply = "A"
    reply_member_group_no: int = 0
    author_display: Shows = "N"
    author_protection: Protection = Protection()
    board_guide: str = ""
    """Text above its articles."""
    admin_title_fixed: FixedTitles = FixedTitles(
        is_use="F", admin_title_list=[], staff_skip_post_title="T"
    )
    admin_reply_fixed: FixedReplies = FixedReplies(
        is_use="F", admin_reply_list=[], staff_skip_reply_title="T"
    )
    input_form: InputForm = InputForm(is_use="F", input_form_title="", enable_input_form_title="F")
    page_size: int = 15
    """Articles of a page of the shop."""
    product_page_size: int = 5
    """Articles on the page of a product."""
    page_display_count: int = 10
    """Pages one can leap to from each."""
    use_comment: Flag = "T"
