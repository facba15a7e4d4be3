"""Addresses of pictures that merchants and apps typed, as pages show them."""


def shown(text: str) -> str:
    """Return a path of the site or an https address; empty for anything else."""
    text = text.strip()
    is_path = text.startswith("/") and not text.startswith("//")
    return text if is_path or text.startswith("https://") else ""
