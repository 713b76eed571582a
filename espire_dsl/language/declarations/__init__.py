"""Kinds, assets and worlds: from the entries of a declaration to the plain values of `espire_dsl.domain`."""
