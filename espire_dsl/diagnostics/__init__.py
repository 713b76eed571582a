"""What the compiler has to say: findings as values, their codes, and the ways of printing them."""
