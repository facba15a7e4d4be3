"""What an app has for itself: how it is told what happens in the mall."""
