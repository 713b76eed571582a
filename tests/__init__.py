"""Tests of all rooms. A package, so that no room hides a module of its name, such as `statistics`."""
