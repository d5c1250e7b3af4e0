"""The short text form of an action log: one line an action, the same actions underneath.

    Joe attacks Goblin with Hammer (+1 gang up): 8 3 | 2; damage 6 4

`read_text` makes a log of it, `write_text` writes one. The grammar is `log.lark`. Knows no file and no rule.
"""

from sw_data.textlog.grammar import Problem, grammar
from sw_data.textlog.reader import TextLog, examine_text, is_text_form, read_text
from sw_data.textlog.writer import write_text

__all__ = [
    "Problem",
    "TextLog",
    "examine_text",
    "grammar",
    "is_text_form",
    "read_text",
    "write_text",
]
