"""What somebody who knows a strategy wins from it: on whole boards, one step ahead, and learned from."""
