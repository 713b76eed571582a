"""What reports about task sets share: intervals of rates, aligned columns, masks by their run lengths."""
