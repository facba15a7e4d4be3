"""The four doors: prefix, credential, limit policy, rooms."""
