"""Whether a task set is what it says: files, records, and every answer computed once more."""
