"""Task sets for other evaluation harnesses: lmms-eval and VLMEvalKit."""
