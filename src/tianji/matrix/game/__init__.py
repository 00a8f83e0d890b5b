"""The game itself: payoffs in every form that people write them, files, names, trees; profiles and their proof."""
