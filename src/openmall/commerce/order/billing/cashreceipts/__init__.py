"""Cash receipts: the tax office's proof of cash payments, requested and withdrawn."""
