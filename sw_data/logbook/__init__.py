"""From the messages of a chat to the actions of a log: who did what to whom, with which dice.

Messages come in the order of time and actions leave in that order; in between stand only the few that may still be
joined by their damage, a reroll or a soak. What a message leaves open is a question with its candidates, and no action
until somebody answers it. Nothing here rolls dice or knows what a roll comes to by the rules.
"""
