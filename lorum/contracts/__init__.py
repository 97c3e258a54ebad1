"""The families of contracts: one module each, and `families`, which lists them."""
