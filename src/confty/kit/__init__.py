"""What two or more front ends share; a thing used once stays with its user."""
