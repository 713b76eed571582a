"""What reports about task sets share: intervals of rates, aligned columns, masks by run length, tags."""
