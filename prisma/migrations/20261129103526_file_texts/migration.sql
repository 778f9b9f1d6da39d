-- The texts of files, and what is proposed from them (contract §18).

-- The queue of the job that reads files.
SELECT pgboss.create_queue('file_texts', '{"policy": "singleton"}');

ALTER TABLE "changes" DROP CONSTRAINT "changes_source_known",
ADD CONSTRAINT "changes_source_known" CHECK ("source" IN ('app', 'token', 'import', 'job', 'command', 'round', 'file'));

-- AlterTable
ALTER TABLE "dateiarten" ADD COLUMN     "schlaegt_vor" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "file_contents" ADD COLUMN     "attempts" SMALLINT NOT NULL DEFAULT 0,
ADD COLUMN     "readings" JSONB,
ADD COLUMN     "word_ids" INTEGER[] NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "files" ADD COLUMN     "proposed_from" INTEGER;

-- AlterTable
ALTER TABLE "proposals" ADD COLUMN     "datei_id" INTEGER,
ADD COLUMN     "fassung" INTEGER,
ADD COLUMN     "seite" INTEGER,
ADD COLUMN     "zitat" TEXT;

-- CreateTable
CREATE TABLE "file_words" (
    "word_id" SERIAL NOT NULL,
    "word" VARCHAR(200) NOT NULL,

    CONSTRAINT "file_words_pkey" PRIMARY KEY ("word_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "file_words_word_key" ON "file_words"("word");

-- CreateIndex
CREATE INDEX "file_contents_word_ids_idx" ON "file_contents" USING GIN ("word_ids");

-- CreateTable
CREATE TABLE "file_passages" (
    "content_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "page" INTEGER,
    "text" TEXT NOT NULL,
    "folded" TEXT NOT NULL,

    CONSTRAINT "file_passages_pkey" PRIMARY KEY ("content_id","position")
);

-- CreateIndex
CREATE INDEX "proposals_datei_id_state_idx" ON "proposals"("datei_id", "state");

-- AddForeignKey
ALTER TABLE "file_passages" ADD CONSTRAINT "file_passages_content_id_fkey" FOREIGN KEY ("content_id") REFERENCES "file_contents"("content_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Generated functions

CREATE OR REPLACE FUNCTION files_close_proposals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.fassung <> OLD.fassung THEN
        UPDATE proposals SET state = 'replaced', decided_at = now() WHERE datei_id = NEW.datei_id AND state = 'open';
    ELSIF NEW.deleted_at IS NOT NULL OR NOT (SELECT d.schlaegt_vor FROM dateiarten d WHERE d.dateiart_id = NEW.dateiart) THEN
        UPDATE proposals SET state = 'rejected', decided_at = now() WHERE datei_id = NEW.datei_id AND state = 'open';
    END IF;
    NEW.proposed_from := NULL;
    RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION files_delete_proposals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM proposals WHERE datei_id = OLD.datei_id;
    RETURN OLD;
END
$$;

-- Generated triggers

CREATE OR REPLACE TRIGGER "files_close_proposals" BEFORE UPDATE OF fassung, deleted_at, dateiart ON "files" FOR EACH ROW WHEN (NEW.fassung IS DISTINCT FROM OLD.fassung OR NEW.deleted_at IS DISTINCT FROM OLD.deleted_at OR NEW.dateiart IS DISTINCT FROM OLD.dateiart) EXECUTE FUNCTION files_close_proposals();
CREATE OR REPLACE TRIGGER "files_delete_proposals" BEFORE DELETE ON "files" FOR EACH ROW EXECUTE FUNCTION files_delete_proposals();
CREATE OR REPLACE TRIGGER "dateiarten_history" AFTER UPDATE ON "dateiarten" FOR EACH ROW EXECUTE FUNCTION record_row('dateiarten', 'dateiart_id', 'dateiart_de', 'dateiart_de', 'dateiart_en', 'active', 'unterzeichnet', 'schlaegt_vor');
CREATE OR REPLACE TRIGGER "dateiarten_history_rows" AFTER INSERT OR DELETE ON "dateiarten" FOR EACH ROW EXECUTE FUNCTION record_row('dateiarten', 'dateiart_id', 'dateiart_de', 'dateiart_de', 'dateiart_en', 'active', 'unterzeichnet', 'schlaegt_vor', 'position');

-- Generated indexes

CREATE INDEX "file_words_word_contains_idx" ON "file_words" USING GIN (word gin_trgm_ops);
