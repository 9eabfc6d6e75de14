"""Agents: programs that play, given views and legal moves only."""
