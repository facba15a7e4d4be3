"""The back office: pages with which a shop's managers see and steer their shop in a browser."""
