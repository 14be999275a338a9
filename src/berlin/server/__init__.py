"""The table in the browser: games kept in a database, played over HTTP, live by WebSocket.

It knows games only through `berlin.kernel.contract`; what it says and hears on the wire is in docs/wire.md.
"""
