"""A task set as others take it: Parquet with pictures, dataset card, Croissant metadata, data licence."""
