"""The command line `sw-data`."""
