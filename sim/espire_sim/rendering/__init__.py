"""Pictures by ray casting: ids, depths, visibility, masks and shaded colours, without any graphics driver."""
