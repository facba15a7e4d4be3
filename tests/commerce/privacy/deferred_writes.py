"""What an app wrote about a member with calls that were carried out afterwards."""

from tests.commerce.order.checkout_setup import HANA
from tests.world import World

LATER = {"Prefer": "respond-async"}


def carry_out_later(world: World, memo: str) -> None:
    """Write a memo and an article that way: what came of them can be looked up."""
    said = {"request": {"author_id": "owner", "memo": memo}}
    article = {"writer": "Zq", "client_ip": "192.0.2.1", "member_id": HANA}
    article |= {"title": "Later", "content": "Later"}
    calls = {f"customers/{HANA}/memos": said, "boards/5/articles": {"requests": [article]}}
    for path, body in calls.items():
        assert world.call("POST", path, json=body, headers=LATER).status_code == 202
    world.stage.run(world.stage.app.periodic_tasks.job_executor.work)
