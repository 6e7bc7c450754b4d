"""The local web application; it needs the extra `web`."""
