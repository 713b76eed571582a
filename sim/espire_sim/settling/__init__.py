"""Whether a scene is physically real, said without any engine: before it is let go, and once at rest."""
