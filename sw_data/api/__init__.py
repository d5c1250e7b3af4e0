"""What a caller does with it all: load, check, resolve, convert, write back.

The only place where documents and rules meet.

Nothing is imported here, so that a command pays for what it uses only; `sw_data` itself has the public names.
"""
