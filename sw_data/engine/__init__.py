"""Actions, resolved: a state, an action and dice in, an outcome out. Knows no file and no format."""
