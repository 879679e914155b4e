"""Python programs for Pulumi's SDK."""
