"""The studio's hold'em: spots, solves, comparisons, reports, push or fold."""
