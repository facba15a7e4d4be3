"""The certificate of the installation's own authority, for programs that are to trust it."""

from pathlib import Path
from typing import Final

from starlette.responses import Response

from openmall.http.web.languages import marked
from openmall.pages.console.desk import Desk, Failed

FILE: Final = "openmall-ca.pem"
"""What the file is called once it is downloaded."""


def needed(desk: Desk) -> bool:
    """Say whether programs have to be told of the authority: the operator gave no certificate.

    Behind a proxy the certificate is the proxy's.
    """
    configuration = desk.means.configuration
    return (
        configuration.certificate is None
        and not configuration.trusted_proxies
        and _path(desk).is_file()
    )


def _path(desk: Desk) -> Path:
    return desk.means.configuration.data_dir / "tls" / "ca.pem"


async def download(desk: Desk) -> Response:
    """`GET /developers/authority`: the certificate as a file; it is no secret."""
    if not needed(desk):
        raise Failed(
            marked("Page not found"),
            marked("The certificate of this installation is publicly trusted."),
            status=404,
        )
    headers = {"Content-Disposition": f'attachment; filename="{FILE}"'}
    return Response(_path(desk).read_bytes(), 200, headers, "application/x-pem-file")
