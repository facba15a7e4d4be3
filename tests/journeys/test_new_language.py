"""A language is added to a copy of the source, as CONTRIBUTING says: one line, one folder."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from babel.messages.pofile import read_po, write_po

from checks.catalogues import SOURCE
from tests.journeys.demo_server import ENVIRONMENT, ROOT, DemoServer
from tests.journeys.filled_malls import FilledMalls

ENTRY = '    "ja": Language('
CZECH = {"Accept-Language": "cs", "Host": "developers.openmall.localhost"}


def test_pages_in_a_language_that_is_added(tmp_path: Path, filled: FilledMalls) -> None:
    package = tmp_path / "src" / "openmall"
    # with the compiled source, which every process of the server would compile again
    shutil.copytree(SOURCE, package)
    shutil.copytree(ROOT / "checks", tmp_path / "checks")
    table = package / "translations" / "catalogues.py"
    line = f'    "cs": Language("Čeština"),\n{ENTRY}'
    table.write_text(table.read_text(encoding="utf-8").replace(ENTRY, line), encoding="utf-8")
    environment = {**ENVIRONMENT, "PYTHONPATH": f"{tmp_path / 'src'}{os.pathsep}{tmp_path}"}

    subprocess.run(
        [sys.executable, "-m", "checks.catalogues"], cwd=tmp_path, env=environment, check=True
    )
    created = sorted((package / "translations" / "locale" / "cs").iterdir())
    for path in created:
        _translate(path)
    filled.copy(tmp_path / "data")
    running = DemoServer(tmp_path / "data", environment=environment, OPENMALL_JOBS="elsewhere")
    try:
        page = running.client.get("/developers/sign-up", headers=CZECH)
    finally:
        running.kill()

    korean = SOURCE / "translations" / "locale" / "ko"
    assert [path.name for path in created] == sorted(path.name for path in korean.iterdir())
    assert '<html lang="cs">' in page.text
    assert "⟦" in page.text.split("<h1>")[1][:20]
    assert ">Čeština</button>" in page.text


def _translate(path: Path) -> None:
    with path.open("rb") as file:
        catalog = read_po(file, locale="cs")
    for message in catalog:
        if not message.id:
            continue
        forms = [message.id] if isinstance(message.id, str) else list(message.id)
        # Czech has three forms: for one, for two to four, for more
        translated = [f"⟦{text}⟧" for text in [*forms, forms[-1]]]
        message.string = translated[0] if isinstance(message.id, str) else tuple(translated)
    with path.open("wb") as file:
        write_po(file, catalog, omit_header=True)
