"""Players that learn: rules that advance by iterations, and the run that records their course."""
