"""The server: a house of tables over HTTP and sockets, on one file, or by several nodes on one
database; processes beside it think for its bots.
"""
