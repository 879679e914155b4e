"""Running Jsonnet: ``run`` is the whole, ``program`` a file, ``compiler`` the heart."""
