"""Articles of boards, in threads."""
