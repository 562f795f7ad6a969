"""Layouts as pictures: where everything lies on a plane, and SVG that shows it.

Pictures decide no rule; they show what a layout says.
"""
