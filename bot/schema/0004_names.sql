-- What a seat was called before it changed hands, so that its earlier moves are told under the names of then.
-- past: JSON, [[seq, name], ...] ascending: with log row seq the name went.

ALTER TABLE players ADD COLUMN past TEXT NOT NULL DEFAULT '[]';
