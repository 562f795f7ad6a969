"""A module for each verb, with its ``VERB``; each imports what it needs when it runs."""
