"""The running application: settings, store, tables, posts, the Discord client and its command line."""
