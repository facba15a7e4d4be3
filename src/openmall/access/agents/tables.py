"""Tables of what shoppers allowed agents, and of confirmations that were used."""

from typing import Final

from sqlalchemy import Index

from openmall.database.policies import left_behind, no_personal_data, rows_of_member
from openmall.database.schema import number, shop_table, text
from openmall.database.undo_policies import RIGHTS_CHANGED

GRANT: Final = shop_table(
    "agent_grant",
    text("grant_id"),
    text("member_id"),
    number("shop_no"),
    number("session_no"),
    text("client_hash"),
    text("client_name"),
    text("redirect_uri"),
    text("challenge"),
    text("code_hash"),
    number("code_expires_at"),
    number("code_used_at", null=True),
    text("access_hash"),
    number("access_expires_at"),
    text("refresh_hash"),
    text("previous_hash"),
    number("refresh_expires_at"),
    number("created_at"),
    backup=left_behind("what opens a shop does not open its copy; shoppers consent again"),
    undo=RIGHTS_CHANGED,
    personal_data=rows_of_member(),
    deleted_with=("customer",),
    key=("grant_id",),
)
"""A consent of a member to one agent, with its authorization code and its newest tokens.

`client_hash`: digest of the client id. `session_no`: the number of the member's sessions at the
consent; a new password ends the grant with them. `code_hash`, `access_hash`, `refresh_hash`,
`previous_hash`: digests; `previous_hash` is of the refresh token before, whose use is theft. Hashes
of tokens are empty until the code was used. A revoked grant is deleted.
"""
Index("ix_agent_grant_member", GRANT.c.mall_id, GRANT.c.member_id)
Index("ix_agent_grant_code", GRANT.c.mall_id, GRANT.c.code_hash)
Index("ix_agent_grant_access", GRANT.c.mall_id, GRANT.c.access_hash)
Index("ix_agent_grant_refresh", GRANT.c.mall_id, GRANT.c.refresh_hash)
Index("ix_agent_grant_previous", GRANT.c.mall_id, GRANT.c.previous_hash)
Index("ix_agent_grant_expires", GRANT.c.mall_id, GRANT.c.refresh_expires_at)

CONFIRMED: Final = shop_table(
    "agent_confirmation",
    text("confirmation_hash"),
    number("expires_at"),
    backup=left_behind("lives for minutes"),
    undo=RIGHTS_CHANGED,
    personal_data=no_personal_data("digests of what apps confirmed"),
    key=("confirmation_hash",),
)
"""Confirmations that were used, until they expire (UTC seconds)."""
Index("ix_agent_confirmation_expires", CONFIRMED.c.mall_id, CONFIRMED.c.expires_at)
