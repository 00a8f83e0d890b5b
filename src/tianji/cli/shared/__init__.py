"""What several commands share: options, tables, the live line, errors, streams."""
