"""The menu of the operator console."""

from typing import Final

from openmall.http.web.languages import marked

HOME: Final = "/operator"
SIGN_IN: Final = "/operator/sign-in"
SIGN_IN_WITH: Final = "/operator/sign-in/with"
RETURN: Final = "/operator/sign-in/return"
SECOND_STEP: Final = "/operator/second-step"
SIGN_OUT: Final = "/operator/sign-out"
ACCOUNT: Final = "/operator/account"
ACCOUNTS: Final = "/operator/account/accounts"
MALLS: Final = "/operator/malls"
APPS: Final = "/operator/apps"
JOBS: Final = "/operator/jobs"
WEBHOOKS: Final = "/operator/webhooks"
MESSAGES: Final = "/operator/messages"
BACKUPS: Final = "/operator/backups"
AUDIT: Final = "/operator/audit"

ENTRIES: Final = (
    (HOME, marked("Health")),
    (MALLS, marked("Malls")),
    (APPS, marked("Apps")),
    (JOBS, marked("Jobs")),
    (WEBHOOKS, marked("Webhook backlog")),
    (MESSAGES, marked("Undelivered messages")),
    (BACKUPS, marked("Backups")),
    (AUDIT, marked("Audit")),
)
"""Path and name of each page in the menu."""
