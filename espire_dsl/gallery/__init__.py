"""A task set to look at: the page `index.html`, a task as text, and pictures with the answers marked."""
