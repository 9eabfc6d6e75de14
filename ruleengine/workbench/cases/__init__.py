"""Scenario cases: files of small positions, and what has to come of them."""
