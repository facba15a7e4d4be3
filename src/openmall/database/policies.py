"""What becomes of a table's rows in backups, an erasure, an undo, the feed, and with their parents.

Each table is declared with its policies (`database/schema.py`), which are kept in `Table.info`.
`transfer/backup/tables.py`, `commerce/privacy/data_subject/tables.py` and the modules
`dependent_rows.py` of customers and products, and `access/oauth/installation_rows.py`, generate
their lists and statements from them.
"""

from collections.abc import Callable, Mapping
from typing import Final, Literal

from msgspec import Struct
from sqlalchemy import BindParameter, ColumnElement, Table, bindparam

from openmall.database.feed_policies import FeedPolicy
from openmall.database.undo_policies import Reverted, UndoPolicy

MALL_ID: Final[BindParameter[str]] = bindparam("mall_id")
MEMBER_ID: Final[BindParameter[str]] = bindparam("member_id")
"""What a `Condition` is bound with: the mall of the session, and the customer."""

Condition = Callable[[], ColumnElement[bool]]
"""Returns what is true of some rows; called once all tables are declared."""
Scope = Literal["mall", "same_mall", "left_behind", "app", "installation"]
"""mall: rows are in the backup of a mall, whatever its id becomes. same_mall: only restored under
the same id. left_behind: rows of a mall that are not in its backup. app: rows of apps installed in
the mall. installation: rows of the installation that are in no backup of one mall."""
Parent = Literal["customer", "product", "app"]


class PolicyError(ValueError):
    """A table's policies contradict its columns: the program must not start."""


class Backup(Struct, frozen=True, kw_only=True):
    """Whether rows are in the backup of a single mall; a backup of the installation has all."""

    scope: Scope
    reason: str = ""
    mall_column: str = "mall_id"
    """The column with the id of the mall."""
    watched: bool = False
    """Workers look for work in it across malls: its rows are restored in one transaction with that
    of the mall, so that nobody works on half of one."""


def with_mall(*, watched: bool = False) -> Backup:
    """Declare rows that are restored with their mall, under the same id or another."""
    return Backup(scope="mall", watched=watched)


WITH_MALL: Final = with_mall()


def with_same_mall(reason: str, *, mall_column: str = "mall_id", watched: bool = False) -> Backup:
    """Declare rows that are restored with a mall that keeps its id; `reason`: why with no other."""
    return Backup(scope="same_mall", reason=reason, mall_column=mall_column, watched=watched)


def left_behind(reason: str) -> Backup:
    """Declare rows of a mall that are not in its backup."""
    return Backup(scope="left_behind", reason=reason)


def of_app(*, watched: bool = False) -> Backup:
    """Declare rows of apps: those of apps in the mall are added where the app is not known."""
    return Backup(scope="app", watched=watched)


OF_APP: Final = of_app()


def of_installation(reason: str, *, mall_column: str = "mall_id") -> Backup:
    """Declare rows of the installation; `reason`: why none is in the backup of a mall."""
    return Backup(scope="installation", reason=reason, mall_column=mall_column)


class Blank(Struct, frozen=True, kw_only=True):
    """Columns that an erasure overwrites; the rest of the row stays."""

    values: dict[str, str]
    """Column -> what it holds afterwards."""
    where: Condition | None = None
    """Which rows; None: all that are about the customer."""


def blank(
    *columns: str, values: Mapping[str, str] | None = None, where: Condition | None = None
) -> Blank:
    """Declare columns that an erasure empties, and `values` that it writes into others."""
    return Blank(values={**dict.fromkeys(columns, ""), **(values or {})}, where=where)


class Redaction(Struct, frozen=True, kw_only=True):
    """Fields that an erasure removes from a JSON document; each has a default."""

    column: str
    removed: frozenset[str] = frozenset()
    """Fields removed at any depth; none: all but `kept`."""
    kept: frozenset[str] = frozenset()


def redact(column: str, removed: frozenset[str]) -> Redaction:
    """Declare fields of a document, at any depth, that an erasure removes."""
    return Redaction(column=column, removed=removed)


def redact_except(column: str, kept: frozenset[str]) -> Redaction:
    """Declare the only fields of a document that an erasure leaves."""
    return Redaction(column=column, kept=kept)


class NoPersonalData(Struct, frozen=True, kw_only=True):
    """Nothing of customers is in the table."""

    reason: str


class CustomerRows(Struct, frozen=True, kw_only=True):
    """Rows about a customer: exported with the person, and erased as declared."""

    found_by: Literal["member_id", "order_id", "cart", "condition"]
    condition: Condition | None = None
    """Of rows found by a condition of their own."""
    blanked: tuple[Blank, ...] = ()
    redacted: tuple[Redaction, ...] = ()


class Mentions(Struct, frozen=True, kw_only=True):
    """Rows that may name a customer, or something of theirs, anywhere in their text."""

    columns: tuple[str, ...]
    """The columns that are searched."""
    overwritten: dict[str, str]
    """Column -> what an erasure writes over it; empty: `data_subject/search.py` keeps a part."""


PersonalData = NoPersonalData | CustomerRows | Mentions


def no_personal_data(reason: str) -> NoPersonalData:
    """Declare a table without anything of customers."""
    return NoPersonalData(reason=reason)


def rows_of_member(*changes: Blank | Redaction) -> CustomerRows:
    """Declare rows whose `member_id` names the customer, and what an erasure changes."""
    return _customer_rows("member_id", changes)


def rows_of_order(*changes: Blank | Redaction) -> CustomerRows:
    """Declare rows whose `order_id` is an order of the customer, and what an erasure changes."""
    return _customer_rows("order_id", changes)


def rows_of_cart() -> CustomerRows:
    """Declare rows that name the shopper they belong to by `kind` and `name`."""
    return _customer_rows("cart", ())


def rows_of_customer(condition: Condition, *changes: Blank | Redaction) -> CustomerRows:
    """Declare rows about a customer that a `condition` finds, and what an erasure changes."""
    return _customer_rows("condition", changes, condition)


def mentions(*columns: str, overwritten: Mapping[str, str] | None = None) -> Mentions:
    """Declare rows that may name a customer anywhere in the text of `columns`."""
    return Mentions(columns=columns, overwritten=dict(overwritten or {}))


def _customer_rows(
    found_by: Literal["member_id", "order_id", "cart", "condition"],
    changes: tuple[Blank | Redaction, ...],
    condition: Condition | None = None,
) -> CustomerRows:
    return CustomerRows(
        found_by=found_by,
        condition=condition,
        blanked=tuple(each for each in changes if isinstance(each, Blank)),
        redacted=tuple(each for each in changes if isinstance(each, Redaction)),
    )


class Policies(Struct, frozen=True, kw_only=True):
    """Backup, personal data, undo and change feed policy of a table."""

    backup: Backup
    personal_data: PersonalData
    undo: UndoPolicy | None = None
    """None: a table of the installation, whose changes are not recorded."""
    feed: FeedPolicy | None = None
    """None: no resource of the change feed shows its rows."""
    deleted_with: tuple[Parent, ...] = ()
    """What its rows belong to: they are deleted when that is."""


_KEY: Final = "policies"


def attach(table: Table, policies: Policies) -> None:
    """Keep the policies of a table. Raises PolicyError where they contradict its columns."""
    missing = _required(policies) - set(table.c.keys())
    if missing:
        raise PolicyError(f"table {table.name}: its policies need {', '.join(sorted(missing))}")
    if policies.feed is not None:
        _check_feed(table, policies.feed)
    data = policies.personal_data
    naming = {"member_id", "order_id"} & set(table.c.keys())
    if isinstance(data, NoPersonalData) and naming:
        names = ", ".join(sorted(naming))
        raise PolicyError(f"table {table.name}: {names} names a customer or an order of one")
    if isinstance(policies.undo, Reverted) and isinstance(data, Mentions):
        raise PolicyError(
            f"table {table.name}: undo=REVERTED needs the rows of one customer, or"
            " no_personal_data: an undo must not bring back what an erasure removed"
        )
    if "customer" in policies.deleted_with and not (
        isinstance(data, CustomerRows) and data.found_by in ("member_id", "cart")
    ):
        raise PolicyError(
            f"table {table.name}: only rows_of_member and rows_of_cart go with a customer"
        )
    table.info[_KEY] = policies


def _check_feed(table: Table, feed: FeedPolicy) -> None:
    """Raise PolicyError where a column is recorded and left out, or left out without a need."""
    keys = {each.name for each in table.primary_key}
    for column in sorted(feed.left_out):
        if column in feed.fields or column in keys:
            raise PolicyError(f"table {table.name}: {column} is left out, and recorded or a key")


def policies_of(table: Table) -> Policies:
    """Return the policies declared with a table."""
    policies: Policies = table.info[_KEY]
    return policies


def _required(policies: Policies) -> set[str]:
    """Return the columns without which the policies of a table mean nothing."""
    columns = set()
    if policies.backup.scope != "installation" or policies.backup.mall_column != "mall_id":
        columns.add("client_id" if policies.backup.scope == "app" else policies.backup.mall_column)
    if "product" in policies.deleted_with:
        columns.add("product_no")
    if "app" in policies.deleted_with:
        columns.add("client_id")
    data = policies.personal_data
    if isinstance(data, Mentions):
        columns |= {*data.columns, *data.overwritten}
    if isinstance(data, CustomerRows):
        found_by = {"cart": {"shop_no", "kind", "name"}, "condition": set[str]()}
        columns |= found_by.get(data.found_by, {data.found_by})
        columns |= {name for each in data.blanked for name in each.values}
        columns |= {each.column for each in data.redacted}
    if isinstance(policies.undo, Reverted):
        columns |= policies.undo.columns
    if policies.feed is not None:
        columns |= policies.feed.columns
    return columns
