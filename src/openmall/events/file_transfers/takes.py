"""Parameters of imports and exports of files."""

from datetime import date
from typing import Annotated, Final

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.contract import patterns
from openmall.contract.params import EntityNo, Flag, Limit100, Offset8000, Params, ShopParams
from openmall.contract.ranges import compared_by
from openmall.events.file_transfers.shape import (
    ExportFormat,
    ExportKind,
    ExportState,
    ImportFormat,
    ImportKind,
    ImportNote,
    ImportState,
    PartNo,
)

MOST_LETTERS: Final = 1_398_104
"""Letters of an uploaded part, at most: a MiB in base64."""
ASSIGNMENT: Final = patterns.pattern(
    r"^[^=]{1,199}=[^=]{0,199}\Z", "a name, an equals sign, a value"
)
Assignment = Annotated[str, Meta(max_length=200, pattern=ASSIGNMENT)]
Assignments = Annotated[list[Assignment], Meta(max_length=100)]
Encoding = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=30,
        pattern=patterns.pattern(r"^[A-Za-z0-9_-]{1,30}\Z", "the name of an encoding"),
    ),
]
Base64 = Annotated[str, Meta(min_length=4, max_length=MOST_LETTERS)]
Reason = Annotated[str, Meta(max_length=200)]


class ImportOptions(Struct, frozen=True, kw_only=True):
    """How the columns of a file are read, as by the options of `openmall import products`."""

    maps: list[str] = []
    constants: list[str] = []
    only: list[str] = []
    encoding: str = "utf-8"
    fetch_pictures: Flag = "F"
    own_codes: Flag = "F"
    line_column: str = ""
    notes: list[ImportNote] = []


class ImportDraft(ShopParams, frozen=True, kw_only=True):
    """The fields sent to create an import."""

    kind: ImportKind
    format: ImportFormat = "csv"
    dry_run: Flag = "F"
    """T: only count what would happen."""
    maps: Assignments = []
    """Which of the file's columns fills which field, except of orders: `title=product_name`;
    `A+B=FIELD` joins two with a blank, `COLUMN=` leaves one out."""
    constants: Assignments = []
    """`FIELD=VALUE`: of rows that have none of their own; not of orders."""
    only: Assignments = []
    """`COLUMN=VALUE`: only rows with this value are read; not of orders."""
    encoding: Encoding = "utf-8"
    """Of a CSV file: `utf-8`, `utf-16`, `cp949`, `euc-kr`, `shift_jis`, `gb18030`, `big5`,
    `windows-1252`, `iso-8859-1` and others of these families."""
    fetch_pictures: Flag = "F"
    """T: pictures that a file of products names by `https://` addresses are fetched and stored;
    one that cannot be fetched keeps its address and is named in `notes`."""
    own_codes: Flag = "F"
    """T: `custom_product_code` of a file of products is never the mall's `product_code` of a
    product without a code of its own, as in a file that the mall has exported."""
    line_column: Annotated[str, Meta(max_length=200)] = ""
    """Column of a CSV file that says of each row at which line of another file it began: plan,
    errors and rejected rows name that line, where a program wrote the file from another one."""
    notes: Annotated[list[ImportNote], Meta(max_length=100)] = []
    """What a program that wrote the file from another one did not carry over; the plan of the
    import shows it."""


class ImportQuery(Params, frozen=True, kw_only=True):
    state: ImportState | UnsetType = UNSET
    limit: Limit100 = 10
    offset: Offset8000 = 0


class ImportPath(Params, frozen=True, kw_only=True):
    import_no: EntityNo


class PartDraft(ImportPath, frozen=True, kw_only=True):
    part_no: PartNo
    content: Base64
    """The part's bytes in base64: a MiB of them at most."""


class ErrorQuery(ImportPath, frozen=True, kw_only=True):
    since_error_no: Annotated[int, Meta(ge=0, le=2_147_483_647)] = 0
    """Only rows at fault behind this one."""
    limit: Limit100 = 10


class PlanQuery(ImportPath, frozen=True, kw_only=True):
    since_row_no: Annotated[int, Meta(ge=0, le=2_147_483_647)] = 0
    """Only records behind this one."""
    limit: Limit100 = 10


class ExportFilters(Struct, frozen=True, kw_only=True):
    """What is exported of all there is."""

    start_date: date | None = None
    end_date: date | None = None
    category_no: int = 0
    group_no: int = 0


class ExportDraft(ShopParams, frozen=True, kw_only=True):
    """The fields sent to create an export."""

    kind: ExportKind
    format: ExportFormat = "csv"
    start_date: Annotated[
        date | None, compared_by("the export compares by the kind of its rows")
    ] = None
    """The first day, in the mall's time, of which orders or new customers are exported."""
    end_date: date | None = None
    """The last day, likewise."""
    category_no: EntityNo | UnsetType = UNSET
    """Only products of this category, or their stock; not of those below it."""
    group_no: EntityNo | UnsetType = UNSET
    """Only customers of this group of the shop."""
    reason: Reason = ""
    """Why personal data leaves the shop: required for customers, kept in the activity log."""


class ExportQuery(Params, frozen=True, kw_only=True):
    state: ExportState | UnsetType = UNSET
    limit: Limit100 = 10
    offset: Offset8000 = 0


class ExportPath(Params, frozen=True, kw_only=True):
    export_no: EntityNo
