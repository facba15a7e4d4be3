"""The table of work that operators began."""

from typing import Final

from openmall.database.policies import no_personal_data, of_installation
from openmall.database.schema import installation_table, number, text

OPERATOR_TASK: Final = installation_table(
    "operator_task",
    number("task_no"),
    text("kind"),
    text("subject"),
    text("operator_id"),
    text("state"),
    text("outcome"),
    number("created_at"),
    number("alive_at"),
    number("ended_at"),
    backup=of_installation("work on this installation"),
    personal_data=no_personal_data("work on the installation, by people who run it"),
    key=("task_no",),
)
"""`kind`: backup, verify or removal. `subject`: of a backup the mall, empty for everything; of
`verify` the file name; of a removal the mall. `state`: waiting, running, done or failed. Times are
UTC seconds; `alive_at`: when the process that does it last said so."""
