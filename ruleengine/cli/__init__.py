"""The command `ruleengine`: one module per command, each of which parses, asks and prints."""
