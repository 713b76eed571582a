"""Tables, figures and transcripts of runs, side by side and beside the printed values of the paper."""
