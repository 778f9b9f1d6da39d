-- The rules of matching have changed: all records are parsed and compared again (docs/duplicates.md).
UPDATE alike_records SET known = NULL, keys = '{}', revision = revision + 1;
INSERT INTO alike_waiting (kind, id, is_read) SELECT kind, id, false FROM alike_records
    ON CONFLICT (kind, id) DO UPDATE SET is_read = false;
DELETE FROM duplicate_pairs;
