"""Values to text, exactly as the reference prints them; one module a format."""
