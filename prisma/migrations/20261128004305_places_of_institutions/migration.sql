-- Countries, and country and place of institutions (contract §16).

CREATE TABLE "laender" (
    "land_id" SERIAL NOT NULL,
    "land_de" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,
    "land_en" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,
    "alpha2" CHAR(2),
    "position" SERIAL NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    CONSTRAINT "laender_pkey" PRIMARY KEY ("land_id"),
    CONSTRAINT "laender_filled" CHECK (btrim("land_de") <> '' AND btrim("land_en") <> '')
);

CREATE UNIQUE INDEX "laender_alpha2_key" ON "laender"("alpha2");

INSERT INTO "laender" VALUES (-1, 'k. A.', 'n/a');

ALTER TABLE "institutions"
    ADD COLUMN "ort" VARCHAR(100) COLLATE "de-x-icu" NOT NULL DEFAULT '',
    ADD COLUMN "land" INTEGER NOT NULL DEFAULT -1,
    ADD COLUMN "land_de" VARCHAR(100) COLLATE "de-x-icu" NOT NULL DEFAULT '',
    ADD COLUMN "land_en" VARCHAR(100) COLLATE "de-x-icu" NOT NULL DEFAULT '',
    ADD CONSTRAINT "institutions_land_fkey" FOREIGN KEY ("land") REFERENCES "laender"("land_id") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE INDEX "institutions_land_idx" ON "institutions"("land");
CREATE INDEX "institutions_land_de_partner_institution_id_idx" ON "institutions"("land_de", "partner_institution_id");
CREATE INDEX "institutions_land_en_partner_institution_id_idx" ON "institutions"("land_en", "partner_institution_id");

-- Generated functions

CREATE OR REPLACE FUNCTION institutions_fold() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE recompute boolean := TG_OP = 'INSERT' OR (NEW."suche", NEW."suche_kompakt", NEW."namen", NEW."suche_verknuepft", NEW."suche_verknuepft_kompakt", NEW."organisationsform_de", NEW."organisationsform_en", NEW."land_de", NEW."land_en") IS DISTINCT FROM (OLD."suche", OLD."suche_kompakt", OLD."namen", OLD."suche_verknuepft", OLD."suche_verknuepft_kompakt", OLD."organisationsform_de", OLD."organisationsform_en", OLD."land_de", OLD."land_en");
BEGIN
    IF recompute OR (NEW."name", NEW."abteilung", NEW."kontaktperson", NEW."branchen", NEW."adresse", NEW."ort", NEW."land", NEW."email", NEW."telefon", NEW."kommentare", NEW."aliases") IS DISTINCT FROM (OLD."name", OLD."abteilung", OLD."kontaktperson", OLD."branchen", OLD."adresse", OLD."ort", OLD."land", OLD."email", OLD."telefon", OLD."kommentare", OLD."aliases") THEN
        NEW.suche := fold_text(concat_ws(E'\n',
            NEW."name",
            NEW."abteilung",
            NEW."kontaktperson",
            NEW."branchen",
            NEW."adresse",
            NEW."ort",
            (SELECT concat_ws(E'\n', e."land_de", e."land_en") FROM "laender" e WHERE e."land_id" = NEW."land"),
            NEW."email",
            NEW."telefon",
            NEW."kommentare",
            array_to_string(NEW."aliases", E'\n')));
        NEW.suche_kompakt := fold_umlauts(NEW.suche);
    END IF;
    IF recompute OR (NEW."name", NEW."aliases", NEW."adresse", NEW."ort") IS DISTINCT FROM (OLD."name", OLD."aliases", OLD."adresse", OLD."ort") THEN
        NEW.namen := fold_text(concat_ws(E'\n', translate(NEW."name", E'\n', ' '), array_to_string(NEW."aliases", E'\n')));
        NEW.suche_verknuepft := fold_text(concat_ws(E'\n', NEW."name", NEW."adresse", NEW."ort", array_to_string(NEW."aliases", E'\n')));
        NEW.suche_verknuepft_kompakt := fold_umlauts(NEW.suche_verknuepft);
    END IF;
    IF recompute OR (NEW."organisationsform", NEW."land") IS DISTINCT FROM (OLD."organisationsform", OLD."land") THEN
        NEW."organisationsform_de" := coalesce((SELECT e."organisationsform_de" FROM "organisationsformen" e WHERE e."ogf_id" = NEW."organisationsform"), '');
        NEW."organisationsform_en" := coalesce((SELECT e."organisationsform_en" FROM "organisationsformen" e WHERE e."ogf_id" = NEW."organisationsform"), '');
        NEW."land_de" := coalesce((SELECT e."land_de" FROM "laender" e WHERE e."land_id" = NEW."land"), '');
        NEW."land_en" := coalesce((SELECT e."land_en" FROM "laender" e WHERE e."land_id" = NEW."land"), '');
    END IF;
    RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION laender_refold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "institutions" SET suche = NULL WHERE "land" = NEW."land_id";
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION institutions_reordered() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE added integer;
BEGIN
    IF NOT EXISTS (SELECT "partner_institution_id" FROM (SELECT "partner_institution_id", "name", "organisationsform_de", "organisationsform_en", "ort", "land_de", "land_en" FROM after EXCEPT SELECT "partner_institution_id", "name", "organisationsform_de", "organisationsform_en", "ort", "land_de", "land_en" FROM before) AS changed_rows) THEN
        RETURN NULL;
    END IF;
    INSERT INTO record_counts (kind, count) VALUES ('institutions', 0) RETURNING row_id INTO added;
    IF added % 200 = 0 THEN
        WITH piled AS (
            SELECT row_id FROM record_counts WHERE kind = 'institutions' FOR UPDATE SKIP LOCKED
        ), taken AS (
            DELETE FROM record_counts WHERE row_id IN (SELECT row_id FROM piled) RETURNING count
        )
        INSERT INTO record_counts (kind, count) SELECT 'institutions', coalesce(sum(count), 0) FROM taken;
    END IF;
    RETURN NULL;
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
            history_fields(jsonb_build_object('name', OLD."name", 'organisationsform', OLD."organisationsform", 'branchen', OLD."branchen", 'abteilung', OLD."abteilung", 'kontaktperson', OLD."kontaktperson", 'email', OLD."email", 'telefon', OLD."telefon", 'adresse', OLD."adresse", 'ort', OLD."ort", 'land', OLD."land", 'webseite', OLD."webseite", 'kommentare', OLD."kommentare", 'aliases', OLD."aliases", 'bestaetigt_am', to_char(OLD."bestaetigt_am" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bestaetigt_von', OLD."bestaetigt_von"), NULL, ARRAY['name', 'organisationsform', 'branchen', 'abteilung', 'kontaktperson', 'email', 'telefon', 'adresse', 'ort', 'land', 'webseite', 'kommentare'] || CASE WHEN cardinality(OLD."aliases") = 0 THEN ARRAY[]::text[] ELSE ARRAY['aliases'] END || CASE WHEN OLD."bestaetigt_am" IS NULL THEN ARRAY[]::text[] ELSE ARRAY['bestaetigt_am'] END || CASE WHEN coalesce(OLD."bestaetigt_von", '') = '' THEN ARRAY[]::text[] ELSE ARRAY['bestaetigt_von'] END), (SELECT jsonb_agg(link) FROM (SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'projectInstitutions', 'kind', 'projects', 'id', r."projekt_id", 'label', concat_ws(' ', r."projekt_titel"), 'values', filled_values(jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb))) AS link FROM "project_institutions" l JOIN "projects" r ON r."projekt_id" = l."projekt_id" WHERE l."partner_institution_id" = OLD."partner_institution_id" UNION ALL SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'institutionPersons', 'kind', 'persons', 'id', r."person_id", 'label', concat_ws(' ', r."vorname", r."nachname"), 'values', filled_values(jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb))) AS link FROM "institution_persons" l JOIN "persons" r ON r."person_id" = l."person_id" WHERE l."partner_institution_id" = OLD."partner_institution_id" UNION ALL SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'institutionThematicFields', 'kind', 'thematicfields', 'id', r."themenfeld_id", 'label', concat_ws(' ', r."themenfeld_de"))) AS link FROM "institution_thematic_fields" l JOIN "thematic_fields" r ON r."themenfeld_id" = l."themenfeld_id" WHERE l."partner_institution_id" = OLD."partner_institution_id") AS links));
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

CREATE OR REPLACE FUNCTION institutions_alike_forgotten() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ids integer[];
BEGIN
    SELECT array_agg("partner_institution_id" ORDER BY "partner_institution_id") INTO ids FROM (SELECT "partner_institution_id" FROM (SELECT "partner_institution_id", "name", "email", "webseite", "adresse", "land", "ort", "aliases" FROM after EXCEPT SELECT "partner_institution_id", "name", "email", "webseite", "adresse", "land", "ort", "aliases" FROM before) AS changed_rows) AS changed;
    IF ids IS NULL THEN
        RETURN NULL;
    END IF;
    UPDATE alike_records SET known = NULL, keys = '{}', revision = revision + 1 WHERE kind = 'institutions' AND id = ANY(ids);
    INSERT INTO alike_waiting (kind, id) SELECT 'institutions', id FROM unnest(ids) id
        ON CONFLICT (kind, id) DO UPDATE SET is_read = false;
    DELETE FROM duplicate_pairs WHERE kind = 'institutions' AND a = ANY(ids);
    DELETE FROM duplicate_pairs WHERE kind = 'institutions' AND b = ANY(ids);
    RETURN NULL;
END
$$;

-- Generated triggers

CREATE OR REPLACE TRIGGER "laender_renamed" AFTER UPDATE ON "laender" FOR EACH ROW WHEN ((OLD."land_de", OLD."land_en") IS DISTINCT FROM (NEW."land_de", NEW."land_en")) EXECUTE FUNCTION laender_refold();
CREATE OR REPLACE TRIGGER "laender_history" AFTER UPDATE ON "laender" FOR EACH ROW EXECUTE FUNCTION record_row('laender', 'land_id', 'land_de', 'land_de', 'land_en', 'active');
CREATE OR REPLACE TRIGGER "laender_history_rows" AFTER INSERT OR DELETE ON "laender" FOR EACH ROW EXECUTE FUNCTION record_row('laender', 'land_id', 'land_de', 'land_de', 'land_en', 'active', 'position');

-- Search columns of existing records

UPDATE "institutions" SET suche = NULL;
