"""What `espirec test` runs: examples with their scenes, and laws."""
