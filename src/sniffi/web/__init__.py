"""The game in the browser: pages that work by forms alone, and a live stream of events.

Only ``sniffi serve`` imports it, for it needs packages from outside (docs/dependencies.md).
"""
