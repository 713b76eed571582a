"""Types of expressions: what a name, a call, an operator means, and the typed program that it becomes."""
