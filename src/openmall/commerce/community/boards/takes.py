"""The parameters of a board."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.community.boards.shape import (
    BoardCategory,
    DisplayOf,
    FixedReplies,
    FixedTitles,
    InputForm,
    LinkOrNone,
    MayReply,
    MayWrite,
    Name50,
    Shows,
    SpamPrevention,
    Text100,
)
from openmall.contract.params import EntityNo, Flag, LongText, Number, ShopParams

Entries = Annotated[int, Meta(ge=1, le=99)]


class BoardPath(ShopParams, frozen=True, kw_only=True):
    board_no: EntityNo


class ProtectionChange(Struct, frozen=True, kw_only=True):
    is_use: Flag | UnsetType = UNSET
    author_name_type: Literal["count", "content"] | UnsetType = UNSET
    partial_character_display: Number | UnsetType = UNSET
    alternative_text_display: Text100 | UnsetType = UNSET


class WriteConditionsChange(Struct, frozen=True, kw_only=True):
    is_member_buy: Flag | UnsetType = UNSET
    member_write_after: Literal["place_date", "shipbegin_date", "shipend_date"] | UnsetType = UNSET
    use_member_write_period: Flag | UnsetType = UNSET
    member_write_period: Number | UnsetType = UNSET
    is_guest_buy: Flag | UnsetType = UNSET
    guest_write_after: (
        Literal["order_date", "place_date", "shipbegin_date", "shipend_date"] | UnsetType
    ) = UNSET
    use_guest_write_period: Flag | UnsetType = UNSET
    guest_write_period: Number | UnsetType = UNSET
    product_info_option: Flag | UnsetType = UNSET
    post_length_limit: Flag | UnsetType = UNSET
    post_min_length: Number | UnsetType = UNSET
    post_editable: Flag | UnsetType = UNSET


class BoardChange(BoardPath, frozen=True, kw_only=True):
    use_board: Flag | UnsetType = UNSET
    use_display: Flag | UnsetType = UNSET
    use_top_image: Flag | UnsetType = UNSET
    top_image_url: LinkOrNone | UnsetType = UNSET
    attached_file: Flag | UnsetType = UNSET
    attached_file_size_limit: Annotated[int, Meta(ge=1, le=10_485_760)] | UnsetType = UNSET
    use_category: Flag | UnsetType = UNSET
    categories: list[BoardCategory] | UnsetType = UNSET
    secret_only: Flag | UnsetType = UNSET
    admin_confirm: Flag | UnsetType = UNSET
    comment_author_display: Shows | UnsetType = UNSET
    comment_author_protection: ProtectionChange | UnsetType = UNSET
    spam_auto_prevention: SpamPrevention | None | UnsetType = UNSET
    """Null: no proof is required."""
    reply_feature: Flag | UnsetType = UNSET
    write_permission: MayWrite | UnsetType = UNSET
    write_member_group_no: Number | UnsetType = UNSET
    write_permission_extra: WriteConditionsChange | UnsetType = UNSET
    reply_permission: MayReply | UnsetType = UNSET
    reply_member_group_no: Number | UnsetType = UNSET
    author_display: Shows | UnsetType = UNSET
    author_protection: ProtectionChange | UnsetType = UNSET
    board_guide: LongText | UnsetType = UNSET
    admin_title_fixed: FixedTitles | UnsetType = UNSET
    admin_reply_fixed: FixedReplies | UnsetType = UNSET
    input_form: InputForm | UnsetType = UNSET
    page_size: Entries | UnsetType = UNSET
    product_page_size: Annotated[int, Meta(ge=5, le=999)] | UnsetType = UNSET
    page_display_count: Entries | UnsetType = UNSET
    use_comment: Flag | UnsetType = UNSET
    board_name: Name50 | UnsetType = UNSET
    board_type: Literal[1, 2, 5] | UnsetType = UNSET
    article_display_type: DisplayOf | UnsetType = UNSET
