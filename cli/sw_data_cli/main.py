"""The group of commands and their exit statuses."""


def main() -> None:
    """Run `sw-data`."""
