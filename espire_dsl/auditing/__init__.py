"""What a task set gives away: shortcuts that are right too often, and how answers and templates spread."""
