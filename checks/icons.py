"""Add icons of Lucide to the sprite of all pages: `python -m checks.icons truck circle-help`.

The sprite is `http/web/assets/icons.svg`; `parts.icon` shows an icon of it (docs/design.md).
Without names the icons that it has are renewed from `VERSION`. Needs npm, which fetches the
package `lucide-static`.
"""

import re
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Final

from openmall.http.web import assets

VERSION: Final = "1.62.0"
"""Release of lucide-static; https://lucide.dev shows its icons by name."""
_WEB: Final = Path(assets.__file__).parent / "assets"
SPRITE: Final = _WEB / "icons.svg"
LICENCE: Final = _WEB / "icons.LICENSE.txt"
_SHAPES: Final = re.compile(r"<svg[^>]*>(.*)</svg>", re.DOTALL)


def names() -> list[str]:
    """Return the names of the icons in the sprite, in its order."""
    return re.findall(r'<symbol id="([^"]+)"', SPRITE.read_text(encoding="utf-8"))


def write(package: tarfile.TarFile, icons: list[str]) -> None:
    """Write the sprite and its licence. Raises KeyError for an icon that Lucide does not have."""
    symbols = []
    for icon in sorted(set(icons)):
        found = _SHAPES.search(_text(package, f"package/icons/{icon}.svg"))
        assert found is not None, icon
        shapes = re.sub(r"\s+", " ", found[1]).replace(" />", "/>").replace("> <", "><").strip()
        symbols.append(f'<symbol id="{icon}" viewBox="0 0 24 24">{shapes}</symbol>\n')
    sprite = f'<svg xmlns="http://www.w3.org/2000/svg">\n{"".join(symbols)}</svg>\n'
    SPRITE.write_text(sprite, encoding="utf-8")
    LICENCE.write_text(_text(package, "package/LICENSE"), encoding="utf-8")


def _text(package: tarfile.TarFile, name: str) -> str:
    file = package.extractfile(name)
    assert file is not None, name
    return file.read().decode()


def main() -> None:
    """Fetch the package and write the sprite."""
    kept = names() if SPRITE.exists() else []
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            ["npm", "pack", "--silent", f"lucide-static@{VERSION}"],
            cwd=folder,
            check=True,
            stdout=subprocess.DEVNULL,
        )
        with tarfile.open(Path(folder) / f"lucide-static-{VERSION}.tgz") as package:
            write(package, [*kept, *sys.argv[1:]])
    print(f"{len(names())} icons, {SPRITE.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
