-- Time: turns with a deadline, tables that move by themselves, what players set for themselves, results.
-- window: seconds a table waits before its own move; close_at: until when it does. turn counts the turns, turn_at is when
-- the present one began. told: which reminder of which turn was sent.

ALTER TABLE games ADD COLUMN window INTEGER NOT NULL DEFAULT 7200;
ALTER TABLE games ADD COLUMN close_at INTEGER;
ALTER TABLE games ADD COLUMN turn_time INTEGER;
ALTER TABLE games ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN turn_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN deadline INTEGER;
ALTER TABLE games ADD COLUMN ending TEXT;

CREATE INDEX games_to_close ON games (close_at) WHERE close_at IS NOT NULL;
CREATE INDEX games_to_time_out ON games (deadline) WHERE deadline IS NOT NULL;

CREATE TABLE told (
    game_id  INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    turn     INTEGER NOT NULL,
    kind     TEXT    NOT NULL,
    at       INTEGER NOT NULL,
    PRIMARY KEY (game_id, turn, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE people (
    user_id     INTEGER PRIMARY KEY,
    zone        TEXT    NOT NULL,
    quiet_from  INTEGER,
    quiet_to    INTEGER,
    dm          TEXT    NOT NULL CHECK (dm IN ('changes', 'turns', 'never')),
    reminders   INTEGER NOT NULL,
    away_until  INTEGER,
    contrast    INTEGER NOT NULL,
    digest      INTEGER NOT NULL,
    digest_at   INTEGER
) STRICT;

CREATE TABLE results (
    game_id   INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat      INTEGER NOT NULL,
    user_id   INTEGER NOT NULL,
    slug      TEXT    NOT NULL,
    guild_id  INTEGER NOT NULL,
    score     INTEGER NOT NULL,
    rank      INTEGER NOT NULL,
    won       INTEGER NOT NULL,
    at        INTEGER NOT NULL,
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX results_of_a_player ON results (user_id, slug);
CREATE INDEX results_of_a_server ON results (guild_id, slug);
