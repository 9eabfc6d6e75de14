"""Text to a located tree: reads YAML and knows nothing of games."""
