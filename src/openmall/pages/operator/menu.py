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
    (HOME, marked("Health"), "activity"),
    (MALLS, marked("Malls"), "store"),
    (APPS, marked("Apps"), "blocks"),
    (JOBS, marked("Jobs"), "list-checks"),
    (WEBHOOKS, marked("Webhook backlog"), "webhook"),
    (MESSAGES, marked("Undelivered messages"), "mail-warning"),
    (BACKUPS, marked("Backups"), "archive"),
    (AUDIT, marked("Audit"), "scroll-text"),
)
"""Path, name and icon of each page in the menu."""
