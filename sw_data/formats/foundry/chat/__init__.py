"""Foundry's chat: messages, rolls, cards of modules and the order of combat, read into typed values.

Knows what Foundry and its modules write, and not what an attack is: that is the business of `sw_data.logbook`.
Whatever cannot be read is a `Problem` of its message, never an exception.
"""
