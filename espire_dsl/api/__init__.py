"""The compiler for Python: what `import espire_dsl` offers. Every function calls the rooms that the command
calls, and says what is wrong in the same words, as an `EspireError`."""
