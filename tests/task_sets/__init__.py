"""Small task sets for the tests of what reads them."""
