"""What an operator gives decides the certificate's names and the number of workers."""

import os
from pathlib import Path

import click
import pytest
from cryptography import x509

from openmall.cli.operating.serve import certified, names, workers
from openmall.configuration import Configuration

URL = "postgresql://somebody@somewhere/openmall"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (Configuration(), 1),
        (Configuration(workers=3), 3),
        (Configuration(database=URL), len(os.sched_getaffinity(0))),
        (Configuration(database=URL, workers=1), 1),
    ],
    ids=["sqlite", "sqlite told", "postgresql", "postgresql told"],
)
def test_number_of_workers(given: Configuration, expected: int) -> None:
    assert workers(given) == expected


@pytest.mark.parametrize(
    ("host", "more"),
    [("127.0.0.1", []), ("0.0.0.0", []), ("::", []), ("shop.example", ["shop.example"])],
)
def test_names_of_the_certificate(host: str, more: list[str]) -> None:
    expected = ["malls.example", "*.malls.example", "localhost", "127.0.0.1", "::1", *more]
    assert list(dict.fromkeys(names(Configuration(domain="malls.example", host=host)))) == expected


def test_a_certificate_is_made_once(tmp_path: Path) -> None:
    configuration = Configuration(data_dir=tmp_path)
    files = certified(configuration)
    assert files.ca_file == tmp_path / "tls/ca.pem"
    made = x509.load_pem_x509_certificate(files.certificate.read_bytes())
    found = made.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert found.get_values_for_type(x509.DNSName) == [
        "openmall.localhost",
        "*.openmall.localhost",
        "localhost",
    ]
    before = files.certificate.read_bytes()
    assert certified(configuration).certificate.read_bytes() == before


def test_the_operators_own_certificate(tmp_path: Path) -> None:
    made = certified(Configuration(data_dir=tmp_path))
    own = Configuration(
        data_dir=tmp_path / "other", certificate=made.certificate, certificate_key=made.key
    )
    files = certified(own)
    assert (files.ca_file, files.certificate) == (None, made.certificate)
    assert not (tmp_path / "other").exists()


def test_a_certificate_that_is_not_there(tmp_path: Path) -> None:
    missing = Configuration(certificate=tmp_path / "a.pem", certificate_key=tmp_path / "b.pem")
    with pytest.raises(click.ClickException, match="no such file"):
        certified(missing)
