"""What holds for all tests."""

from __future__ import annotations

from hypothesis import settings

# How long an example takes depends on what else the machine does, and is no reason to fail.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
