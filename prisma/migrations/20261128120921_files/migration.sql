-- Files of records, their kinds and their bytes (contract §18).

-- CreateTable
CREATE TABLE "dateiarten" (
    "dateiart_id" SERIAL NOT NULL,
    "dateiart_de" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,
    "dateiart_en" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,
    "unterzeichnet" BOOLEAN NOT NULL DEFAULT false,
    "position" SERIAL NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "dateiarten_pkey" PRIMARY KEY ("dateiart_id"),
    CONSTRAINT "dateiarten_filled" CHECK (btrim("dateiart_de") <> '' AND btrim("dateiart_en") <> '')
);

INSERT INTO "dateiarten" ("dateiart_id", "dateiart_de", "dateiart_en", "position") VALUES (-1, 'Sonstiges', 'Other', 8);

-- CreateTable
CREATE TABLE "files" (
    "datei_id" SERIAL NOT NULL,
    "kind" VARCHAR(30) NOT NULL,
    "record_id" INTEGER NOT NULL,
    "dateiart" INTEGER NOT NULL DEFAULT -1,
    "bezeichnung" VARCHAR(255) NOT NULL DEFAULT '',
    "unterzeichnet_am" DATE,
    "gueltig_ab" DATE,
    "gueltig_bis" DATE,
    "sichtbar" VARCHAR(10) NOT NULL DEFAULT 'alle',
    "fassung" INTEGER NOT NULL DEFAULT 1,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "files_pkey" PRIMARY KEY ("datei_id"),
    CONSTRAINT "files_visibility" CHECK ("sichtbar" IN ('alle', 'bearbeiter', 'admin')),
    CONSTRAINT "files_date_order" CHECK ("gueltig_bis" >= "gueltig_ab")
);

-- CreateTable
CREATE TABLE "file_versions" (
    "version_id" SERIAL NOT NULL,
    "datei_id" INTEGER NOT NULL,
    "fassung" INTEGER NOT NULL,
    "name" VARCHAR(255) COLLATE "de-x-icu" NOT NULL,
    "mime" VARCHAR(100) NOT NULL,
    "content_id" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by" INTEGER,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "file_versions_pkey" PRIMARY KEY ("version_id")
);

-- CreateTable
CREATE TABLE "file_contents" (
    "content_id" SERIAL NOT NULL,
    "sha256" CHAR(64),
    "bytes" INTEGER NOT NULL DEFAULT 0,
    "seiten" INTEGER,
    "gelesen" VARCHAR(10) NOT NULL DEFAULT 'offen',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "file_contents_pkey" PRIMARY KEY ("content_id")
);

-- CreateTable
CREATE TABLE "file_chunks" (
    "content_id" INTEGER NOT NULL,
    "position" INTEGER NOT NULL,
    "data" BYTEA NOT NULL,

    CONSTRAINT "file_chunks_pkey" PRIMARY KEY ("content_id","position")
);

ALTER TABLE "file_chunks" ALTER COLUMN "data" SET STORAGE EXTERNAL;

-- CreateIndex
CREATE INDEX "files_kind_record_id_idx" ON "files"("kind", "record_id");

-- CreateIndex
CREATE INDEX "files_dateiart_idx" ON "files"("dateiart");

-- CreateIndex
CREATE INDEX "files_deleted_at_idx" ON "files"("deleted_at");

-- CreateIndex
CREATE INDEX "file_versions_datei_id_fassung_idx" ON "file_versions"("datei_id", "fassung");

CREATE UNIQUE INDEX "file_versions_current_key" ON "file_versions"("datei_id", "fassung") WHERE "removed_at" IS NULL;

-- CreateIndex
CREATE INDEX "file_versions_content_id_idx" ON "file_versions"("content_id");

-- CreateIndex
CREATE INDEX "file_versions_created_by_idx" ON "file_versions"("created_by");

-- CreateIndex
CREATE INDEX "file_versions_removed_at_idx" ON "file_versions"("removed_at");

-- CreateIndex
CREATE UNIQUE INDEX "file_contents_sha256_key" ON "file_contents"("sha256");

-- CreateIndex
CREATE INDEX "file_contents_created_at_idx" ON "file_contents"("created_at");

-- AddForeignKey
ALTER TABLE "files" ADD CONSTRAINT "files_dateiart_fkey" FOREIGN KEY ("dateiart") REFERENCES "dateiarten"("dateiart_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "file_versions" ADD CONSTRAINT "file_versions_datei_id_fkey" FOREIGN KEY ("datei_id") REFERENCES "files"("datei_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "file_versions" ADD CONSTRAINT "file_versions_content_id_fkey" FOREIGN KEY ("content_id") REFERENCES "file_contents"("content_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "file_versions" ADD CONSTRAINT "file_versions_created_by_fkey" FOREIGN KEY ("created_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "file_chunks" ADD CONSTRAINT "file_chunks_content_id_fkey" FOREIGN KEY ("content_id") REFERENCES "file_contents"("content_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Generated functions

CREATE OR REPLACE FUNCTION members_delete_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE files SET deleted_at = now()
    WHERE kind = 'members' AND deleted_at IS NULL AND record_id IN (SELECT "ph_id" FROM gone);
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION projects_delete_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE files SET deleted_at = now()
    WHERE kind = 'projects' AND deleted_at IS NULL AND record_id IN (SELECT "projekt_id" FROM gone);
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION institutions_delete_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE files SET deleted_at = now()
    WHERE kind = 'institutions' AND deleted_at IS NULL AND record_id IN (SELECT "partner_institution_id" FROM gone);
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION persons_delete_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE files SET deleted_at = now()
    WHERE kind = 'persons' AND deleted_at IS NULL AND record_id IN (SELECT "person_id" FROM gone);
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION thematic_fields_delete_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE files SET deleted_at = now()
    WHERE kind = 'thematicfields' AND deleted_at IS NULL AND record_id IN (SELECT "themenfeld_id" FROM gone);
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION dateiarten_clear_deleted_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE files SET dateiart = -1 WHERE dateiart = OLD.dateiart_id AND deleted_at IS NOT NULL;
    RETURN OLD;
END
$$;

CREATE OR REPLACE FUNCTION members_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
    END IF;
    IF TG_OP = 'INSERT' THEN
        PERFORM record_change('create', 'members', NEW."ph_id", concat_ws(' ', NEW."vorname", NEW."nachname"), NEW.version,
            history_fields(NULL, jsonb_build_object('titel', NEW."titel", 'vorname', NEW."vorname", 'nachname', NEW."nachname", 'email', NEW."email", 'telefon', NEW."telefon", 'adresse', NEW."adresse", 'ph_webseite', NEW."ph_webseite", 'fakultaet', NEW."fakultaet", 'institut', NEW."institut", 'einrichtungen', (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (SELECT l."einrichtung_id" AS entry FROM "member_facilities" l WHERE l."ph_id" = NEW."ph_id") AS entries), 'status', (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (SELECT l."status_id" AS entry FROM "member_statuses" l WHERE l."ph_id" = NEW."ph_id") AS entries), 'kommentare', NEW."kommentare", 'aliases', NEW."aliases", 'bestaetigt_am', to_char(NEW."bestaetigt_am" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bestaetigt_von', NEW."bestaetigt_von"), ARRAY['titel', 'vorname', 'nachname', 'email', 'telefon', 'adresse', 'ph_webseite', 'fakultaet', 'institut', 'einrichtungen', 'status', 'kommentare'] || CASE WHEN cardinality(NEW."aliases") = 0 THEN ARRAY[]::text[] ELSE ARRAY['aliases'] END || CASE WHEN NEW."bestaetigt_am" IS NULL THEN ARRAY[]::text[] ELSE ARRAY['bestaetigt_am'] END || CASE WHEN coalesce(NEW."bestaetigt_von", '') = '' THEN ARRAY[]::text[] ELSE ARRAY['bestaetigt_von'] END), NULL);
    ELSIF TG_OP = 'DELETE' THEN
        PERFORM record_change('delete', 'members', OLD."ph_id", concat_ws(' ', OLD."vorname", OLD."nachname"), OLD.version,
            history_fields(jsonb_build_object('titel', OLD."titel", 'vorname', OLD."vorname", 'nachname', OLD."nachname", 'email', OLD."email", 'telefon', OLD."telefon", 'adresse', OLD."adresse", 'ph_webseite', OLD."ph_webseite", 'fakultaet', OLD."fakultaet", 'institut', OLD."institut", 'einrichtungen', (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (SELECT l."einrichtung_id" AS entry FROM "member_facilities" l WHERE l."ph_id" = OLD."ph_id") AS entries), 'status', (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (SELECT l."status_id" AS entry FROM "member_statuses" l WHERE l."ph_id" = OLD."ph_id") AS entries), 'kommentare', OLD."kommentare", 'aliases', OLD."aliases", 'bestaetigt_am', to_char(OLD."bestaetigt_am" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bestaetigt_von', OLD."bestaetigt_von"), NULL, ARRAY['titel', 'vorname', 'nachname', 'email', 'telefon', 'adresse', 'ph_webseite', 'fakultaet', 'institut', 'einrichtungen', 'status', 'kommentare'] || CASE WHEN cardinality(OLD."aliases") = 0 THEN ARRAY[]::text[] ELSE ARRAY['aliases'] END || CASE WHEN OLD."bestaetigt_am" IS NULL THEN ARRAY[]::text[] ELSE ARRAY['bestaetigt_am'] END || CASE WHEN coalesce(OLD."bestaetigt_von", '') = '' THEN ARRAY[]::text[] ELSE ARRAY['bestaetigt_von'] END), (SELECT jsonb_agg(link) FROM (SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'memberProjects', 'kind', 'projects', 'id', r."projekt_id", 'label', concat_ws(' ', r."projekt_titel"), 'values', filled_values(jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb))) AS link FROM "member_projects" l JOIN "projects" r ON r."projekt_id" = l."projekt_id" WHERE l."ph_id" = OLD."ph_id" UNION ALL SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'memberThematicFields', 'kind', 'thematicfields', 'id', r."themenfeld_id", 'label', concat_ws(' ', r."themenfeld_de"))) AS link FROM "member_thematic_fields" l JOIN "thematic_fields" r ON r."themenfeld_id" = l."themenfeld_id" WHERE l."ph_id" = OLD."ph_id" UNION ALL SELECT jsonb_build_object('relation', 'files', 'kind', 'files', 'id', f.datei_id, 'label', coalesce(nullif(f.bezeichnung, ''), v.name)) AS link FROM files f JOIN file_versions v ON v.datei_id = f.datei_id AND v.fassung = f.fassung AND v.removed_at IS NULL WHERE f.kind = 'members' AND f.record_id = OLD."ph_id" AND f.deleted_at IS NULL) AS links));
        RETURN OLD;
    ELSIF jsonb_build_object('titel', OLD."titel", 'vorname', OLD."vorname", 'nachname', OLD."nachname", 'email', OLD."email", 'telefon', OLD."telefon", 'adresse', OLD."adresse", 'ph_webseite', OLD."ph_webseite", 'fakultaet', OLD."fakultaet", 'institut', OLD."institut", 'kommentare', OLD."kommentare", 'aliases', OLD."aliases", 'bestaetigt_am', to_char(OLD."bestaetigt_am" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bestaetigt_von', OLD."bestaetigt_von") IS DISTINCT FROM jsonb_build_object('titel', NEW."titel", 'vorname', NEW."vorname", 'nachname', NEW."nachname", 'email', NEW."email", 'telefon', NEW."telefon", 'adresse', NEW."adresse", 'ph_webseite', NEW."ph_webseite", 'fakultaet', NEW."fakultaet", 'institut', NEW."institut", 'kommentare', NEW."kommentare", 'aliases', NEW."aliases", 'bestaetigt_am', to_char(NEW."bestaetigt_am" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bestaetigt_von', NEW."bestaetigt_von") THEN
        IF jsonb_build_object('titel', OLD."titel", 'vorname', OLD."vorname", 'nachname', OLD."nachname", 'email', OLD."email", 'telefon', OLD."telefon", 'adresse', OLD."adresse", 'ph_webseite', OLD."ph_webseite", 'fakultaet', OLD."fakultaet", 'institut', OLD."institut", 'kommentare', OLD."kommentare", 'aliases', OLD."aliases", 'bestaetigt_am', to_char(OLD."bestaetigt_am" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bestaetigt_von', OLD."bestaetigt_von") - ARRAY['bestaetigt_am', 'bestaetigt_von'] IS DISTINCT FROM jsonb_build_object('titel', NEW."titel", 'vorname', NEW."vorname", 'nachname', NEW."nachname", 'email', NEW."email", 'telefon', NEW."telefon", 'adresse', NEW."adresse", 'ph_webseite', NEW."ph_webseite", 'fakultaet', NEW."fakultaet", 'institut', NEW."institut", 'kommentare', NEW."kommentare", 'aliases', NEW."aliases", 'bestaetigt_am', to_char(NEW."bestaetigt_am" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bestaetigt_von', NEW."bestaetigt_von") - ARRAY['bestaetigt_am', 'bestaetigt_von'] THEN
            NEW.version := OLD.version + 1;
        END IF;
        PERFORM record_change('update', 'members', NEW."ph_id", concat_ws(' ', NEW."vorname", NEW."nachname"), NEW.version,
            history_fields(jsonb_build_object('titel', OLD."titel", 'vorname', OLD."vorname", 'nachname', OLD."nachname", 'email', OLD."email", 'telefon', OLD."telefon", 'adresse', OLD."adresse", 'ph_webseite', OLD."ph_webseite", 'fakultaet', OLD."fakultaet", 'institut', OLD."institut", 'kommentare', OLD."kommentare", 'aliases', OLD."aliases", 'bestaetigt_am', to_char(OLD."bestaetigt_am" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bestaetigt_von', OLD."bestaetigt_von"), jsonb_build_object('titel', NEW."titel", 'vorname', NEW."vorname", 'nachname', NEW."nachname", 'email', NEW."email", 'telefon', NEW."telefon", 'adresse', NEW."adresse", 'ph_webseite', NEW."ph_webseite", 'fakultaet', NEW."fakultaet", 'institut', NEW."institut", 'kommentare', NEW."kommentare", 'aliases', NEW."aliases", 'bestaetigt_am', to_char(NEW."bestaetigt_am" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bestaetigt_von', NEW."bestaetigt_von"), ARRAY['titel', 'vorname', 'nachname', 'email', 'telefon', 'adresse', 'ph_webseite', 'fakultaet', 'institut', 'kommentare', 'aliases', 'bestaetigt_am', 'bestaetigt_von']), NULL);
    END IF;
    RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION projects_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
    END IF;
    IF TG_OP = 'INSERT' THEN
        PERFORM record_change('create', 'projects', NEW."projekt_id", concat_ws(' ', NEW."projekt_titel"), NEW.version,
            history_fields(NULL, jsonb_build_object('projekt_titel', NEW."projekt_titel", 'status', NEW."status", 'vertragsgrundlage', NEW."vertragsgrundlage", 'projektbeginn', NEW."projektbeginn", 'projektende', NEW."projektende", 'kuendigungsfrist', NEW."kuendigungsfrist", 'zusammenarbeit_ende_nach_vertrag', NEW."zusammenarbeit_ende_nach_vertrag", 'foerderer', NEW."foerderer", 'foerderer_link', NEW."foerderer_link", 'mittelvolumen', NEW."mittelvolumen", 'drittelmittelanteil', NEW."drittelmittelanteil", 'projektwebsite', NEW."projektwebsite", 'einrichtungen', (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (SELECT l."einrichtung_id" AS entry FROM "project_facilities" l WHERE l."projekt_id" = NEW."projekt_id") AS entries), 'kommentare', NEW."kommentare", 'aliases', NEW."aliases", 'bestaetigt_am', to_char(NEW."bestaetigt_am" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bestaetigt_von', NEW."bestaetigt_von"), ARRAY['projekt_titel', 'status', 'vertragsgrundlage', 'projektbeginn', 'projektende', 'kuendigungsfrist', 'zusammenarbeit_ende_nach_vertrag', 'foerderer', 'foerderer_link', 'mittelvolumen', 'drittelmittelanteil', 'projektwebsite', 'einrichtungen', 'kommentare'] || CASE WHEN cardinality(NEW."aliases") = 0 THEN ARRAY[]::text[] ELSE ARRAY['aliases'] END || CASE WHEN NEW."bestaetigt_am" IS NULL THEN ARRAY[]::text[] ELSE ARRAY['bestaetigt_am'] END || CASE WHEN coalesce(NEW."bestaetigt_von", '') = '' THEN ARRAY[]::text[] ELSE ARRAY['bestaetigt_von'] END), NULL);
    ELSIF TG_OP = 'DELETE' THEN
        PERFORM record_change('delete', 'projects', OLD."projekt_id", concat_ws(' ', OLD."projekt_titel"), OLD.version,
            history_fields(jsonb_build_object('projekt_titel', OLD."projekt_titel", 'status', OLD."status", 'vertragsgrundlage', OLD."vertragsgrundlage", 'projektbeginn', OLD."projektbeginn", 'projektende', OLD."projektende", 'kuendigungsfrist', OLD."kuendigungsfrist", 'zusammenarbeit_ende_nach_vertrag', OLD."zusammenarbeit_ende_nach_vertrag", 'foerderer', OLD."foerderer", 'foerderer_link', OLD."foerderer_link", 'mittelvolumen', OLD."mittelvolumen", 'drittelmittelanteil', OLD."drittelmittelanteil", 'projektwebsite', OLD."projektwebsite", 'einrichtungen', (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (SELECT l."einrichtung_id" AS entry FROM "project_facilities" l WHERE l."projekt_id" = OLD."projekt_id") AS entries), 'kommentare', OLD."kommentare", 'aliases', OLD."aliases", 'bestaetigt_am', to_char(OLD."bestaetigt_am" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bestaetigt_von', OLD."bestaetigt_von"), NULL, ARRAY['projekt_titel', 'status', 'vertragsgrundlage', 'projektbeginn', 'projektende', 'kuendigungsfrist', 'zusammenarbeit_ende_nach_vertrag', 'foerderer', 'foerderer_link', 'mittelvolumen', 'drittelmittelanteil', 'projektwebsite', 'einrichtungen', 'kommentare'] || CASE WHEN cardinality(OLD."aliases") = 0 THEN ARRAY[]::text[] ELSE ARRAY['aliases'] END || CASE WHEN OLD."bestaetigt_am" IS NULL THEN ARRAY[]::text[] ELSE ARRAY['bestaetigt_am'] END || CASE WHEN coalesce(OLD."bestaetigt_von", '') = '' THEN ARRAY[]::text[] ELSE ARRAY['bestaetigt_von'] END), (SELECT jsonb_agg(link) FROM (SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'memberProjects', 'kind', 'members', 'id', r."ph_id", 'label', concat_ws(' ', r."vorname", r."nachname"), 'values', filled_values(jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb))) AS link FROM "member_projects" l JOIN "members" r ON r."ph_id" = l."ph_id" WHERE l."projekt_id" = OLD."projekt_id" UNION ALL SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'projectInstitutions', 'kind', 'institutions', 'id', r."partner_institution_id", 'label', concat_ws(' ', r."name"), 'values', filled_values(jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb))) AS link FROM "project_institutions" l JOIN "institutions" r ON r."partner_institution_id" = l."partner_institution_id" WHERE l."projekt_id" = OLD."projekt_id" UNION ALL SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'projectPersons', 'kind', 'persons', 'id', r."person_id", 'label', concat_ws(' ', r."vorname", r."nachname"), 'values', filled_values(jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb))) AS link FROM "project_persons" l JOIN "persons" r ON r."person_id" = l."person_id" WHERE l."projekt_id" = OLD."projekt_id" UNION ALL SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'projectThematicFields', 'kind', 'thematicfields', 'id', r."themenfeld_id", 'label', concat_ws(' ', r."themenfeld_de"))) AS link FROM "project_thematic_fields" l JOIN "thematic_fields" r ON r."themenfeld_id" = l."themenfeld_id" WHERE l."projekt_id" = OLD."projekt_id" UNION ALL SELECT jsonb_build_object('relation', 'files', 'kind', 'files', 'id', f.datei_id, 'label', coalesce(nullif(f.bezeichnung, ''), v.name)) AS link FROM files f JOIN file_versions v ON v.datei_id = f.datei_id AND v.fassung = f.fassung AND v.removed_at IS NULL WHERE f.kind = 'projects' AND f.record_id = OLD."projekt_id" AND f.deleted_at IS NULL) AS links));
        RETURN OLD;
    ELSIF jsonb_build_object('projekt_titel', OLD."projekt_titel", 'status', OLD."status", 'vertragsgrundlage', OLD."vertragsgrundlage", 'projektbeginn', OLD."projektbeginn", 'projektende', OLD."projektende", 'kuendigungsfrist', OLD."kuendigungsfrist", 'zusammenarbeit_ende_nach_vertrag', OLD."zusammenarbeit_ende_nach_vertrag", 'foerderer', OLD."foerderer", 'foerderer_link', OLD."foerderer_link", 'mittelvolumen', OLD."mittelvolumen", 'drittelmittelanteil', OLD."drittelmittelanteil", 'projektwebsite', OLD."projektwebsite", 'kommentare', OLD."kommentare", 'aliases', OLD."aliases", 'bestaetigt_am', to_char(OLD."bestaetigt_am" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bestaetigt_von', OLD."bestaetigt_von") IS DISTINCT FROM jsonb_build_object('projekt_titel', NEW."projekt_titel", 'status', NEW."status", 'vertragsgrundlage', NEW."vertragsgrundlage", 'projektbeginn', NEW."projektbeginn", 'projektende', NEW."projektende", 'kuendigungsfrist', NEW."kuendigungsfrist", 'zusammenarbeit_ende_nach_vertrag', NEW."zusammenarbeit_ende_nach_vertrag", 'foerderer', NEW."foerderer", 'foerderer_link', NEW."foerderer_link", 'mittelvolumen', NEW."mittelvolumen", 'drittelmittelanteil', NEW."drittelmittelanteil", 'projektwebsite', NEW."projektwebsite", 'kommentare', NEW."kommentare", 'aliases', NEW."aliases", 'bestaetigt_am', to_char(NEW."bestaetigt_am" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bestaetigt_von', NEW."bestaetigt_von") THEN
        IF jsonb_build_object('projekt_titel', OLD."projekt_titel", 'status', OLD."status", 'vertragsgrundlage', OLD."vertragsgrundlage", 'projektbeginn', OLD."projektbeginn", 'projektende', OLD."projektende", 'kuendigungsfrist', OLD."kuendigungsfrist", 'zusammenarbeit_ende_nach_vertrag', OLD."zusammenarbeit_ende_nach_vertrag", 'foerderer', OLD."foerderer", 'foerderer_link', OLD."foerderer_link", 'mittelvolumen', OLD."mittelvolumen", 'drittelmittelanteil', OLD."drittelmittelanteil", 'projektwebsite', OLD."projektwebsite", 'kommentare', OLD."kommentare", 'aliases', OLD."aliases", 'bestaetigt_am', to_char(OLD."bestaetigt_am" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bestaetigt_von', OLD."bestaetigt_von") - ARRAY['bestaetigt_am', 'bestaetigt_von'] IS DISTINCT FROM jsonb_build_object('projekt_titel', NEW."projekt_titel", 'status', NEW."status", 'vertragsgrundlage', NEW."vertragsgrundlage", 'projektbeginn', NEW."projektbeginn", 'projektende', NEW."projektende", 'kuendigungsfrist', NEW."kuendigungsfrist", 'zusammenarbeit_ende_nach_vertrag', NEW."zusammenarbeit_ende_nach_vertrag", 'foerderer', NEW."foerderer", 'foerderer_link', NEW."foerderer_link", 'mittelvolumen', NEW."mittelvolumen", 'drittelmittelanteil', NEW."drittelmittelanteil", 'projektwebsite', NEW."projektwebsite", 'kommentare', NEW."kommentare", 'aliases', NEW."aliases", 'bestaetigt_am', to_char(NEW."bestaetigt_am" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bestaetigt_von', NEW."bestaetigt_von") - ARRAY['bestaetigt_am', 'bestaetigt_von'] THEN
            NEW.version := OLD.version + 1;
        END IF;
        PERFORM record_change('update', 'projects', NEW."projekt_id", concat_ws(' ', NEW."projekt_titel"), NEW.version,
            history_fields(jsonb_build_object('projekt_titel', OLD."projekt_titel", 'status', OLD."status", 'vertragsgrundlage', OLD."vertragsgrundlage", 'projektbeginn', OLD."projektbeginn", 'projektende', OLD."projektende", 'kuendigungsfrist', OLD."kuendigungsfrist", 'zusammenarbeit_ende_nach_vertrag', OLD."zusammenarbeit_ende_nach_vertrag", 'foerderer', OLD."foerderer", 'foerderer_link', OLD."foerderer_link", 'mittelvolumen', OLD."mittelvolumen", 'drittelmittelanteil', OLD."drittelmittelanteil", 'projektwebsite', OLD."projektwebsite", 'kommentare', OLD."kommentare", 'aliases', OLD."aliases", 'bestaetigt_am', to_char(OLD."bestaetigt_am" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bestaetigt_von', OLD."bestaetigt_von"), jsonb_build_object('projekt_titel', NEW."projekt_titel", 'status', NEW."status", 'vertragsgrundlage', NEW."vertragsgrundlage", 'projektbeginn', NEW."projektbeginn", 'projektende', NEW."projektende", 'kuendigungsfrist', NEW."kuendigungsfrist", 'zusammenarbeit_ende_nach_vertrag', NEW."zusammenarbeit_ende_nach_vertrag", 'foerderer', NEW."foerderer", 'foerderer_link', NEW."foerderer_link", 'mittelvolumen', NEW."mittelvolumen", 'drittelmittelanteil', NEW."drittelmittelanteil", 'projektwebsite', NEW."projektwebsite", 'kommentare', NEW."kommentare", 'aliases', NEW."aliases", 'bestaetigt_am', to_char(NEW."bestaetigt_am" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bestaetigt_von', NEW."bestaetigt_von"), ARRAY['projekt_titel', 'status', 'vertragsgrundlage', 'projektbeginn', 'projektende', 'kuendigungsfrist', 'zusammenarbeit_ende_nach_vertrag', 'foerderer', 'foerderer_link', 'mittelvolumen', 'drittelmittelanteil', 'projektwebsite', 'kommentare', 'aliases', 'bestaetigt_am', 'bestaetigt_von']), NULL);
    END IF;
    RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION institutions_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
    END IF;
    IF TG_OP = 'INSERT' THEN
        PERFORM record_change('create', 'institutions', NEW."partner_institution_id", concat_ws(' ', NEW."name"), NEW.version,
            history_fields(NULL, jsonb_build_object('name', NEW."name", 'organisationsform', NEW."organisationsform", 'branchen', NEW."branchen", 'abteilung', NEW."abteilung", 'kontaktperson', NEW."kontaktperson", 'email', NEW."email", 'telefon', NEW."telefon", 'adresse', NEW."adresse", 'ort', NEW."ort", 'land', NEW."land", 'webseite', NEW."webseite", 'kommentare', NEW."kommentare", 'aliases', NEW."aliases", 'bestaetigt_am', to_char(NEW."bestaetigt_am" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bestaetigt_von', NEW."bestaetigt_von"), ARRAY['name', 'organisationsform', 'branchen', 'abteilung', 'kontaktperson', 'email', 'telefon', 'adresse', 'ort', 'land', 'webseite', 'kommentare'] || CASE WHEN cardinality(NEW."aliases") = 0 THEN ARRAY[]::text[] ELSE ARRAY['aliases'] END || CASE WHEN NEW."bestaetigt_am" IS NULL THEN ARRAY[]::text[] ELSE ARRAY['bestaetigt_am'] END || CASE WHEN coalesce(NEW."bestaetigt_von", '') = '' THEN ARRAY[]::text[] ELSE ARRAY['bestaetigt_von'] END), NULL);
    ELSIF TG_OP = 'DELETE' THEN
        PERFORM record_change('delete', 'institutions', OLD."partner_institution_id", concat_ws(' ', OLD."name"), OLD.version,
            history_fields(jsonb_build_object('name', OLD."name", 'organisationsform', OLD."organisationsform", 'branchen', OLD."branchen", 'abteilung', OLD."abteilung", 'kontaktperson', OLD."kontaktperson", 'email', OLD."email", 'telefon', OLD."telefon", 'adresse', OLD."adresse", 'ort', OLD."ort", 'land', OLD."land", 'webseite', OLD."webseite", 'kommentare', OLD."kommentare", 'aliases', OLD."aliases", 'bestaetigt_am', to_char(OLD."bestaetigt_am" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bestaetigt_von', OLD."bestaetigt_von"), NULL, ARRAY['name', 'organisationsform', 'branchen', 'abteilung', 'kontaktperson', 'email', 'telefon', 'adresse', 'ort', 'land', 'webseite', 'kommentare'] || CASE WHEN cardinality(OLD."aliases") = 0 THEN ARRAY[]::text[] ELSE ARRAY['aliases'] END || CASE WHEN OLD."bestaetigt_am" IS NULL THEN ARRAY[]::text[] ELSE ARRAY['bestaetigt_am'] END || CASE WHEN coalesce(OLD."bestaetigt_von", '') = '' THEN ARRAY[]::text[] ELSE ARRAY['bestaetigt_von'] END), (SELECT jsonb_agg(link) FROM (SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'projectInstitutions', 'kind', 'projects', 'id', r."projekt_id", 'label', concat_ws(' ', r."projekt_titel"), 'values', filled_values(jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb))) AS link FROM "project_institutions" l JOIN "projects" r ON r."projekt_id" = l."projekt_id" WHERE l."partner_institution_id" = OLD."partner_institution_id" UNION ALL SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'institutionPersons', 'kind', 'persons', 'id', r."person_id", 'label', concat_ws(' ', r."vorname", r."nachname"), 'values', filled_values(jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb))) AS link FROM "institution_persons" l JOIN "persons" r ON r."person_id" = l."person_id" WHERE l."partner_institution_id" = OLD."partner_institution_id" UNION ALL SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'institutionThematicFields', 'kind', 'thematicfields', 'id', r."themenfeld_id", 'label', concat_ws(' ', r."themenfeld_de"))) AS link FROM "institution_thematic_fields" l JOIN "thematic_fields" r ON r."themenfeld_id" = l."themenfeld_id" WHERE l."partner_institution_id" = OLD."partner_institution_id" UNION ALL SELECT jsonb_build_object('relation', 'files', 'kind', 'files', 'id', f.datei_id, 'label', coalesce(nullif(f.bezeichnung, ''), v.name)) AS link FROM files f JOIN file_versions v ON v.datei_id = f.datei_id AND v.fassung = f.fassung AND v.removed_at IS NULL WHERE f.kind = 'institutions' AND f.record_id = OLD."partner_institution_id" AND f.deleted_at IS NULL) AS links));
        RETURN OLD;
    ELSIF jsonb_build_object('name', OLD."name", 'organisationsform', OLD."organisationsform", 'branchen', OLD."branchen", 'abteilung', OLD."abteilung", 'kontaktperson', OLD."kontaktperson", 'email', OLD."email", 'telefon', OLD."telefon", 'adresse', OLD."adresse", 'ort', OLD."ort", 'land', OLD."land", 'webseite', OLD."webseite", 'kommentare', OLD."kommentare", 'aliases', OLD."aliases", 'bestaetigt_am', to_char(OLD."bestaetigt_am" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bestaetigt_von', OLD."bestaetigt_von") IS DISTINCT FROM jsonb_build_object('name', NEW."name", 'organisationsform', NEW."organisationsform", 'branchen', NEW."branchen", 'abteilung', NEW."abteilung", 'kontaktperson', NEW."kontaktperson", 'email', NEW."email", 'telefon', NEW."telefon", 'adresse', NEW."adresse", 'ort', NEW."ort", 'land', NEW."land", 'webseite', NEW."webseite", 'kommentare', NEW."kommentare", 'aliases', NEW."aliases", 'bestaetigt_am', to_char(NEW."bestaetigt_am" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bestaetigt_von', NEW."bestaetigt_von") THEN
        IF jsonb_build_object('name', OLD."name", 'organisationsform', OLD."organisationsform", 'branchen', OLD."branchen", 'abteilung', OLD."abteilung", 'kontaktperson', OLD."kontaktperson", 'email', OLD."email", 'telefon', OLD."telefon", 'adresse', OLD."adresse", 'ort', OLD."ort", 'land', OLD."land", 'webseite', OLD."webseite", 'kommentare', OLD."kommentare", 'aliases', OLD."aliases", 'bestaetigt_am', to_char(OLD."bestaetigt_am" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bestaetigt_von', OLD."bestaetigt_von") - ARRAY['bestaetigt_am', 'bestaetigt_von'] IS DISTINCT FROM jsonb_build_object('name', NEW."name", 'organisationsform', NEW."organisationsform", 'branchen', NEW."branchen", 'abteilung', NEW."abteilung", 'kontaktperson', NEW."kontaktperson", 'email', NEW."email", 'telefon', NEW."telefon", 'adresse', NEW."adresse", 'ort', NEW."ort", 'land', NEW."land", 'webseite', NEW."webseite", 'kommentare', NEW."kommentare", 'aliases', NEW."aliases", 'bestaetigt_am', to_char(NEW."bestaetigt_am" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bestaetigt_von', NEW."bestaetigt_von") - ARRAY['bestaetigt_am', 'bestaetigt_von'] THEN
            NEW.version := OLD.version + 1;
        END IF;
        PERFORM record_change('update', 'institutions', NEW."partner_institution_id", concat_ws(' ', NEW."name"), NEW.version,
            history_fields(jsonb_build_object('name', OLD."name", 'organisationsform', OLD."organisationsform", 'branchen', OLD."branchen", 'abteilung', OLD."abteilung", 'kontaktperson', OLD."kontaktperson", 'email', OLD."email", 'telefon', OLD."telefon", 'adresse', OLD."adresse", 'ort', OLD."ort", 'land', OLD."land", 'webseite', OLD."webseite", 'kommentare', OLD."kommentare", 'aliases', OLD."aliases", 'bestaetigt_am', to_char(OLD."bestaetigt_am" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bestaetigt_von', OLD."bestaetigt_von"), jsonb_build_object('name', NEW."name", 'organisationsform', NEW."organisationsform", 'branchen', NEW."branchen", 'abteilung', NEW."abteilung", 'kontaktperson', NEW."kontaktperson", 'email', NEW."email", 'telefon', NEW."telefon", 'adresse', NEW."adresse", 'ort', NEW."ort", 'land', NEW."land", 'webseite', NEW."webseite", 'kommentare', NEW."kommentare", 'aliases', NEW."aliases", 'bestaetigt_am', to_char(NEW."bestaetigt_am" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bestaetigt_von', NEW."bestaetigt_von"), ARRAY['name', 'organisationsform', 'branchen', 'abteilung', 'kontaktperson', 'email', 'telefon', 'adresse', 'ort', 'land', 'webseite', 'kommentare', 'aliases', 'bestaetigt_am', 'bestaetigt_von']), NULL);
    END IF;
    RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION persons_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
    END IF;
    IF TG_OP = 'INSERT' THEN
        PERFORM record_change('create', 'persons', NEW."person_id", concat_ws(' ', NEW."vorname", NEW."nachname"), NEW.version,
            history_fields(NULL, jsonb_build_object('titel', NEW."titel", 'vorname', NEW."vorname", 'nachname', NEW."nachname", 'email', NEW."email", 'telefon', NEW."telefon", 'adresse', NEW."adresse", 'abteilung', NEW."abteilung", 'position', NEW."position", 'ph_webseite', NEW."ph_webseite", 'kommentare', NEW."kommentare", 'aliases', NEW."aliases", 'bestaetigt_am', to_char(NEW."bestaetigt_am" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bestaetigt_von', NEW."bestaetigt_von"), ARRAY['titel', 'vorname', 'nachname', 'email', 'telefon', 'adresse', 'abteilung', 'position', 'ph_webseite', 'kommentare'] || CASE WHEN cardinality(NEW."aliases") = 0 THEN ARRAY[]::text[] ELSE ARRAY['aliases'] END || CASE WHEN NEW."bestaetigt_am" IS NULL THEN ARRAY[]::text[] ELSE ARRAY['bestaetigt_am'] END || CASE WHEN coalesce(NEW."bestaetigt_von", '') = '' THEN ARRAY[]::text[] ELSE ARRAY['bestaetigt_von'] END), NULL);
    ELSIF TG_OP = 'DELETE' THEN
        PERFORM record_change('delete', 'persons', OLD."person_id", concat_ws(' ', OLD."vorname", OLD."nachname"), OLD.version,
            history_fields(jsonb_build_object('titel', OLD."titel", 'vorname', OLD."vorname", 'nachname', OLD."nachname", 'email', OLD."email", 'telefon', OLD."telefon", 'adresse', OLD."adresse", 'abteilung', OLD."abteilung", 'position', OLD."position", 'ph_webseite', OLD."ph_webseite", 'kommentare', OLD."kommentare", 'aliases', OLD."aliases", 'bestaetigt_am', to_char(OLD."bestaetigt_am" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bestaetigt_von', OLD."bestaetigt_von"), NULL, ARRAY['titel', 'vorname', 'nachname', 'email', 'telefon', 'adresse', 'abteilung', 'position', 'ph_webseite', 'kommentare'] || CASE WHEN cardinality(OLD."aliases") = 0 THEN ARRAY[]::text[] ELSE ARRAY['aliases'] END || CASE WHEN OLD."bestaetigt_am" IS NULL THEN ARRAY[]::text[] ELSE ARRAY['bestaetigt_am'] END || CASE WHEN coalesce(OLD."bestaetigt_von", '') = '' THEN ARRAY[]::text[] ELSE ARRAY['bestaetigt_von'] END), (SELECT jsonb_agg(link) FROM (SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'projectPersons', 'kind', 'projects', 'id', r."projekt_id", 'label', concat_ws(' ', r."projekt_titel"), 'values', filled_values(jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb))) AS link FROM "project_persons" l JOIN "projects" r ON r."projekt_id" = l."projekt_id" WHERE l."person_id" = OLD."person_id" UNION ALL SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'institutionPersons', 'kind', 'institutions', 'id', r."partner_institution_id", 'label', concat_ws(' ', r."name"), 'values', filled_values(jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb))) AS link FROM "institution_persons" l JOIN "institutions" r ON r."partner_institution_id" = l."partner_institution_id" WHERE l."person_id" = OLD."person_id" UNION ALL SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'personThematicFields', 'kind', 'thematicfields', 'id', r."themenfeld_id", 'label', concat_ws(' ', r."themenfeld_de"))) AS link FROM "person_thematic_fields" l JOIN "thematic_fields" r ON r."themenfeld_id" = l."themenfeld_id" WHERE l."person_id" = OLD."person_id" UNION ALL SELECT jsonb_build_object('relation', 'files', 'kind', 'files', 'id', f.datei_id, 'label', coalesce(nullif(f.bezeichnung, ''), v.name)) AS link FROM files f JOIN file_versions v ON v.datei_id = f.datei_id AND v.fassung = f.fassung AND v.removed_at IS NULL WHERE f.kind = 'persons' AND f.record_id = OLD."person_id" AND f.deleted_at IS NULL) AS links));
        RETURN OLD;
    ELSIF jsonb_build_object('titel', OLD."titel", 'vorname', OLD."vorname", 'nachname', OLD."nachname", 'email', OLD."email", 'telefon', OLD."telefon", 'adresse', OLD."adresse", 'abteilung', OLD."abteilung", 'position', OLD."position", 'ph_webseite', OLD."ph_webseite", 'kommentare', OLD."kommentare", 'aliases', OLD."aliases", 'bestaetigt_am', to_char(OLD."bestaetigt_am" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bestaetigt_von', OLD."bestaetigt_von") IS DISTINCT FROM jsonb_build_object('titel', NEW."titel", 'vorname', NEW."vorname", 'nachname', NEW."nachname", 'email', NEW."email", 'telefon', NEW."telefon", 'adresse', NEW."adresse", 'abteilung', NEW."abteilung", 'position', NEW."position", 'ph_webseite', NEW."ph_webseite", 'kommentare', NEW."kommentare", 'aliases', NEW."aliases", 'bestaetigt_am', to_char(NEW."bestaetigt_am" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bestaetigt_von', NEW."bestaetigt_von") THEN
        IF jsonb_build_object('titel', OLD."titel", 'vorname', OLD."vorname", 'nachname', OLD."nachname", 'email', OLD."email", 'telefon', OLD."telefon", 'adresse', OLD."adresse", 'abteilung', OLD."abteilung", 'position', OLD."position", 'ph_webseite', OLD."ph_webseite", 'kommentare', OLD."kommentare", 'aliases', OLD."aliases", 'bestaetigt_am', to_char(OLD."bestaetigt_am" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bestaetigt_von', OLD."bestaetigt_von") - ARRAY['bestaetigt_am', 'bestaetigt_von'] IS DISTINCT FROM jsonb_build_object('titel', NEW."titel", 'vorname', NEW."vorname", 'nachname', NEW."nachname", 'email', NEW."email", 'telefon', NEW."telefon", 'adresse', NEW."adresse", 'abteilung', NEW."abteilung", 'position', NEW."position", 'ph_webseite', NEW."ph_webseite", 'kommentare', NEW."kommentare", 'aliases', NEW."aliases", 'bestaetigt_am', to_char(NEW."bestaetigt_am" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bestaetigt_von', NEW."bestaetigt_von") - ARRAY['bestaetigt_am', 'bestaetigt_von'] THEN
            NEW.version := OLD.version + 1;
        END IF;
        PERFORM record_change('update', 'persons', NEW."person_id", concat_ws(' ', NEW."vorname", NEW."nachname"), NEW.version,
            history_fields(jsonb_build_object('titel', OLD."titel", 'vorname', OLD."vorname", 'nachname', OLD."nachname", 'email', OLD."email", 'telefon', OLD."telefon", 'adresse', OLD."adresse", 'abteilung', OLD."abteilung", 'position', OLD."position", 'ph_webseite', OLD."ph_webseite", 'kommentare', OLD."kommentare", 'aliases', OLD."aliases", 'bestaetigt_am', to_char(OLD."bestaetigt_am" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bestaetigt_von', OLD."bestaetigt_von"), jsonb_build_object('titel', NEW."titel", 'vorname', NEW."vorname", 'nachname', NEW."nachname", 'email', NEW."email", 'telefon', NEW."telefon", 'adresse', NEW."adresse", 'abteilung', NEW."abteilung", 'position', NEW."position", 'ph_webseite', NEW."ph_webseite", 'kommentare', NEW."kommentare", 'aliases', NEW."aliases", 'bestaetigt_am', to_char(NEW."bestaetigt_am" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bestaetigt_von', NEW."bestaetigt_von"), ARRAY['titel', 'vorname', 'nachname', 'email', 'telefon', 'adresse', 'abteilung', 'position', 'ph_webseite', 'kommentare', 'aliases', 'bestaetigt_am', 'bestaetigt_von']), NULL);
    END IF;
    RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION thematic_fields_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
    END IF;
    IF TG_OP = 'INSERT' THEN
        PERFORM record_change('create', 'thematicfields', NEW."themenfeld_id", concat_ws(' ', NEW."themenfeld_de"), NEW.version,
            history_fields(NULL, jsonb_build_object('themenfeld_de', NEW."themenfeld_de", 'themenfeld_en', NEW."themenfeld_en", 'aliases', NEW."aliases"), ARRAY['themenfeld_de', 'themenfeld_en'] || CASE WHEN cardinality(NEW."aliases") = 0 THEN ARRAY[]::text[] ELSE ARRAY['aliases'] END), NULL);
    ELSIF TG_OP = 'DELETE' THEN
        PERFORM record_change('delete', 'thematicfields', OLD."themenfeld_id", concat_ws(' ', OLD."themenfeld_de"), OLD.version,
            history_fields(jsonb_build_object('themenfeld_de', OLD."themenfeld_de", 'themenfeld_en', OLD."themenfeld_en", 'aliases', OLD."aliases"), NULL, ARRAY['themenfeld_de', 'themenfeld_en'] || CASE WHEN cardinality(OLD."aliases") = 0 THEN ARRAY[]::text[] ELSE ARRAY['aliases'] END), (SELECT jsonb_agg(link) FROM (SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'memberThematicFields', 'kind', 'members', 'id', r."ph_id", 'label', concat_ws(' ', r."vorname", r."nachname"))) AS link FROM "member_thematic_fields" l JOIN "members" r ON r."ph_id" = l."ph_id" WHERE l."themenfeld_id" = OLD."themenfeld_id" UNION ALL SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'projectThematicFields', 'kind', 'projects', 'id', r."projekt_id", 'label', concat_ws(' ', r."projekt_titel"))) AS link FROM "project_thematic_fields" l JOIN "projects" r ON r."projekt_id" = l."projekt_id" WHERE l."themenfeld_id" = OLD."themenfeld_id" UNION ALL SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'institutionThematicFields', 'kind', 'institutions', 'id', r."partner_institution_id", 'label', concat_ws(' ', r."name"))) AS link FROM "institution_thematic_fields" l JOIN "institutions" r ON r."partner_institution_id" = l."partner_institution_id" WHERE l."themenfeld_id" = OLD."themenfeld_id" UNION ALL SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'personThematicFields', 'kind', 'persons', 'id', r."person_id", 'label', concat_ws(' ', r."vorname", r."nachname"))) AS link FROM "person_thematic_fields" l JOIN "persons" r ON r."person_id" = l."person_id" WHERE l."themenfeld_id" = OLD."themenfeld_id" UNION ALL SELECT jsonb_build_object('relation', 'files', 'kind', 'files', 'id', f.datei_id, 'label', coalesce(nullif(f.bezeichnung, ''), v.name)) AS link FROM files f JOIN file_versions v ON v.datei_id = f.datei_id AND v.fassung = f.fassung AND v.removed_at IS NULL WHERE f.kind = 'thematicfields' AND f.record_id = OLD."themenfeld_id" AND f.deleted_at IS NULL) AS links));
        RETURN OLD;
    ELSIF jsonb_build_object('themenfeld_de', OLD."themenfeld_de", 'themenfeld_en', OLD."themenfeld_en", 'aliases', OLD."aliases") IS DISTINCT FROM jsonb_build_object('themenfeld_de', NEW."themenfeld_de", 'themenfeld_en', NEW."themenfeld_en", 'aliases', NEW."aliases") THEN
        NEW.version := OLD.version + 1;
        PERFORM record_change('update', 'thematicfields', NEW."themenfeld_id", concat_ws(' ', NEW."themenfeld_de"), NEW.version,
            history_fields(jsonb_build_object('themenfeld_de', OLD."themenfeld_de", 'themenfeld_en', OLD."themenfeld_en", 'aliases', OLD."aliases"), jsonb_build_object('themenfeld_de', NEW."themenfeld_de", 'themenfeld_en', NEW."themenfeld_en", 'aliases', NEW."aliases"), ARRAY['themenfeld_de', 'themenfeld_en', 'aliases']), NULL);
    END IF;
    RETURN NEW;
END
$$;

-- Generated triggers

CREATE OR REPLACE TRIGGER "members_delete_files" AFTER DELETE ON "members" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION members_delete_files();
CREATE OR REPLACE TRIGGER "projects_delete_files" AFTER DELETE ON "projects" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION projects_delete_files();
CREATE OR REPLACE TRIGGER "institutions_delete_files" AFTER DELETE ON "institutions" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION institutions_delete_files();
CREATE OR REPLACE TRIGGER "persons_delete_files" AFTER DELETE ON "persons" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION persons_delete_files();
CREATE OR REPLACE TRIGGER "thematic_fields_delete_files" AFTER DELETE ON "thematic_fields" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION thematic_fields_delete_files();
CREATE OR REPLACE TRIGGER "dateiarten_clear_deleted_files" BEFORE DELETE ON "dateiarten" FOR EACH ROW EXECUTE FUNCTION dateiarten_clear_deleted_files();
CREATE OR REPLACE TRIGGER "dateiarten_history" AFTER UPDATE ON "dateiarten" FOR EACH ROW EXECUTE FUNCTION record_row('dateiarten', 'dateiart_id', 'dateiart_de', 'dateiart_de', 'dateiart_en', 'active', 'unterzeichnet');
CREATE OR REPLACE TRIGGER "dateiarten_history_rows" AFTER INSERT OR DELETE ON "dateiarten" FOR EACH ROW EXECUTE FUNCTION record_row('dateiarten', 'dateiart_id', 'dateiart_de', 'dateiart_de', 'dateiart_en', 'active', 'unterzeichnet', 'position');
