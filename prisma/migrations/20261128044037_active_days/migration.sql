-- AlterTable
ALTER TABLE "project_deadlines" ADD COLUMN     "active_days" daterange NOT NULL DEFAULT 'empty'::daterange,
ADD COLUMN     "lacks_end" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "projekt_status" ADD COLUMN     "nie_aktiv" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "project_finishes" (
    "projekt_id" INTEGER NOT NULL,
    "finished_on" DATE,

    CONSTRAINT "project_finishes_pkey" PRIMARY KEY ("projekt_id")
);

-- CreateIndex
CREATE INDEX "project_deadlines_active_days_idx" ON "project_deadlines" USING GIST ("active_days");

-- Generated functions

CREATE OR REPLACE FUNCTION project_deadlines_forgotten() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "project_deadlines" d SET holds_until = NULL, revision = d.revision + 1 FROM (SELECT "projekt_id" FROM (SELECT "projekt_id", "kuendigungsfrist", "vertragsgrundlage", "projektbeginn", "projektende", "status" FROM after EXCEPT SELECT "projekt_id", "kuendigungsfrist", "vertragsgrundlage", "projektbeginn", "projektende", "status" FROM before) AS changed_rows) AS changed
    WHERE d."projekt_id" = changed."projekt_id";
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION project_deadlines_status_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "project_deadlines" d SET holds_until = NULL, revision = d.revision + 1 FROM (SELECT "projektstatus_id" FROM (SELECT "projektstatus_id", "beendet", "nie_aktiv" FROM after EXCEPT SELECT "projektstatus_id", "beendet", "nie_aktiv" FROM before) AS changed_rows) AS changed JOIN "projects" r ON r."status" = changed."projektstatus_id"
    WHERE d."projekt_id" = r."projekt_id";
    RETURN NULL;
END
$$;

-- Generated triggers

CREATE OR REPLACE TRIGGER "projekt_status_history" AFTER UPDATE ON "projekt_status" FOR EACH ROW EXECUTE FUNCTION record_row('projekt_status', 'projektstatus_id', 'projektstatus_de', 'projektstatus_de', 'projektstatus_en', 'active', 'beendet', 'nie_aktiv');
CREATE OR REPLACE TRIGGER "projekt_status_history_rows" AFTER INSERT OR DELETE ON "projekt_status" FOR EACH ROW EXECUTE FUNCTION record_row('projekt_status', 'projektstatus_id', 'projektstatus_de', 'projektstatus_de', 'projektstatus_en', 'active', 'beendet', 'nie_aktiv', 'position');

-- ----- When finished projects were finished (contract §17) -----

-- Returns whether a status is one of finished projects: by its flag of today, or by its last one if it was deleted.
CREATE OR REPLACE FUNCTION is_finished_status(status integer) RETURNS boolean
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
        SELECT coalesce(
            (SELECT "beendet" FROM "projekt_status" WHERE "projektstatus_id" = status),
            (SELECT (field ->> 'old')::boolean FROM "changes" c, jsonb_array_elements(c."fields") field
                WHERE c."kind" = 'projekt_status' AND c."id" = status AND c."action" = 'delete' AND field ->> 'name' = 'beendet'
                ORDER BY c."change_id" DESC LIMIT 1),
            false)
    $$;

-- Returns the day on which the present run of finished statuses of a project began, or null if this is
-- not known. Only to be called for a finished project.
CREATE OR REPLACE FUNCTION project_finished_on(project integer) RETURNS date LANGUAGE plpgsql STABLE AS $$
DECLARE
    change record;
    next_id integer := 2147483647;
    oldest date;
BEGIN
    FOR change IN
        SELECT c."change_id", (c."at" AT TIME ZONE 'Europe/Berlin')::date AS day, c."action", c."reverts",
            (SELECT (field ->> 'old')::integer FROM jsonb_array_elements(c."fields") field WHERE field ->> 'name' = 'status') AS old_status
        FROM "changes" c WHERE c."kind" = 'projects' AND c."id" = project AND c."relation" IS NULL
        ORDER BY c."change_id" DESC
    LOOP
        oldest := change.day;
        CONTINUE WHEN change."change_id" >= next_id;
        IF change."reverts" IS NOT NULL AND (change."action" = 'create' OR change.old_status IS NOT NULL) THEN
            -- The status is again that from before the reverted change.
            next_id := change."reverts";
        ELSIF change."action" = 'create' THEN
            RETURN NULL;
        ELSIF change."action" = 'update' AND NOT is_finished_status(change.old_status) THEN
            RETURN change.day;
        END IF;
    END LOOP;
    -- The history no longer has the beginning of the run. A known day counts if it is from before the rest.
    RETURN (SELECT f."finished_on" FROM "project_finishes" f
        WHERE f."projekt_id" = project AND (oldest IS NULL OR f."finished_on" < oldest));
END $$;

-- Keeps the days on which projects were finished, which the history loses after HISTORY_MONTHS.
CREATE OR REPLACE FUNCTION changes_finish_projects() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "project_finishes" ("projekt_id", "finished_on")
    SELECT DISTINCT ON (change."id") change."id",
        CASE WHEN change."reverts" IS NULL THEN (change."at" AT TIME ZONE 'Europe/Berlin')::date ELSE project_finished_on(change."id") END
    FROM added change, jsonb_array_elements(change."fields") field
    WHERE change."kind" = 'projects' AND change."relation" IS NULL AND field ->> 'name' = 'status'
        AND (change."action" = 'update' OR change."action" = 'create' AND change."reverts" IS NOT NULL)
        AND is_finished_status((field ->> 'new')::integer)
        AND (change."reverts" IS NOT NULL OR NOT is_finished_status((field ->> 'old')::integer))
    ORDER BY change."id", change."change_id" DESC
    ON CONFLICT ("projekt_id") DO UPDATE SET "finished_on" = excluded."finished_on";
    RETURN NULL;
END $$;
CREATE TRIGGER "changes_finish_projects" AFTER INSERT ON "changes" REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION changes_finish_projects();

-- Reads anew from the history when projects were finished that have, or had, a status whose flag changes.
CREATE OR REPLACE FUNCTION projekt_status_finishes_projects() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    WITH flagged AS (
        SELECT after."projektstatus_id" AS status FROM after JOIN before USING ("projektstatus_id")
        WHERE after."beendet" IS DISTINCT FROM before."beendet"
    ), affected AS (
        SELECT p."projekt_id" FROM "projects" p JOIN "projekt_status" s ON s."projektstatus_id" = p."status"
        WHERE s."beendet" AND EXISTS (SELECT FROM flagged) AND (p."status" IN (SELECT status FROM flagged) OR p."projekt_id" IN (
            SELECT c."id" FROM "changes" c, jsonb_array_elements(c."fields") field
            WHERE c."kind" = 'projects' AND c."relation" IS NULL AND c."action" = 'update' AND field ->> 'name' = 'status'
                AND (field ->> 'old')::integer IN (SELECT status FROM flagged)))
    ), kept AS (
        INSERT INTO "project_finishes" ("projekt_id", "finished_on")
        SELECT "projekt_id", project_finished_on("projekt_id") FROM affected
        ON CONFLICT ("projekt_id") DO UPDATE SET "finished_on" = excluded."finished_on"
        RETURNING "projekt_id"
    )
    UPDATE "project_deadlines" d SET holds_until = NULL, revision = d.revision + 1 FROM kept WHERE d."projekt_id" = kept."projekt_id";
    RETURN NULL;
END $$;
CREATE TRIGGER "projekt_status_finishes_projects" AFTER UPDATE ON "projekt_status" REFERENCING OLD TABLE AS before NEW TABLE AS after
    FOR EACH STATEMENT EXECUTE FUNCTION projekt_status_finishes_projects();

INSERT INTO "project_finishes" ("projekt_id", "finished_on")
SELECT p."projekt_id", project_finished_on(p."projekt_id")
FROM "projects" p JOIN "projekt_status" s ON s."projektstatus_id" = p."status" WHERE s."beendet";

UPDATE "project_deadlines" SET holds_until = NULL, revision = revision + 1;
