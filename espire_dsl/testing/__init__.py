"""What helps to test families and engines: Hypothesis strategies and the runners of examples and laws."""
