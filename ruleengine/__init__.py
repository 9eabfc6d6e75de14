"""A declarative rules engine for board games on a grid."""
