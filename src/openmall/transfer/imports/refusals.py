"""The refusals of rows of imported files."""

from typing import Final

from openmall.contract.refusal import Refusal

CATEGORY_WITHOUT_NAME: Final = Refusal(
    "category_without_name",
    "A category needs a name.",
    remedy="Write the names of the category from the top level down.",
)
NAME_OF_A_FORMER_CUSTOMER: Final = Refusal(
    "name_of_a_former_customer",
    "A customer who has left had this name.",
    remedy="Choose another member id.",
)
COLUMN_NOT_JSON: Final = Refusal(
    "column_not_json",
    "no JSON: {problem}",
    remedy="Write the value of the column as JSON.",
)
NO_PRODUCT_OF_THIS_CODE: Final = Refusal(
    "no_product_of_this_code",
    "No product has this code.",
    remedy="Write the code of one of the mall's products.",
)
PRODUCT_HAS_SEVERAL_VARIANTS: Final = Refusal(
    "product_has_several_variants",
    "The product has several variants.",
    remedy="Name the variant by its code instead of the product.",
)
VARIANT_CODE_REPEATED: Final = Refusal(
    "variant_code_repeated",
    "Several variants have this code.",
    remedy="Name the variant by `variant_code`, which is unique.",
)
NO_VARIANT_OF_THIS_CODE: Final = Refusal(
    "no_variant_of_this_code",
    "No variant has this code.",
    remedy="Write the code of one of the mall's variants.",
)
SALE_PRICE_ABOVE_PRICE: Final = Refusal(
    "sale_price_above_price",
    "The sale price is above the price.",
    remedy="Write a sale price below the price, or the price itself for no sale.",
)
SALE_DIFFERS_BY_VARIANT: Final = Refusal(
    "sale_differs_by_variant",
    "One discount does not lead to the sale prices of all variants.",
    remedy="Write sale prices that take the same amount, or the same percentage, off each variant.",
)
TOO_MANY_SALES: Final = Refusal(
    "too_many_sales",
    "The shop has {most} discounts: this sale price is one more than it may have.",
    remedy="End discounts that are over, or use one discount for several products.",
)
FILE_NOT_OPENED: Final = Refusal(
    "file_not_opened",
    "The file cannot be opened: {problem}.",
    remedy="Name a file that exists and that the program may read.",
)
LINE_NOT_CSV: Final = Refusal(
    "line_not_csv",
    "The line is no CSV: {problem}.",
    remedy="Quote values that hold quotes, delimiters or line breaks.",
)
COLUMN_NAMES_MISSING: Final = Refusal(
    "column_names_missing",
    "The first line has to name the columns.",
    remedy="Write the names of the columns into the first line.",
)
COLUMN_NAMED_TWICE: Final = Refusal(
    "column_named_twice",
    "Two columns are called {column}.",
    remedy="Give each column a name of its own.",
)
NO_KNOWN_COLUMN: Final = Refusal(
    "no_known_column",
    "The file has none of the columns of these data: {columns}.",
    remedy="Name at least one column as one of the fields, or map it to one.",
)
NOT_A_FILE_OF_ORDERS: Final = Refusal(
    "not_a_file_of_orders",
    "The columns are not those of a file of orders.",
    remedy="Write orders as JSON lines, or in one of the formats that the documentation lists.",
)
NUMBER_OF_COLUMNS_DIFFERS: Final = Refusal(
    "number_of_columns_differs",
    "The row has {columns} columns, but the first line names {named}.",
    remedy="Write a value for each column, and quote values that hold the delimiter.",
)
QUOTE_NOT_CLOSED: Final = Refusal(
    "quote_not_closed",
    "A quoted value is not closed: the file ends inside it.",
    remedy="Send the whole file, with a quote at the end of each quoted value.",
)
FILE_ENDS_INSIDE_LINE: Final = Refusal(
    "file_ends_inside_line", "The file ends inside a line.", remedy="Send the whole file."
)
FILE_UNPACKS_TOO_MUCH: Final = Refusal(
    "file_unpacks_too_much",
    "The compressed file unpacks to more than {times} times its size.",
    remedy="Send the file in parts, or not compressed.",
)
TOO_MANY_EMPTY_LINES: Final = Refusal(
    "too_many_empty_lines",
    "More than {most} empty lines follow each other.",
    remedy="Take the empty lines out of the file.",
)
TOO_MANY_ROWS_TOGETHER: Final = Refusal(
    "too_many_rows_together",
    "More than {most} rows are of one product or order.",
    remedy="Give each product and each order its own code or number.",
)
COMPRESSED_FILE_INCOMPLETE: Final = Refusal(
    "compressed_file_incomplete",
    "The compressed file is not complete.",
    remedy="Send the whole file.",
)
FILE_DAMAGED: Final = Refusal(
    "file_damaged", "The file is damaged.", remedy="Make the file again, and send it."
)
FILE_TOO_LARGE_TO_READ: Final = Refusal(
    "file_too_large_to_read",
    "A file of this format has at most {most} bytes.",
    remedy="Divide the file.",
)
LINE_TOO_LONG: Final = Refusal(
    "line_too_long", "The line is longer than {most} characters.", remedy="Shorten the row."
)
COLUMN_VALUE_TOO_LONG: Final = Refusal(
    "column_value_too_long",
    "`{column}` is longer than {most} characters.",
    remedy="Shorten the value.",
)
LINE_NOT_JSON_OBJECT: Final = Refusal(
    "line_not_json_object",
    "The line is no JSON object.",
    remedy="Write one JSON object on each line.",
)
LINE_NUMBER_MISSING: Final = Refusal(
    "line_number_missing",
    "`{column}` has no line number.",
    remedy="Write the line of the original file, from 1, into the column.",
)
NOT_A_SALEOR_FIXTURE: Final = Refusal(
    "not_a_saleor_fixture",
    "The file is no fixture of Saleor.",
    remedy="Write the file with `manage.py dumpdata`.",
)
TOO_MANY_ROWS_AT_FAULT: Final = Refusal(
    "too_many_rows_at_fault",
    "More than {most} rows are at fault.",
    remedy="Correct the rows that are listed, and import the file again.",
)
LINE_REPEATED: Final = Refusal(
    "line_repeated",
    "Line {line} is about the same.",
    remedy="Write one row for each record.",
)
CODE_IN_ANOTHER_PLACE: Final = Refusal(
    "code_in_another_place",
    "Line {line} has this code too. Rows of one product have to follow each other.",
    remedy="Sort the rows by their product code.",
)
CODE_WITHOUT_OPTIONS: Final = Refusal(
    "code_without_options",
    "Line {line} has this code too, and no options tell the rows apart.",
    remedy="Name the options of each variant, or write one row for the product.",
)
OPTIONS_OF_ROW_DIFFER: Final = Refusal(
    "options_of_row_differ",
    "Every row names the options {options}.",
    remedy="Name the same options, each with a value, in every row of a product.",
)
OPTIONS_REPEATED: Final = Refusal(
    "options_repeated",
    "An earlier row has the options {options}.",
    remedy="Write one row for each combination of option values.",
)
NOT_ALTERNATIVE_TEXTS: Final = Refusal(
    "not_alternative_texts",
    "Expected a text, or a list of at most {most} texts.",
    remedy="Write one text for each picture, the main picture first.",
)
NO_SALE_TO_CANCEL: Final = Refusal(
    "no_sale_to_cancel",
    "No sale to this customer at this price has as many units left.",
    remedy="Import the sale first, with the same customer, product and price.",
)
COUPON_ABOVE_AMOUNT: Final = Refusal(
    "coupon_above_amount",
    "A coupon takes off more than there was to pay.",
    remedy="Write a coupon amount up to the amount of the sale.",
)
DISCOUNT_ABOVE_AMOUNT: Final = Refusal(
    "discount_above_amount",
    "More is taken off than there was to pay.",
    remedy="Write discounts up to the price of the units.",
)
ORDER_WITHOUT_ITEMS: Final = Refusal(
    "order_without_items", "An order has at least one item.", remedy="Write the items of the order."
)
CODE_LENGTH_REFUSED: Final = Refusal(
    "code_length_refused",
    "Enter 1 to {most} characters.",
    remedy="Write a code within the bounds that are named.",
)
NOT_A_MEMBER_ID: Final = Refusal(
    "not_a_member_id",
    "The name of a customer is 4 to 20 of a-z, 0-9, _ and -.",
    remedy="Write the member id of the customer, or leave it empty.",
)
NO_UNITS_SOLD: Final = Refusal(
    "no_units_sold", "Nothing was sold.", remedy="Write a quantity of 1 or more."
)
TOO_MANY_UNITS_SOLD: Final = Refusal(
    "too_many_units_sold",
    "One item has at most {most} units.",
    remedy="Divide the units between several items.",
)
NOT_A_PRICE: Final = Refusal(
    "not_a_price", "The amount is no price.", remedy="Write an amount of 0 or more, in digits."
)
RIGHT_TAKEN_AWAY: Final = Refusal(
    "right_taken_away",
    "The right to do this was taken away.",
    remedy="Ask for the scope or the role again.",
)
SERVER_COULD_NOT: Final = Refusal(
    "server_could_not",
    "The server could not do this.",
    remedy="Try again later, and tell the operator when it happens again.",
)
COLUMNS_WITHOUT_FIELD: Final = Refusal(
    "columns_without_field",
    "Columns that fill no field: {columns}",
    remedy="Map the columns to fields where they are to be imported.",
)
NO_ACCESS_LOG: Final = Refusal(
    "no_access_log",
    "The file is no access log: {why}",
    remedy="Send a log in the combined format of Apache and nginx.",
)
NO_LOG_FORMAT: Final = Refusal(
    "no_log_format",
    "The line is of no known format of access logs.",
    remedy="Write the log in the combined format of Apache and nginx.",
)
NO_BROWSER_IN_LOG: Final = Refusal(
    "no_browser_in_log",
    "The line does not name the browser, by which visits are told apart.",
    remedy="Write the log in the combined format of Apache and nginx.",
)
NO_TIME_OF_A_LOG: Final = Refusal(
    "no_time_of_a_log",
    "Expected a time such as 17/May/2015:10:05:03 +0000.",
    remedy="Write the log with the usual times.",
)
LOG_NOT_SORTED: Final = Refusal(
    "log_not_sorted",
    "The line is more than an hour older than a line above it.",
    remedy="Sort the file by time.",
)
VISIT_TOO_EARLY: Final = Refusal(
    "visit_too_early",
    "The line is from before 2023-01-01, for which reports have sums alone.",
    remedy="Move the days of the log with --days-later.",
)
VISIT_LATER_THAN_NOW: Final = Refusal(
    "visit_later_than_now", "The line is later than now.", remedy="Send a log of the past."
)
NOT_A_CATEGORY_PATH: Final = Refusal(
    "not_a_category_path",
    "Expected a list of names in `path`.",
    remedy="Write the names of the category from the top level down.",
)
NOT_AN_ASSIGNMENT: Final = Refusal(
    "not_an_assignment",
    "{option} {text}: write NAME=VALUE",
    remedy="Write the name, an equals sign and the value.",
)
NO_FIELD_TO_FILL: Final = Refusal(
    "no_field_to_fill",
    "There is no field {field} to fill.",
    remedy="Name one of the fields of these data.",
)
