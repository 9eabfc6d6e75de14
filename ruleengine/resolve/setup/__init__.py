"""What stands where before the first step, and the sheets that may be handed in."""
