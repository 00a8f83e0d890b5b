"""Blueprints of no-limit hold'em: a betting tree and buckets of hands, trained by self-play, kept in one file."""
