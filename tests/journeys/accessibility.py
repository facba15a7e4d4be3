"""Whether people can use a page who do not see it, or not well: axe-core looks at it in a browser.

`axe.min.js` is axe-core 4.14.1 (Mozilla Public License 2.0), as published; it ships with nothing.
"""

from pathlib import Path
from typing import Any

from selenium.webdriver import Chrome

from tests.journeys import chromium

_AXE = (Path(__file__).parent / "axe.min.js").read_text()
_RUN = """
const done = arguments[arguments.length - 1];
axe.run(document, {resultTypes: ["violations"]}).then(
  (found) => done(found.violations),
  (error) => done([{id: String(error), impact: "critical", nodes: []}]));
"""


_SERIOUS = ("serious", "critical")


def barriers(browser: Chrome, *, all_impacts: bool = False) -> list[str]:
    """Return the issues of the page a browser shows, one a line.

    `all_impacts`: minor and moderate issues too, not only serious and critical ones.
    """
    browser.execute_cdp_cmd("Page.setBypassCSP", {"enabled": True})
    browser.execute_script(_AXE)
    found: list[dict[str, Any]] = browser.execute_async_script(_RUN)
    return [
        f"{each['id']}: {node['target']} {node.get('failureSummary', '')}"
        for each in found
        if all_impacts or each["impact"] in _SERIOUS
        for node in each["nodes"] or [{"target": ""}]
    ]


def page_faults(browser: Chrome) -> list[str]:
    """Return the barriers of the page a browser shows, and the widths of windows it sticks out of.

    Barriers are looked for at the present width only.
    """
    narrow = chromium.widths_that_do_not_fit(browser)
    return [*barriers(browser), *(f"it is wider than {width} pixels" for width in narrow)]
