"""What can be said of a ruleset before it is played: errors, warnings, and how it fares."""
