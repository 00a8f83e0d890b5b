"""What was found: solutions, views of a board, tables, grids and reports."""
