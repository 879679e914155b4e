"""The playground: files in a browser's tabs, and the answers a page asks for."""
