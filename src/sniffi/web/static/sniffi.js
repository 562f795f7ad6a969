// Live stream, keys, dragging. Every page works without it.
