"""The padlock: who trusts it, when it is renewed, and what is never touched."""

from __future__ import annotations

import ssl
import subprocess
import sys
import threading
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from socket import create_connection, create_server

import pytest
from cryptography import x509

from openmall.running.server import certificates
from openmall.running.server.certificates import CertificateError, TlsFiles

NOW = datetime.now(UTC)


def shake_hands(files: TlsFiles, server_hostname: str) -> None:
    """One strict TLS handshake over loopback, trusting nothing but the local authority."""
    serving = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    serving.load_cert_chain(files.certificate, files.key)
    trusting = ssl.create_default_context(cafile=files.ca_file)
    trusting.verify_flags |= ssl.VERIFY_X509_STRICT

    with create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            connection, _ = listening.accept()
            with connection:
                try:
                    with serving.wrap_socket(connection, server_side=True) as secure:
                        secure.sendall(b"x")
                except (ssl.SSLError, OSError):
                    pass  # the client refused, which is what the client's own error reports

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            with (
                create_connection(listening.getsockname(), timeout=10) as plain,
                trusting.wrap_socket(plain, server_hostname=server_hostname) as secure,
            ):
                assert secure.recv(1) == b"x"
        finally:
            thread.join(timeout=10)


def leaf(files: TlsFiles) -> x509.Certificate:
    return x509.load_pem_x509_certificate(files.certificate.read_bytes())


@pytest.mark.parametrize(
    "name", ["localhost", "openmall.localhost", "demo.openmall.localhost", "127.0.0.1", "::1"]
)
def test_a_strict_client_accepts_every_default_name(tmp_path: Path, name: str) -> None:
    shake_hands(certificates.ensure(tmp_path, now=NOW), name)


def test_a_strict_client_refuses_a_name_that_is_not_ours(tmp_path: Path) -> None:
    files = certificates.ensure(tmp_path, now=NOW)
    with pytest.raises(ssl.SSLCertVerificationError, match="not valid for"):
        shake_hands(files, "demo.example")


def test_names_of_the_operator_are_served(tmp_path: Path) -> None:
    files = certificates.ensure(tmp_path, ["*.mall.example", "10.1.2.3"], now=NOW)
    shake_hands(files, "shop.mall.example")
    shake_hands(files, "10.1.2.3")


def test_what_the_certificates_say(tmp_path: Path) -> None:
    files = certificates.ensure(tmp_path, now=NOW)
    assert files.ca_file is not None
    authority = x509.load_pem_x509_certificate(files.ca_file.read_bytes())
    constraints = authority.extensions.get_extension_for_class(x509.BasicConstraints)
    assert (constraints.critical, constraints.value.ca, constraints.value.path_length) == (
        True,
        True,
        0,
    )
    served = leaf(files)
    assert served.not_valid_after_utc - served.not_valid_before_utc == timedelta(days=397)
    lasts = authority.not_valid_after_utc - NOW
    assert timedelta(days=3649) < lasts <= timedelta(days=3650)
    chain = x509.load_pem_x509_certificates(files.certificate.read_bytes())
    assert chain == [served, authority]


def test_keys_are_readable_by_their_owner_only(tmp_path: Path) -> None:
    files = certificates.ensure(tmp_path, now=NOW)
    for name in ("ca-key.pem", "server-key.pem"):
        assert (tmp_path / "tls" / name).stat().st_mode & 0o777 == 0o600
    files.key.chmod(0o644)
    certificates.ensure(tmp_path, now=NOW)
    assert files.key.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("names", "days", "same"),
    [
        (certificates.DEFAULT_NAMES, 0, True),
        (certificates.DEFAULT_NAMES, 366, True),
        (["localhost"], 0, True),
        (certificates.DEFAULT_NAMES, 367, False),
        ([*certificates.DEFAULT_NAMES, "shop.example"], 0, False),
    ],
)
def test_the_certificate_is_kept_while_it_serves(
    tmp_path: Path, names: Sequence[str], days: int, same: bool
) -> None:
    before = certificates.ensure(tmp_path, now=NOW)
    assert before.ca_file is not None
    served, authority = before.certificate.read_bytes(), before.ca_file.read_bytes()
    certificates.ensure(tmp_path, names, now=NOW + timedelta(days=days, minutes=-59))
    assert (before.certificate.read_bytes() == served) is same
    assert before.ca_file.read_bytes() == authority


def test_a_new_authority_issues_a_new_certificate(tmp_path: Path) -> None:
    files = certificates.ensure(tmp_path, now=NOW)
    (tmp_path / "tls" / "ca.pem").unlink()
    certificates.ensure(tmp_path, now=NOW)
    shake_hands(files, "localhost")


def test_a_certificate_never_outlives_its_authority(tmp_path: Path) -> None:
    files = certificates.ensure(tmp_path, now=NOW)
    assert files.ca_file is not None
    authority = x509.load_pem_x509_certificate(files.ca_file.read_bytes())
    certificates.ensure(tmp_path, now=NOW + timedelta(days=3500))
    assert leaf(files).not_valid_after_utc == authority.not_valid_after_utc
    certificates.ensure(tmp_path, now=NOW + timedelta(days=3625))
    assert leaf(files).not_valid_after_utc > authority.not_valid_after_utc


def test_a_half_written_certificate_is_replaced(tmp_path: Path) -> None:
    files = certificates.ensure(tmp_path, now=NOW)
    files.certificate.write_bytes(files.certificate.read_bytes()[:100])
    certificates.ensure(tmp_path, now=NOW)
    shake_hands(files, "localhost")


def test_a_damaged_authority_is_reported_and_not_overwritten(tmp_path: Path) -> None:
    files = certificates.ensure(tmp_path, now=NOW)
    assert files.ca_file is not None
    files.ca_file.write_text("not a certificate")
    with pytest.raises(CertificateError, match=r"ca\.pem or ca-key\.pem is damaged"):
        certificates.ensure(tmp_path, now=NOW)
    assert files.ca_file.read_text() == "not a certificate"


def test_keys_that_do_not_belong_together_are_reported(tmp_path: Path) -> None:
    certificates.ensure(tmp_path / "a", now=NOW)
    certificates.ensure(tmp_path / "b", now=NOW)
    (tmp_path / "b/tls/ca-key.pem").replace(tmp_path / "a/tls/ca-key.pem")
    with pytest.raises(CertificateError, match="do not belong together"):
        certificates.ensure(tmp_path / "a", now=NOW)


@pytest.mark.parametrize("names", [[], [""], ["a b"], ["https://shop"], ["한글.example"]])
def test_what_is_no_name_is_refused(tmp_path: Path, names: list[str]) -> None:
    with pytest.raises(CertificateError, match="host name or IP address"):
        certificates.ensure(tmp_path, names, now=NOW)


def test_a_folder_that_cannot_be_made_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CertificateError, match="cannot keep certificates in"):
        certificates.ensure(tmp_path / "file", now=NOW)


def test_the_operators_own_files_are_used_as_they_are(tmp_path: Path) -> None:
    made = certificates.ensure(tmp_path, now=NOW)
    before = made.certificate.read_bytes(), made.key.read_bytes()
    files = certificates.operator_files(made.certificate, made.key)
    assert files == TlsFiles(ca_file=None, certificate=made.certificate, key=made.key)
    assert (made.certificate.read_bytes(), made.key.read_bytes()) == before


def test_the_operators_own_files_must_exist_and_match(tmp_path: Path) -> None:
    a = certificates.ensure(tmp_path / "a", now=NOW)
    b = certificates.ensure(tmp_path / "b", now=NOW)
    with pytest.raises(CertificateError, match="no such file"):
        certificates.operator_files(a.certificate, tmp_path / "missing.pem")
    with pytest.raises(CertificateError, match="cannot use certificate"):
        certificates.operator_files(a.certificate, b.key)


def test_processes_that_start_together_agree(tmp_path: Path) -> None:
    program = (
        "import sys; from datetime import UTC, datetime; from pathlib import Path;"
        "from openmall.running.server import certificates; sys.stdin.readline();"
        "certificates.ensure(Path(sys.argv[1]), now=datetime.now(UTC));"
        "print(Path(sys.argv[1], 'tls', 'server.pem').read_text())"
    )
    racers = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(tmp_path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    for racer in racers:
        assert racer.stdin is not None
        racer.stdin.write("go\n")
        racer.stdin.flush()
    seen = {racer.communicate(timeout=30)[0] for racer in racers}
    assert len(seen) == 1
    assert [racer.returncode for racer in racers] == [0] * 4
    shake_hands(certificates.ensure(tmp_path, now=datetime.now(UTC)), "localhost")
    assert sorted(path.name for path in (tmp_path / "tls").iterdir()) == [
        ".lock",
        "ca-key.pem",
        "ca.pem",
        "server-key.pem",
        "server.pem",
    ]
