"""Python goes by roles: few string constants are the name of a kind."""

from benchmarks.kind_words import kind_words, main


def test_constants_that_are_words_for_kinds_are_found() -> None:
    text = 'a = "book"\nb = "a book"\nc = [f"{a} shelf", "shelves"]\nbook = "cell"\n'
    assert list(kind_words(text)) == [(1, "book"), (3, "shelves")]


def test_there_are_few_of_them() -> None:
    assert main() == 0
