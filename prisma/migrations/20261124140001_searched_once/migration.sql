-- Whatever a record's text holds unaccented it holds collapsed, too (`lib/server/store/folded.ts`), so one index does for both. Nothing
-- else has changed.

CREATE INDEX "members_suche_kompakt_idx" ON "members" USING GIN ("suche_kompakt" gin_trgm_ops);
DROP INDEX "members_suche_idx";

CREATE INDEX "projects_suche_kompakt_idx" ON "projects" USING GIN ("suche_kompakt" gin_trgm_ops);
DROP INDEX "projects_suche_idx";

CREATE INDEX "institutions_suche_kompakt_idx" ON "institutions" USING GIN ("suche_kompakt" gin_trgm_ops);
DROP INDEX "institutions_suche_idx";

CREATE INDEX "persons_suche_kompakt_idx" ON "persons" USING GIN ("suche_kompakt" gin_trgm_ops);
DROP INDEX "persons_suche_idx";

CREATE INDEX "thematic_fields_suche_kompakt_idx" ON "thematic_fields" USING GIN ("suche_kompakt" gin_trgm_ops);
DROP INDEX "thematic_fields_suche_idx";
