"""A manager at a browser without scripts: signs in, looks at the consent page, answers it."""

import re
from urllib.parse import urlencode

from tests.journeys.demo_server import DemoServer
from tests.page_content import hidden_fields

AUTHORIZE = "/api/v2/oauth/authorize"


def authorize_url(mall: DemoServer, app: str = "full", **query: str) -> str:
    """Return the path an app sends a browser to."""
    given = mall.demo.app(app)
    asked = {
        "response_type": "code",
        "client_id": given.client_id,
        "redirect_uri": given.redirect_uri,
        "state": "a state",
        **query,
    }
    return f"{AUTHORIZE}?{urlencode(asked)}"


def consent(mall: DemoServer, path: str, *, decision: str = "allow") -> str:
    """Go from an authorize path through sign-in and consent; return where the browser ends."""
    with mall.new_client() as browser:
        page = browser.get(path)
        assert page.status_code == 303, page.text
        page = browser.get(page.headers["location"])
        assert page.status_code == 200, page.text
        action = re.search(r'action="([^"]*sign-in[^"]*)"', page.text)
        assert action is not None
        entered = {
            **hidden_fields(page.text),
            "user_id": mall.demo.admin.user_id,
            "password": mall.demo.admin.password,
        }
        page = browser.post(action[1].replace("&amp;", "&"), data=entered)
        assert page.status_code == 303, page.text
        page = browser.get(page.headers["location"])
        assert page.status_code == 200, page.text
        action = re.search(r'action="([^"]*/authorize)"', page.text)
        assert action is not None
        answer = browser.post(action[1], data={**hidden_fields(page.text), "decision": decision})
        assert answer.status_code == 302, answer.text
        return answer.headers["location"]
