"""Parts of kills.py: the processes of this machine, and a Ray cluster made of them."""
