-- AlterTable
ALTER TABLE "projekt_status" ADD COLUMN     "beendet" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "project_deadlines" (
    "projekt_id" INTEGER NOT NULL,
    "letzter_kuendigungstag" DATE,
    "endet_am" DATE,
    "verlaengert_am" DATE,
    "fristenstand" SMALLINT NOT NULL DEFAULT 6,
    "holds_from" DATE,
    "holds_until" DATE,
    "soon_days" INTEGER NOT NULL DEFAULT 0,
    "revision" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "project_deadlines_pkey" PRIMARY KEY ("projekt_id")
);

-- CreateIndex
CREATE INDEX "project_deadlines_letzter_kuendigungstag_idx" ON "project_deadlines"("letzter_kuendigungstag");

-- CreateIndex
CREATE INDEX "project_deadlines_endet_am_idx" ON "project_deadlines"("endet_am");

-- CreateIndex
CREATE INDEX "project_deadlines_fristenstand_idx" ON "project_deadlines"("fristenstand");

-- CreateIndex
CREATE INDEX "project_deadlines_holds_until_idx" ON "project_deadlines"("holds_until");

-- AddForeignKey
ALTER TABLE "project_deadlines" ADD CONSTRAINT "project_deadlines_projekt_id_fkey" FOREIGN KEY ("projekt_id") REFERENCES "projects"("projekt_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The entries of the seed with which projects are over, as far as they still say so.
UPDATE "projekt_status" SET "beendet" = true
WHERE ("projektstatus_id", "projektstatus_de") IN ((3, 'abgeschlossen'), (5, 'abgebrochen'));

-- Nothing is worked out yet.
INSERT INTO "project_deadlines" ("projekt_id") SELECT "projekt_id" FROM "projects";

-- Made of lib/records by `npm run migration`: what is new of it.

CREATE OR REPLACE FUNCTION project_deadlines_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "project_deadlines" ("projekt_id") SELECT "projekt_id" FROM added;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION project_deadlines_forgotten() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "project_deadlines" d SET holds_until = NULL, revision = d.revision + 1 FROM before JOIN after USING ("projekt_id")
    WHERE d."projekt_id" = after."projekt_id" AND (before."kuendigungsfrist", before."vertragsgrundlage", before."projektende", before."status") IS DISTINCT FROM (after."kuendigungsfrist", after."vertragsgrundlage", after."projektende", after."status");
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION project_deadlines_status_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "project_deadlines" d SET holds_until = NULL, revision = d.revision + 1 FROM before JOIN after USING ("projektstatus_id") JOIN "projects" r ON r."status" = after."projektstatus_id"
    WHERE d."projekt_id" = r."projekt_id" AND (before."beendet") IS DISTINCT FROM (after."beendet");
    RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER "projects_derived_added" AFTER INSERT ON "projects" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION project_deadlines_added();

CREATE OR REPLACE TRIGGER "projects_derived_forgotten" AFTER UPDATE ON "projects" REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION project_deadlines_forgotten();

CREATE OR REPLACE TRIGGER "projekt_status_project_deadlines_status_changed" AFTER UPDATE ON "projekt_status" REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION project_deadlines_status_changed();

CREATE OR REPLACE TRIGGER "projekt_status_history" AFTER UPDATE ON "projekt_status" FOR EACH ROW EXECUTE FUNCTION record_row('projekt_status', 'projektstatus_id', 'projektstatus_de', 'projektstatus_de', 'projektstatus_en', 'active', 'beendet');

CREATE OR REPLACE TRIGGER "projekt_status_history_rows" AFTER INSERT OR DELETE ON "projekt_status" FOR EACH ROW EXECUTE FUNCTION record_row('projekt_status', 'projektstatus_id', 'projektstatus_de', 'projektstatus_de', 'projektstatus_en', 'active', 'beendet', 'position');
