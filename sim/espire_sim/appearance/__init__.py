"""What things look like: shapes for every category of the catalogue, textures for surfaces."""
