"""What is printed on books: titles of words that do not exist, in an atlas of drawn cells."""
