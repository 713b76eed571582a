"""The simulated side: worlds to draw scenes from, and the backends that settle, picture and verify them.

It depends on `espire_dsl.scene` and `espire_dsl.catalogue` and on nothing else of `espire_dsl`.
"""
