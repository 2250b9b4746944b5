-- Games, who sits where, the log that is the truth, what still has to leave for Discord.
-- Times are unix seconds in UTC; ids of Discord are snowflakes.

CREATE TABLE games (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    slug        TEXT    NOT NULL,
    guild_id    INTEGER NOT NULL,
    channel_id  INTEGER NOT NULL,
    host_id     INTEGER NOT NULL,
    status      TEXT    NOT NULL CHECK (status IN ('lobby', 'running', 'paused', 'over')),
    options     TEXT    NOT NULL,
    engine      INTEGER NOT NULL,
    seq         INTEGER NOT NULL DEFAULT 0,
    state       BLOB,
    message     BLOB,
    created_at  INTEGER NOT NULL,
    moved_at    INTEGER NOT NULL,
    CHECK ((state IS NULL) = (status = 'lobby') OR status = 'over')
) STRICT;

CREATE UNIQUE INDEX one_game_a_channel ON games (channel_id) WHERE status <> 'over';

CREATE TABLE players (
    game_id  INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat     INTEGER NOT NULL,
    user_id  INTEGER,
    name     TEXT    NOT NULL,
    dm_shut  INTEGER NOT NULL DEFAULT 0,
    robot    TEXT CHECK (robot IN ('easy', 'full')),
    missed   INTEGER NOT NULL DEFAULT 0,
    muted    INTEGER NOT NULL DEFAULT 0,
    CHECK (user_id IS NOT NULL OR robot IS NOT NULL),
    PRIMARY KEY (game_id, seat),
    UNIQUE (game_id, user_id)
) STRICT;

CREATE INDEX games_of_a_player ON players (user_id, game_id);

CREATE TABLE log (
    game_id  INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seq      INTEGER NOT NULL,
    kind     TEXT    NOT NULL CHECK (kind IN ('setup', 'move', 'robot', 'timeout', 'undo', 'seat')),
    seat     INTEGER,
    text     TEXT    NOT NULL,
    note     TEXT    NOT NULL DEFAULT '',
    events   BLOB    NOT NULL,
    at       INTEGER NOT NULL,
    PRIMARY KEY (game_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE outbox (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    game_id  INTEGER REFERENCES games (id) ON DELETE CASCADE,
    seq      INTEGER NOT NULL,
    kind     TEXT    NOT NULL,
    target   INTEGER NOT NULL,
    payload  BLOB    NOT NULL,
    nonce    TEXT    NOT NULL,
    tries    INTEGER NOT NULL DEFAULT 0,
    due_at   INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX outbox_by_target ON outbox (target, id);

CREATE TABLE answers (
    interaction_id  INTEGER PRIMARY KEY,
    text            TEXT    NOT NULL,
    at              INTEGER NOT NULL
) STRICT;

CREATE TABLE facts (
    name   TEXT PRIMARY KEY,
    value  TEXT NOT NULL
) STRICT, WITHOUT ROWID;
