"""The Community area: boards, articles, comments, and urgent inquiries."""
