-- Seats on offer; of each row of the log until when its turn, or the time to look a turn over, lasted before it, and of
-- each player's move who made it.
-- former: whose seat it is, 0 for a robot's own; over: it was offered over its player's head, because they are absent;
-- until: when it lapses; ending: the sentence that tells why it is open no more.

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
ALTER TABLE log ADD COLUMN user_id INTEGER;

-- Who sat there then: the newest substitute of before, or who sits there now where nobody was put in since.
UPDATE log SET user_id = coalesce(
    (SELECT CAST(s.text AS INTEGER) FROM log s WHERE s.game_id = log.game_id AND s.seat = log.seat AND s.kind = 'seat'
        AND s.text <> '' AND s.seq < log.seq ORDER BY s.seq DESC LIMIT 1),
    (SELECT p.user_id FROM players p WHERE p.game_id = log.game_id AND p.seat = log.seat AND NOT EXISTS
        (SELECT 1 FROM log s WHERE s.game_id = log.game_id AND s.seat = log.seat AND s.kind = 'seat' AND s.text <> ''
            AND s.seq > log.seq))
) WHERE kind = 'move' AND seat IS NOT NULL;

CREATE INDEX moves_of_a_player ON log (user_id) WHERE user_id IS NOT NULL;
