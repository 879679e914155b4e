"""The packages that tests need and the project does not."""

# What ``make test`` installs; with it, no test may be left out for want of a package.
EXTRAS = (
    *("llvmlite", "pulumi", "pulumi_random", "_jsonnet", "_gojsonnet", "rjsonnet", "rcl", "hcl2"),
    *("fsspec", "cryptography", "ruamel.yaml", "jsonschema_rs", "pydantic", "pyright", "ruff"),
    *("numpy", "IPython", "re2", "distributed", "pytest_lsp", "pre_commit", "grpc", "google"),
    "typing_extensions",
)
