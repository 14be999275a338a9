"""The calls of the wire: requests in, answers out, and what stands before both."""
