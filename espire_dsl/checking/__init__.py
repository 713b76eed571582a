"""`espirec check`: all passes over all files, with a cache of what is already known."""
