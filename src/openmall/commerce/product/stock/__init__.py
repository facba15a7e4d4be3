"""Stock of variants: the only code that changes a quantity; every change has a reason."""
