"""What the server answers, by subject: runs and files; play, theory and training."""
