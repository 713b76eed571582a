"""What things look like: shapes for every category of the catalogue, and textures for surfaces. Data first."""
