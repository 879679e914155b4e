"""Running a program one reduction at a time, for people who want to watch it."""
