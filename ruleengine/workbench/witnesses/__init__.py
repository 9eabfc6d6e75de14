"""What differs between two rulesets, and positions at which it shows."""
