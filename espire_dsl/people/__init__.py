"""A page on which people do tasks of a set, without a server and without its answers."""
