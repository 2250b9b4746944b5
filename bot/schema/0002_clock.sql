-- Some tables move by themselves when their time is up: how many seconds they wait, and until when they do now.

ALTER TABLE games ADD COLUMN window INTEGER NOT NULL DEFAULT 7200;
ALTER TABLE games ADD COLUMN close_at INTEGER;

CREATE INDEX games_to_close ON games (close_at) WHERE close_at IS NOT NULL;
