"""What a domain is made of, as plain values: kinds with their roles. Files of the language declare them."""
