"""The rules, one module per chapter: numbers and models in, values out.

Knows no file, no format and no dice but those it is given.
The chapter of a rule is the first word of its id.
"""
