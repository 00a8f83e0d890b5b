"""A player of hold'em at the table: what it believes, how it decides, and what a decision says."""
