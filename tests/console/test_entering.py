"""Sign-up, sign-in and sign-out of developers."""

from tests.console.developing import Developer
from tests.world import World


def test_the_host_leads_to_the_console_and_the_console_to_sign_in(world: World) -> None:
    browser = Developer(world)

    root, home = browser.open("/"), browser.open("/developers")

    assert (root.status_code, root.headers["location"]) == (303, "/developers")
    assert (home.status_code, home.headers["location"]) == (
        303, "/developers/sign-in?next=%2Fdevelopers",
    )  # fmt: skip
