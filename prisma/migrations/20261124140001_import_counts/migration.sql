-- AlterTable
ALTER TABLE "imports" ADD COLUMN     "counts" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "row_bytes" INTEGER NOT NULL DEFAULT 0;

-- Imports that are there already.
UPDATE imports i SET (row_bytes, counts) = (
  SELECT coalesce(least(sum(length(cells::text)), 2147483647), 0),
    jsonb_build_object('total', count(*), 'written', count(*) FILTER (WHERE written),
      'similar', count(*) FILTER (WHERE action = 'create' AND "similar" <> '[]'),
      'uncompared', count(*) FILTER (WHERE action = 'create' AND "similar" IS NULL),
      'create', count(*) FILTER (WHERE action = 'create'), 'update', count(*) FILTER (WHERE action = 'update'),
      'same', count(*) FILTER (WHERE action = 'same'), 'refused', count(*) FILTER (WHERE action = 'refused'),
      'skip', count(*) FILTER (WHERE action = 'skip'))
  FROM import_rows r WHERE r.import_id = i.import_id);
