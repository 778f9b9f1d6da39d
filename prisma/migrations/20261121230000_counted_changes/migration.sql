-- DropIndex
DROP INDEX "changes_at_idx";

-- DropIndex
DROP INDEX "changes_user_id_change_id_idx";

-- CreateTable
CREATE TABLE "change_counts" (
    "row_id" SERIAL NOT NULL,
    "day" DATE NOT NULL,
    "kind" VARCHAR(40) NOT NULL,
    "related_kind" VARCHAR(40),
    "action" VARCHAR(10) NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "change_counts_pkey" PRIMARY KEY ("row_id")
);

-- CreateIndex
CREATE INDEX "change_counts_day_idx" ON "change_counts"("day");

-- CreateIndex
CREATE INDEX "changes_kind_at_idx" ON "changes"("kind", "at");

-- CreateIndex
CREATE INDEX "changes_related_kind_at_idx" ON "changes"("related_kind", "at");

-- CreateIndex
CREATE INDEX "changes_action_at_idx" ON "changes"("action", "at");

-- CreateIndex
CREATE INDEX "changes_user_id_kind_action_at_idx" ON "changes"("user_id", "kind", "action", "at");

-- CreateIndex
CREATE INDEX "changes_at_change_id_idx" ON "changes"("at", "change_id");

-- How many changes there are, by day: a page of ten must not count a million. Rows are only added, so that no save waits
-- for another; what goes by the rule of months is counted back. What is counted never changes (contract §8).
CREATE FUNCTION changes_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO change_counts (day, kind, related_kind, action, count)
    SELECT (at AT TIME ZONE 'Europe/Berlin')::date, kind, related_kind, action,
        CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END
    FROM counted GROUP BY 1, 2, 3, 4;
    RETURN NULL;
END $$;
CREATE TRIGGER "changes_counted_insert" AFTER INSERT ON "changes" REFERENCING NEW TABLE AS counted
    FOR EACH STATEMENT EXECUTE FUNCTION changes_counted();
CREATE TRIGGER "changes_counted_delete" AFTER DELETE ON "changes" REFERENCING OLD TABLE AS counted
    FOR EACH STATEMENT EXECUTE FUNCTION changes_counted();

INSERT INTO change_counts (day, kind, related_kind, action, count)
SELECT (at AT TIME ZONE 'Europe/Berlin')::date, kind, related_kind, action, count(*)
FROM changes GROUP BY 1, 2, 3, 4;
