"""The shop's padlock: makes its own certificate authority and certificate at first start."""

from __future__ import annotations

import fcntl
import ipaddress
import os
import ssl
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final
from uuid import uuid4

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

DEFAULT_NAMES: Final = (
    "localhost",
    "127.0.0.1",
    "::1",
    "openmall.localhost",
    # OpenSSL refuses a wildcard directly under a top-level name, hence not `*.localhost`.
    "*.openmall.localhost",
)
AUTHORITY_LIFETIME: Final = timedelta(days=3650)
LEAF_LIFETIME: Final = timedelta(
    days=397
)  # browsers refuse server certificates of 398 days or more
RENEW_BEFORE: Final = timedelta(days=30)
CLOCK_SKEW: Final = timedelta(hours=1)

_SIGNING_ONLY: Final = x509.KeyUsage(
    digital_signature=False,
    content_commitment=False,
    key_encipherment=False,
    data_encipherment=False,
    key_agreement=False,
    key_cert_sign=True,
    crl_sign=True,
    encipher_only=False,
    decipher_only=False,
)
_HANDSHAKE_ONLY: Final = x509.KeyUsage(
    digital_signature=True,
    content_commitment=False,
    key_encipherment=False,
    data_encipherment=False,
    key_agreement=False,
    key_cert_sign=False,
    crl_sign=False,
    encipher_only=False,
    decipher_only=False,
)


class CertificateError(Exception):
    """A certificate or key cannot be made or used; the text says which file and why."""


@dataclass(frozen=True, kw_only=True)
class TlsFiles:
    """Where the PEM files are. `ca_file` is None when the operator gave their own certificate."""

    ca_file: Path | None
    certificate: Path
    key: Path


@dataclass(frozen=True)
class _Pair:
    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey


def operator_files(certificate: Path, key: Path) -> TlsFiles:
    """Return the operator's own certificate chain and unencrypted key, never written to.

    Raises CertificateError when a file is missing or unreadable, or the two do not match.
    """
    _loads(certificate, key)
    return TlsFiles(ca_file=None, certificate=certificate, key=key)


def ensure(data_dir: Path, names: Sequence[str] = DEFAULT_NAMES, *, now: datetime) -> TlsFiles:
    """Return the local authority and a certificate for `names`, created or renewed if needed.

    Files are `ca.pem`, `ca-key.pem`, `server.pem`, `server-key.pem` in `<data_dir>/tls`, the keys
    with mode 0600. `names` are DNS names (a leading `*.` is allowed) and IP addresses. The
    certificate lasts 397 days and is renewed when a name is missing, fewer than 30 days are left,
    or the authority changed; the authority lasts ten years. `now` must carry a time zone. Safe when
    several processes start at once.

    Raises CertificateError when the folder cannot be written, or the authority there is damaged,
    in which case nothing is overwritten.
    """
    folder = data_dir / "tls"
    files = TlsFiles(
        ca_file=folder / "ca.pem", certificate=folder / "server.pem", key=folder / "server-key.pem"
    )
    subjects = _alternative_names(names)
    now = now.astimezone(UTC)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _locked(folder / ".lock"):
            authority = _authority(folder, now)
            if not _serves(files, authority, subjects, now):
                leaf = _issue(authority, subjects, now)
                # A power cut between the two leaves a pair that does not match, which `_serves`
                # notices at the next start.
                _write(files.key, _key_pem(leaf.key), mode=0o600)
                chain = _pem(leaf.certificate) + _pem(authority.certificate)
                _write(files.certificate, chain, mode=0o644)
    except OSError as error:
        raise CertificateError(
            f"cannot keep certificates in {folder}: {error.strerror or error}"
        ) from error
    return files


def _authority(folder: Path, now: datetime) -> _Pair:
    certificate_file, key_file = folder / "ca.pem", folder / "ca-key.pem"
    if certificate_file.exists() and key_file.exists():
        found = _read(certificate_file, key_file)
        if found.certificate.not_valid_after_utc - now >= RENEW_BEFORE:
            key_file.chmod(0o600)
            return found
    authority = _new_authority(now)
    _write(key_file, _key_pem(authority.key), mode=0o600)
    _write(certificate_file, _pem(authority.certificate), mode=0o644)
    return authority


def _serves(
    files: TlsFiles, authority: _Pair, subjects: Sequence[x509.GeneralName], now: datetime
) -> bool:
    if not (files.certificate.exists() and files.key.exists()):
        return False
    try:
        leaf = _read(files.certificate, files.key)
        leaf.certificate.verify_directly_issued_by(authority.certificate)
        present = leaf.certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName)
    except Exception:
        # Whatever is wrong with a leaf of ours, a new one repairs it: clients trust the authority.
        return False
    if leaf.certificate.not_valid_before_utc > now:
        return False
    if leaf.certificate.not_valid_after_utc - now < RENEW_BEFORE:
        return False
    files.key.chmod(0o600)
    return set(subjects) <= set(present.value)


def _new_authority(now: datetime) -> _Pair:
    key = ec.generate_private_key(ec.SECP256R1())
    # The serial tail keeps two installations' authorities apart in one browser's list.
    name = x509.Name(
        [
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, "openmall"),
            x509.NameAttribute(NameOID.COMMON_NAME, f"openmall local authority {uuid4().hex[:8]}"),
        ]
    )
    identifier = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
    builder = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - CLOCK_SKEW)
        .not_valid_after(now + AUTHORITY_LIFETIME)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_SIGNING_ONLY, critical=True)
        .add_extension(identifier, critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(identifier),
            critical=False,
        )
    )
    return _Pair(builder.sign(key, hashes.SHA256()), key)


def _issue(authority: _Pair, subjects: Sequence[x509.GeneralName], now: datetime) -> _Pair:
    key = ec.generate_private_key(ec.SECP256R1())
    issuer_identifier = authority.certificate.extensions.get_extension_for_class(
        x509.SubjectKeyIdentifier
    )
    start = now - CLOCK_SKEW
    builder = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "openmall server")]))
        .issuer_name(authority.certificate.subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(start)
        .not_valid_after(min(start + LEAF_LIFETIME, authority.certificate.not_valid_after_utc))
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_HANDSHAKE_ONLY, critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(subjects), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(issuer_identifier.value),
            critical=False,
        )
    )
    return _Pair(builder.sign(authority.key, hashes.SHA256()), key)


def _alternative_names(names: Sequence[str]) -> list[x509.GeneralName]:
    subjects: list[x509.GeneralName] = []
    for name in dict.fromkeys(names):
        try:
            subjects.append(x509.IPAddress(ipaddress.ip_address(name)))
        except ValueError:
            if not name or not name.isascii() or any(letter in name for letter in " /:@"):
                raise CertificateError(f"not a host name or IP address: {name!r}") from None
            subjects.append(x509.DNSName(name.lower()))
    if not subjects:
        raise CertificateError("a certificate needs at least one host name or IP address")
    return subjects


def _read(certificate_file: Path, key_file: Path) -> _Pair:
    try:
        certificate = x509.load_pem_x509_certificate(certificate_file.read_bytes())
        key = serialization.load_pem_private_key(key_file.read_bytes(), password=None)
    except (ValueError, TypeError) as error:
        raise CertificateError(
            f"{certificate_file} or {key_file.name} is damaged; remove both to have new ones made"
        ) from error
    if (
        not isinstance(key, ec.EllipticCurvePrivateKey)
        or key.public_key() != certificate.public_key()
    ):
        raise CertificateError(
            f"{certificate_file} and {key_file.name} do not belong together; "
            "remove both to have new ones made"
        )
    return _Pair(certificate, key)


def _loads(certificate: Path, key: Path) -> None:
    for path in (certificate, key):
        if not path.is_file():
            raise CertificateError(f"no such file: {path}")

    def no_password() -> str:
        raise CertificateError(f"the key {key} is protected by a password; give it unencrypted")

    try:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key, password=no_password)
    except (ssl.SSLError, OSError) as error:
        raise CertificateError(
            f"cannot use certificate {certificate} with key {key}: {error.strerror or error}"
        ) from error


def _pem(certificate: x509.Certificate) -> bytes:
    return certificate.public_bytes(serialization.Encoding.PEM)


def _key_pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )


def _write(path: Path, content: bytes, *, mode: int) -> None:
    temporary = path.with_name(f".{path.name}.{os.getpid()}.{uuid4().hex[:8]}")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(mode)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
