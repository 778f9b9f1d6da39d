-- DropIndex
DROP INDEX "changes_batch_idx";

-- CreateIndex
CREATE INDEX "changes_batch_change_id_idx" ON "changes"("batch", "change_id");
