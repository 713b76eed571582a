"""The forms in which a task set is stored: a folder of files, shards of Parquet, or shards of tar."""
