"""The refusals of imports and exports."""

from typing import Final

from openmall.contract.refusal import Refusal

FORMAT_OF_PRODUCTS: Final = Refusal(
    "format_of_products",
    "Files of this format have products.",
    remedy="Send `kind` products, or another format.",
)
COLUMNS_OF_CSV_ONLY: Final = Refusal(
    "columns_of_csv_only",
    "Only CSV files have columns.",
    remedy="Leave `line_column` out, or send a CSV file.",
)
PICTURES_OF_PRODUCTS_ONLY: Final = Refusal(
    "pictures_of_products_only",
    "Only products have pictures.",
    remedy="Send `fetch_pictures` F.",
)
TOO_MANY_TRANSFERS: Final = Refusal(
    "too_many_transfers",
    "A mall has {most} imports and exports at once at most.",
    remedy="Wait until one of them has ended.",
)
SCOPE_OF_DATA_MISSING: Final = Refusal(
    "scope_of_data_missing",
    "The token does not have the scope {scope}.",
    remedy="Ask for the scope when the app is installed.",
)
IMPORT_STARTED: Final = Refusal(
    "import_started",
    "The import has been started.",
    remedy="Create another import.",
)
PARTS_OF_FILE_MISSING: Final = Refusal(
    "parts_of_file_missing",
    "Parts of the file are missing.",
    remedy="Upload the missing parts, numbered from 1.",
)
NO_SUCCESSFUL_DRY_RUN: Final = Refusal(
    "no_successful_dry_run",
    "This is no dry run that has succeeded.",
    remedy="Confirm an import with `dry_run` T that has succeeded.",
)
FILE_OF_DRY_RUN_GONE: Final = Refusal(
    "file_of_dry_run_gone",
    "The file of the dry run is gone.",
    remedy="Create the import again, and upload the file.",
)
REASON_OF_EXPORT_MISSING: Final = Refusal(
    "reason_of_export_missing",
    "An export of customers' data needs a reason.",
    remedy="Send `reason` with an export of customers.",
)
LAST_DAY_BEFORE_FIRST: Final = Refusal(
    "last_day_before_first",
    "The last day is before the first.",
    remedy="Send a last day that is not before the first.",
)
NO_BASE64: Final = Refusal(
    "no_base64",
    "This is no base64.",
    remedy="Encode the content by base64, with its padding.",
)
NO_SUCH_FILTER: Final = Refusal(
    "no_such_filter",
    "There is no such filter for {kind}.",
    remedy="Leave the filter out for this kind of data.",
)
TRANSFER_ENDED: Final = Refusal(
    "transfer_ended",
    "The {direction} has ended.",
    remedy="None is needed: what has ended does nothing any more.",
)
UNKNOWN_ENCODING: Final = Refusal(
    "unknown_encoding",
    "{encoding} is no encoding this program knows.",
    remedy="Send a usual name of the encoding, such as utf-8 or cp949.",
)
OTHER_ENCODING: Final = Refusal(
    "other_encoding",
    "The file has another encoding than was chosen.",
    remedy="Name the encoding that the file was written in.",
)
VALUE_IN_OTHER_ENCODING: Final = Refusal(
    "value_in_other_encoding",
    "`{column}` cannot be read in this encoding.",
    remedy="Name the encoding that the file was written in.",
)
NOT_CSV: Final = Refusal("not_csv", "This is no CSV file.", remedy="Save the data as CSV in UTF-8.")
