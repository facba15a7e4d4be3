"""The server processes: listeners, workers and their supervisor; independent of the business."""
