"""Work on thousands of files at once: here, in several processes, or on a Dask cluster."""
