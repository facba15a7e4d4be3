"""Cash receipts: proof for the tax office of what was paid in cash, asked for and withdrawn."""
