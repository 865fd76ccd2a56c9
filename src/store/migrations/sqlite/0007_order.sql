-- Names go when nothing of their person was counted for long.

-- On which day since 1970 something was last counted; 0 where that was before it was written down.
ALTER TABLE people ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
