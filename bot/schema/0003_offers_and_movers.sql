-- Seats on offer; of each row of the log until when its turn, or the time to look a turn over, lasted before it.
-- former: whose seat it is; over: it was offered over its player's head, because they are absent. until: when it lapses; ending: the sentence that tells why it is open no more.

CREATE TABLE offers (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    game_id     INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat        INTEGER NOT NULL,
    former      INTEGER NOT NULL,
    newcomer    INTEGER NOT NULL,
    maker       INTEGER NOT NULL,
    over        INTEGER NOT NULL,
    until       INTEGER NOT NULL,
    message_id  INTEGER,
    ending      TEXT
) STRICT;

CREATE UNIQUE INDEX one_offer_a_seat ON offers (game_id, seat) WHERE ending IS NULL;
CREATE INDEX offers_to_a_newcomer ON offers (newcomer) WHERE ending IS NULL;

ALTER TABLE log ADD COLUMN until INTEGER;
