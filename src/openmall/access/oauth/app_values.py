"""Values that an app is registered with, and errors that name the invalid one."""

from openmall.access.oauth import redirects
from openmall.contract import api_versions
from openmall.contract import scopes as scope_names


class InvalidApp(ValueError):
    """A value that an app cannot be registered with."""

    def __init__(self, field: str, message: str) -> None:
        """Take the `field` of RegisteredApp that is invalid."""
        super().__init__(message)
        self.field = field


def check(redirect_uris: list[str], scopes: list[str], version: str, launch_url: str) -> None:
    """Raise InvalidApp, or ValueError for `launch_url`, where a value is invalid."""
    wrong = scope_names.unknown(scopes)
    if wrong:
        raise InvalidApp("scopes", f"there is no scope {wrong[0]!r}")
    try:
        for uri in redirect_uris:
            redirects.check(uri)
    except ValueError as error:
        raise InvalidApp("redirect_uris", str(error)) from None
    if launch_url:
        redirects.check_launch(launch_url)
    if version not in api_versions.RELEASES:
        known = ", ".join(api_versions.RELEASES)
        raise InvalidApp("version", f"{version!r} is no release: {known}")
