"""Running the checked tree: linear code, and two back ends printed from it."""
