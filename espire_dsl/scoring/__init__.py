"""How well predictions answer a task set: points against masks, words against answers."""
