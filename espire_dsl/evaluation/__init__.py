"""Models put to the test: they point, act and answer, and a run writes down what came of it."""
