"""Store settings as forms: one page for all, generated from the operations' parameters."""
