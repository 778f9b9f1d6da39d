-- AlterTable
ALTER TABLE "project_deadlines" ADD COLUMN     "active_days" daterange NOT NULL DEFAULT 'empty'::daterange,
ADD COLUMN     "aktiv_bis" DATE;

-- AlterTable
ALTER TABLE "projekt_status" ADD COLUMN     "nie_aktiv" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "imports" ADD COLUMN     "finished" VARCHAR(10) NOT NULL DEFAULT 'keep';

-- AlterTable
ALTER TABLE "import_rows" ADD COLUMN     "fixed_term" VARCHAR(8),
ADD COLUMN     "lacks_end" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "project_finishes" (
    "projekt_id" INTEGER NOT NULL,
    "finished_on" DATE,

    CONSTRAINT "project_finishes_pkey" PRIMARY KEY ("projekt_id")
);

-- CreateTable
CREATE TABLE "dropped_status_changes" (
    "projekt_id" INTEGER NOT NULL,
    "change_id" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "old_status" INTEGER,
    "reverts" INTEGER,

    CONSTRAINT "dropped_status_changes_pkey" PRIMARY KEY ("projekt_id","change_id")
);

-- CreateTable
CREATE TABLE "deleted_project_statuses" (
    "projektstatus_id" INTEGER NOT NULL,
    "beendet" BOOLEAN NOT NULL,

    CONSTRAINT "deleted_project_statuses_pkey" PRIMARY KEY ("projektstatus_id")
);

-- CreateIndex
CREATE INDEX "project_deadlines_active_days_idx" ON "project_deadlines" USING GIST ("active_days");

-- CreateIndex
CREATE INDEX "project_deadlines_aktiv_bis_idx" ON "project_deadlines"("aktiv_bis");

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

-- Keeps the flag of a deleted status, which projects may have had.
CREATE OR REPLACE FUNCTION projekt_status_keep_flag() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "deleted_project_statuses" ("projektstatus_id", "beendet") VALUES (OLD."projektstatus_id", OLD."beendet")
    ON CONFLICT ("projektstatus_id") DO UPDATE SET "beendet" = excluded."beendet";
    RETURN NULL;
END $$;
CREATE TRIGGER "projekt_status_keep_flag" AFTER DELETE ON "projekt_status" FOR EACH ROW EXECUTE FUNCTION projekt_status_keep_flag();

INSERT INTO "deleted_project_statuses" ("projektstatus_id", "beendet")
SELECT DISTINCT ON (c."id") c."id", (field ->> 'old')::boolean
FROM "changes" c, jsonb_array_elements(c."fields") field
WHERE c."kind" = 'projekt_status' AND c."action" = 'delete' AND field ->> 'name' = 'beendet' AND field ->> 'old' IS NOT NULL
ORDER BY c."id", c."change_id" DESC;

-- Returns whether a status is one of finished projects: by its flag of today, or by its last one if it was deleted.
CREATE OR REPLACE FUNCTION is_finished_status(status integer) RETURNS boolean
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
        SELECT coalesce(
            (SELECT "beendet" FROM "projekt_status" WHERE "projektstatus_id" = status),
            (SELECT "beendet" FROM "deleted_project_statuses" WHERE "projektstatus_id" = status),
            false)
    $$;

-- Returns the field of a status in the fields of a change of a project, or null if it did not change.
CREATE OR REPLACE FUNCTION changed_status(fields jsonb) RETURNS jsonb
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ SELECT jsonb_path_query_first(fields, '$[*] ? (@.name == "status")') $$;

-- Returns the day on which the present run of finished statuses of a project began, or null if this is
-- not known. Only to be called for a finished project. By indices, as PostgreSQL may plan this while the
-- tables are nearly empty, and keep the plan.
CREATE OR REPLACE FUNCTION project_finished_on(project integer) RETURNS date LANGUAGE plpgsql STABLE
    SET enable_seqscan = off AS $$
DECLARE
    change record;
    next_id integer := 2147483647;
BEGIN
    FOR change IN
        SELECT c."change_id", (c."at" AT TIME ZONE 'Europe/Berlin')::date AS day, c."reverts", (changed_status(c."fields") ->> 'old')::integer AS old_status
        FROM "changes" c WHERE c."kind" = 'projects' AND c."id" = project AND c."relation" IS NULL
            AND (c."action" = 'create' OR c."action" = 'update' AND changed_status(c."fields") IS NOT NULL)
        UNION ALL
        SELECT d."change_id", d."day", d."reverts", d."old_status" FROM "dropped_status_changes" d WHERE d."projekt_id" = project
        ORDER BY 1 DESC
    LOOP
        CONTINUE WHEN change."change_id" >= next_id;
        IF change.old_status IS NULL AND change."reverts" IS NULL THEN
            -- It was created as finished.
            RETURN NULL;
        ELSIF is_finished_status(change.old_status) THEN
            CONTINUE;
        ELSIF change."reverts" IS NULL THEN
            RETURN change.day;
        END IF;
        -- The project is finished again, as it was before the reverted change.
        next_id := change."reverts";
    END LOOP;
    RETURN NULL;
END $$;

-- Keeps the days on which projects were finished, so that computing active days does not read the history.
CREATE OR REPLACE FUNCTION changes_finish_projects() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "project_finishes" ("projekt_id", "finished_on")
    SELECT DISTINCT ON (c."id") c."id", CASE
        WHEN c."reverts" IS NOT NULL THEN project_finished_on(c."id")
        WHEN c."action" = 'update' THEN (c."at" AT TIME ZONE 'Europe/Berlin')::date
    END
    FROM added c, changed_status(c."fields") field
    WHERE c."kind" = 'projects' AND c."relation" IS NULL AND c."action" IN ('create', 'update')
        AND is_finished_status((field ->> 'new')::integer) AND NOT is_finished_status((field ->> 'old')::integer)
    ORDER BY c."id", c."change_id" DESC
    ON CONFLICT ("projekt_id") DO UPDATE SET "finished_on" = excluded."finished_on";
    RETURN NULL;
END $$;
CREATE TRIGGER "changes_finish_projects" AFTER INSERT ON "changes" REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION changes_finish_projects();

-- Keeps of dropped changes what tells when projects were finished (HISTORY_MONTHS).
CREATE OR REPLACE FUNCTION changes_keep_statuses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "dropped_status_changes" ("projekt_id", "change_id", "day", "old_status", "reverts")
    SELECT c."id", c."change_id", (c."at" AT TIME ZONE 'Europe/Berlin')::date, (field ->> 'old')::integer, c."reverts"
    FROM dropped c, changed_status(c."fields") field
    WHERE c."kind" = 'projects' AND c."relation" IS NULL AND c."action" IN ('create', 'update') AND field IS NOT NULL;
    RETURN NULL;
END $$;
CREATE TRIGGER "changes_keep_statuses" AFTER DELETE ON "changes" REFERENCING OLD TABLE AS dropped
    FOR EACH STATEMENT EXECUTE FUNCTION changes_keep_statuses();

-- Reads anew when projects were finished that have, or had, a status whose flag changes.
CREATE OR REPLACE FUNCTION projekt_status_finishes_projects() RETURNS trigger LANGUAGE plpgsql
    SET enable_seqscan = off AS $$
DECLARE
    flagged integer[] := ARRAY(
        SELECT after."projektstatus_id" FROM after JOIN before USING ("projektstatus_id")
        WHERE after."beendet" IS DISTINCT FROM before."beendet");
BEGIN
    IF flagged = '{}' THEN
        RETURN NULL;
    END IF;
    WITH kept AS (
        INSERT INTO "project_finishes" ("projekt_id", "finished_on")
        SELECT p."projekt_id", project_finished_on(p."projekt_id")
        FROM "projects" p JOIN "projekt_status" s ON s."projektstatus_id" = p."status"
        WHERE s."beendet" AND (p."status" = ANY (flagged)
            OR EXISTS (SELECT FROM "dropped_status_changes" d WHERE d."projekt_id" = p."projekt_id" AND d."old_status" = ANY (flagged))
            OR EXISTS (SELECT FROM "changes" c WHERE c."kind" = 'projects' AND c."id" = p."projekt_id"
                AND (changed_status(c."fields") ->> 'old')::integer = ANY (flagged)))
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
