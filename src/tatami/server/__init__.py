"""The server: a house of tables on one file, reached over HTTP and sockets, in one process."""
