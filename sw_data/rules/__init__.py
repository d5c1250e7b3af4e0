"""The rules: one module per chapter, functions of numbers and models. Knows no file, no dice source and no engine."""
