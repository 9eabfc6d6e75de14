"""Checks of what a ruleset names and asks, one topic in each module."""
