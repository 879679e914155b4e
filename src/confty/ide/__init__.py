"""What an editor shows: pure functions over insights, without a protocol's types."""
