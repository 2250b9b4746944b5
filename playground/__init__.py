"""Discord on your own machine: a loopback server that an unmodified bot connects to, and a page to play in.

seats, control      what people and tests do (HTTP and one websocket)
rest, gateway       what the bot sees: API v10 and its websocket
interactions, messages, components, commands, permissions
                    what Discord allows, and how it says no
world, model        what there is: one guild, its channels, members and messages
"""
