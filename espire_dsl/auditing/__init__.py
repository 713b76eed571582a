"""What a task set gives away and how fair it is: shortcuts that are right too often, spreads, chance."""
