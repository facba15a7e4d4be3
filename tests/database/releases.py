"""Programs of several releases: of an earlier commit, of the source here, and of the next release.

All use the Python and the libraries of the tests.
"""

import io
import os
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from click.testing import CliRunner

from openmall.cli.main import openmall
from openmall.database import phases
from tests.database.evolving_table import IMPORTS, migration_text
from tests.journeys.demo_server import ENVIRONMENT, ROOT, WAIT

_EXAMPLE: Final = """    op.add_column("category", sa.Column("label", sa.Text(), nullable=True))
    op.add_column(
        "product", sa.Column("rank", sa.Integer(), server_default="0", nullable=False)
    )
"""
_BACKFILL: Final = """    op.add_column("category", sa.Column("title", sa.Text(), nullable=True))
    op.add_column("shop_order", sa.Column("note", sa.Text(), nullable=True))
    add_index("ix_product_rank", "product", ["mall_id", "rank"])


_CATEGORY = sa.table(
    "category",
    sa.column("mall_id", sa.Text()),
    sa.column("shop_no", sa.Integer()),
    sa.column("category_no", sa.Integer()),
    sa.column("category_name", sa.Text()),
    sa.column("title", sa.Text()),
)
BACKFILL = Backfill(
    table=_CATEGORY,
    key=("mall_id", "shop_no", "category_no"),
    left=_CATEGORY.c.title.is_(None),
    writes=("title",),
    fill=lambda row: {"title": row["category_name"].upper()},
)
"""
_CONTRACT: Final = """    op.drop_index("ix_product_rank", "product")
    op.drop_column("product", "rank")
    op.drop_column("category", "label")
"""


class Done(NamedTuple):
    """A command that ended."""

    status: int
    out: str
    err: str


class Program(NamedTuple):
    """The program of a release."""

    source: Path
    """The folder that holds the package `openmall`."""
    own: bool
    """Whether its modules but the migrations are those of the source here."""

    @property
    def environment(self) -> dict[str, str]:
        """Return the variables of a process of it, without any setting."""
        return {**ENVIRONMENT, "PYTHONPATH": str(self.source)}

    @property
    def migrations(self) -> Path:
        return self.source / "openmall" / "database" / "migrations"

    def run(self, *words: str, settings: Mapping[str, str]) -> Done:
        """Run a command to its end; where the modules are ours, in the process of the test."""
        if self.own:
            with pytest.MonkeyPatch.context() as patched:
                patched.setattr(phases, "MIGRATIONS", self.migrations)
                ended = CliRunner(env=settings).invoke(openmall, words, prog_name="openmall")
            return Done(ended.exit_code, ended.stdout, ended.stderr)
        process = subprocess.run(
            [sys.executable, "-m", "openmall", *words],
            env={**self.environment, **settings},
            capture_output=True,
            text=True,
            timeout=4 * WAIT,
            check=False,
        )
        return Done(process.returncode, process.stdout, process.stderr)

    def text(self, *words: str, settings: Mapping[str, str]) -> str:
        """Return what a command that must succeed prints."""
        done = self.run(*words, settings=settings)
        assert done.status == 0, (words, done)
        return done.out

    def refused(self, *words: str, settings: Mapping[str, str]) -> str:
        """Return the error of a command that must fail."""
        done = self.run(*words, settings=settings)
        assert (done.status, done.out) == (1, ""), (words, done)
        return done.err


def today() -> Program:
    """Return the program of the source here."""
    return Program(ROOT / "src", own=True)


def of_commit(commit: str, folder: Path) -> Program:
    """Return the program of a commit of this repository, put into `folder`.

    Skips the test, with the reason, where the commit or the libraries of its time are missing.
    """
    git = ["git", "-c", f"safe.directory={ROOT}", "-C", str(ROOT)]
    there = subprocess.run(
        [*git, "cat-file", "-e", f"{commit}^{{commit}}"], capture_output=True, check=False
    )
    if there.returncode:
        pytest.skip(f"the program of {commit} is not here: a whole clone has it, by git fetch")
    packed = subprocess.run(
        [*git, "archive", "--format=tar", commit, "src"], capture_output=True, check=True
    ).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
    program = Program(folder / "src", own=False)
    runs = program.run("--version", settings={})
    if runs.status:
        pytest.skip(f"the program of {commit} does not run with today's libraries: {runs.err}")
    return program


def next_release(folder: Path) -> Program:
    """Return today's program with migrations of each kind that alter tables in use, in `folder`.

    The first adds columns, the second more of them, an index and a backfill; the third takes away.
    """
    _link(ROOT / "src" / "openmall", folder / "openmall", but="database")
    _link(ROOT / "src/openmall/database", folder / "openmall/database", but="migrations")
    program = Program(folder, own=True)
    shutil.copytree(ROOT / "src/openmall/database/migrations", program.migrations)
    files = {
        "9001_columns": migration_text("Columns.", "9001", phases.newest(), _EXAMPLE),
        "9002_titles": migration_text("Titles.", "9002", "9001", _BACKFILL, imports=IMPORTS),
        "9003_contract_labels": migration_text("No labels.", "9003", "9002", _CONTRACT),
    }
    for name, text in files.items():
        (program.migrations / "versions" / f"{name}.py").write_text(text)
    return program


def _link(package: Path, to: Path, *, but: str) -> None:
    """Make a folder with links to everything in a package, bytecode included, but one folder."""
    to.mkdir(parents=True)
    for each in os.scandir(package):
        if each.name != but:
            (to / each.name).symlink_to(each.path)
