"""Settings with a page of the back office: how they are read, changed and shown."""

from msgspec import Struct

from openmall.translations.catalogues import Message


class Resource(Struct, frozen=True, kw_only=True):
    """Settings that two operations of the admin API read and change."""

    slug: str
    path: str
    read_by: str = "admin"
    """API of the operation that reads them; another where that of the admin API takes no shop."""
    group: str
    title: str
    about: str
    key_field: str = ""
    """Key field of settings with several rows; empty: one row."""
    label_field: str = ""
    """Field with the label of each of several rows."""
    row_labels: dict[str, str | Message] = {}
    """Key of each row -> its label, where no field has it."""
    without: tuple[str, ...] = ()
    """Parameters of the change that have no field in the form."""
    note: str = ""
    """What the pages of the shop do not do, below the form."""
    needs: dict[str, tuple[str, tuple[str, ...]]] = {}
    """Field -> the field that decides whether it is shown, and the values that need it."""
    unset_flag: str = "F"
    """What a flag means that was never set."""
    returns_to: str = ""
    """Page of the shop to which a service sends browsers back: its address is registered there."""
