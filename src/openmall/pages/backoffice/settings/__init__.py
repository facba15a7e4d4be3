"""Store settings as forms: one page for all of them, made of what an operation takes."""
