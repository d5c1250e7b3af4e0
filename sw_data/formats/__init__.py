"""Formats: one folder for each, reading documents into models and writing effects back. Knows no rule."""
