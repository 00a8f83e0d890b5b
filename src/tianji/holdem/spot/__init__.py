"""What is solved: a spot, its betting tree, its boards, and how lines, locks and edits are written."""
