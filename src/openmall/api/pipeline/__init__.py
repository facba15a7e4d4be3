"""The one road every API call takes, a file a step."""
