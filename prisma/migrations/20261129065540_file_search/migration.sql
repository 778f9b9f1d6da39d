-- Generated indexes

CREATE INDEX "file_versions_name_contains_idx" ON "file_versions" USING GIN (fold_umlauts(fold_text("name")) gin_trgm_ops);
CREATE INDEX "files_bezeichnung_contains_idx" ON "files" USING GIN (fold_umlauts(fold_text("bezeichnung")) gin_trgm_ops);
