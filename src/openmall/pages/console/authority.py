"""The certificate of the installation's own authority, for clients that have to trust it."""

from pathlib import Path
from typing import Final

from starlette.responses import Response

from openmall.http.web.languages import marked
from openmall.pages.console.page_context import PageContext, PageError

FILE_NAME: Final = "openmall-ca.pem"
"""Name of the downloaded file."""


def needed(context: PageContext) -> bool:
    """Return whether clients need the authority's certificate: the operator configured none.

    Behind a proxy the certificate is the proxy's.
    """
    configuration = context.services.configuration
    return (
        configuration.certificate is None
        and not configuration.trusted_proxies
        and _path(context).is_file()
    )


def _path(context: PageContext) -> Path:
    return context.services.configuration.data_dir / "tls" / "ca.pem"


async def download(context: PageContext) -> Response:
    """Handle `GET /developers/authority`: return the certificate, which is public, as a file."""
    if not needed(context):
        raise PageError(
            marked("Page not found"),
            marked("The certificate of this installation is publicly trusted."),
            status=404,
        )
    headers = {"Content-Disposition": f'attachment; filename="{FILE_NAME}"'}
    return Response(_path(context).read_bytes(), 200, headers, "application/x-pem-file")
