"""What a form says beside settings that are stored and nothing here acts upon."""

from typing import Final

from openmall.http.web.languages import marked
from openmall.pages.stored_only import stored_only

HINT: Final = marked(
    "The pages of this shop do not use this. It is stored for apps and your own front end."
)
_FIELDS: Final = tuple((each.resource, each.field) for each in stored_only())


def is_stored_only(resource: str, field: str) -> bool:
    """Return whether a field of a resource, such as `print_type.use`, or what it is in, is one."""
    return any(
        resource == listed and (field == name or field.startswith(f"{name}."))
        for listed, name in _FIELDS
    )
