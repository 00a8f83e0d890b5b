"""What a GPU takes of a spot and does beside the passes: plans and gates."""
