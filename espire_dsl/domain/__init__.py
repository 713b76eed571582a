"""What a domain is, as plain values: kinds with their roles, and worlds. Knows neither language
nor simulator."""
