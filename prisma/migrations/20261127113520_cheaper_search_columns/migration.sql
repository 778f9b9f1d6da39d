-- Folds as before, but in PL/pgSQL: PostgreSQL cannot inline a call of unaccent(), which is only STABLE, and plans a
-- function in SQL anew for every statement that calls it.
CREATE OR REPLACE FUNCTION fold_text(value text) RETURNS text
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
BEGIN
    -- ASCII has no accents.
    IF octet_length(value) = length(value) THEN
        RETURN lower(value COLLATE "C");
    END IF;
    RETURN lower(
        public.unaccent(
            'public.unaccent'::regdictionary,
            regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]', '', 'g')
        ) COLLATE "und-x-icu"
    );
END $$;

-- DropIndex
DROP INDEX "institutions_suche_idx";

-- DropIndex
DROP INDEX "members_suche_idx";

-- DropIndex
DROP INDEX "persons_suche_idx";

-- DropIndex
DROP INDEX "projects_suche_idx";

-- DropIndex
DROP INDEX "thematic_fields_suche_idx";

-- CreateIndex
CREATE INDEX "institutions_suche_idx" ON "institutions" USING GIN ("suche_kompakt" gin_trgm_ops, "suche_verknuepft_kompakt" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "members_suche_idx" ON "members" USING GIN ("suche_kompakt" gin_trgm_ops, "suche_verknuepft_kompakt" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "persons_suche_idx" ON "persons" USING GIN ("suche_kompakt" gin_trgm_ops, "suche_verknuepft_kompakt" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "projects_suche_idx" ON "projects" USING GIN ("suche_kompakt" gin_trgm_ops, "suche_verknuepft_kompakt" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "thematic_fields_suche_idx" ON "thematic_fields" USING GIN ("suche_kompakt" gin_trgm_ops, "suche_verknuepft_kompakt" gin_trgm_ops);

-- Generated functions

CREATE OR REPLACE FUNCTION members_fold() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE anew boolean := TG_OP = 'INSERT' OR (NEW."suche", NEW."suche_kompakt", NEW."namen", NEW."suche_verknuepft", NEW."suche_verknuepft_kompakt", NEW."institut_name_de", NEW."institut_name_en") IS DISTINCT FROM (OLD."suche", OLD."suche_kompakt", OLD."namen", OLD."suche_verknuepft", OLD."suche_verknuepft_kompakt", OLD."institut_name_de", OLD."institut_name_en");
BEGIN
    IF anew OR (NEW."titel", NEW."vorname", NEW."nachname", NEW."email", NEW."telefon", NEW."fakultaet", NEW."institut", NEW."kommentare", NEW."aliases") IS DISTINCT FROM (OLD."titel", OLD."vorname", OLD."nachname", OLD."email", OLD."telefon", OLD."fakultaet", OLD."institut", OLD."kommentare", OLD."aliases") THEN
        NEW.suche := fold_text(concat_ws(E'\n',
            (SELECT concat_ws(E'\n', e."titel_de", e."titel_en") FROM "titel" e WHERE e."titel_id" = NEW."titel"),
            NEW."vorname",
            NEW."nachname",
            NEW."email",
            NEW."telefon",
            (SELECT concat_ws(E'\n', e."fakultaet_name_de", e."fakultaet_name_en") FROM "fakultaeten" e WHERE e."fakultaet_id" = NEW."fakultaet"),
            (SELECT concat_ws(E'\n', e."institut_name_de", e."institut_name_en") FROM "institute" e WHERE e."institut_id" = NEW."institut"),
            (SELECT string_agg(concat_ws(E'\n', e."einrichtung_name_de", e."einrichtung_name_en"), E'\n') FROM "member_facilities" l JOIN "einrichtungen" e ON e."einrichtung_id" = l."einrichtung_id" WHERE l."ph_id" = NEW."ph_id"),
            NEW."kommentare",
            array_to_string(NEW."aliases", E'\n')));
        NEW.suche_kompakt := fold_umlauts(NEW.suche);
    END IF;
    IF anew OR (NEW."vorname", NEW."nachname", NEW."email", NEW."aliases") IS DISTINCT FROM (OLD."vorname", OLD."nachname", OLD."email", OLD."aliases") THEN
        NEW.namen := fold_text(concat_ws(E'\n', translate(NEW."vorname", E'\n', ' '), translate(NEW."nachname", E'\n', ' '), NEW."email", array_to_string(NEW."aliases", E'\n')));
        NEW.suche_verknuepft := fold_text(concat_ws(E'\n', NEW."vorname", NEW."nachname", array_to_string(NEW."aliases", E'\n')));
        NEW.suche_verknuepft_kompakt := fold_umlauts(NEW.suche_verknuepft);
    END IF;
    IF anew OR (NEW."institut") IS DISTINCT FROM (OLD."institut") THEN
        NEW."institut_name_de" := coalesce((SELECT e."institut_name_de" FROM "institute" e WHERE e."institut_id" = NEW."institut"), '');
        NEW."institut_name_en" := coalesce((SELECT e."institut_name_en" FROM "institute" e WHERE e."institut_id" = NEW."institut"), '');
    END IF;
    RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION member_facilities_refold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "members" SET suche = NULL WHERE "ph_id" IN (SELECT "ph_id" FROM changed);
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION projects_fold() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE anew boolean := TG_OP = 'INSERT' OR (NEW."suche", NEW."suche_kompakt", NEW."namen", NEW."suche_verknuepft", NEW."suche_verknuepft_kompakt", NEW."projektstatus_de", NEW."projektstatus_en") IS DISTINCT FROM (OLD."suche", OLD."suche_kompakt", OLD."namen", OLD."suche_verknuepft", OLD."suche_verknuepft_kompakt", OLD."projektstatus_de", OLD."projektstatus_en");
BEGIN
    IF anew OR (NEW."projekt_titel", NEW."foerderer", NEW."status", NEW."kommentare", NEW."aliases") IS DISTINCT FROM (OLD."projekt_titel", OLD."foerderer", OLD."status", OLD."kommentare", OLD."aliases") THEN
        NEW.suche := fold_text(concat_ws(E'\n',
            NEW."projekt_titel",
            NEW."foerderer",
            (SELECT concat_ws(E'\n', e."projektstatus_de", e."projektstatus_en") FROM "projekt_status" e WHERE e."projektstatus_id" = NEW."status"),
            NEW."kommentare",
            array_to_string(NEW."aliases", E'\n')));
        NEW.suche_kompakt := fold_umlauts(NEW.suche);
    END IF;
    IF anew OR (NEW."projekt_titel", NEW."aliases") IS DISTINCT FROM (OLD."projekt_titel", OLD."aliases") THEN
        NEW.namen := fold_text(concat_ws(E'\n', translate(NEW."projekt_titel", E'\n', ' '), array_to_string(NEW."aliases", E'\n')));
        NEW.suche_verknuepft := fold_text(concat_ws(E'\n', NEW."projekt_titel", array_to_string(NEW."aliases", E'\n')));
        NEW.suche_verknuepft_kompakt := fold_umlauts(NEW.suche_verknuepft);
    END IF;
    IF anew OR (NEW."status") IS DISTINCT FROM (OLD."status") THEN
        NEW."projektstatus_de" := coalesce((SELECT e."projektstatus_de" FROM "projekt_status" e WHERE e."projektstatus_id" = NEW."status"), '');
        NEW."projektstatus_en" := coalesce((SELECT e."projektstatus_en" FROM "projekt_status" e WHERE e."projektstatus_id" = NEW."status"), '');
    END IF;
    RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION institutions_fold() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE anew boolean := TG_OP = 'INSERT' OR (NEW."suche", NEW."suche_kompakt", NEW."namen", NEW."suche_verknuepft", NEW."suche_verknuepft_kompakt", NEW."organisationsform_de", NEW."organisationsform_en") IS DISTINCT FROM (OLD."suche", OLD."suche_kompakt", OLD."namen", OLD."suche_verknuepft", OLD."suche_verknuepft_kompakt", OLD."organisationsform_de", OLD."organisationsform_en");
BEGIN
    IF anew OR (NEW."name", NEW."abteilung", NEW."kontaktperson", NEW."branchen", NEW."adresse", NEW."email", NEW."telefon", NEW."kommentare", NEW."aliases") IS DISTINCT FROM (OLD."name", OLD."abteilung", OLD."kontaktperson", OLD."branchen", OLD."adresse", OLD."email", OLD."telefon", OLD."kommentare", OLD."aliases") THEN
        NEW.suche := fold_text(concat_ws(E'\n',
            NEW."name",
            NEW."abteilung",
            NEW."kontaktperson",
            NEW."branchen",
            NEW."adresse",
            NEW."email",
            NEW."telefon",
            NEW."kommentare",
            array_to_string(NEW."aliases", E'\n')));
        NEW.suche_kompakt := fold_umlauts(NEW.suche);
    END IF;
    IF anew OR (NEW."name", NEW."aliases", NEW."adresse") IS DISTINCT FROM (OLD."name", OLD."aliases", OLD."adresse") THEN
        NEW.namen := fold_text(concat_ws(E'\n', translate(NEW."name", E'\n', ' '), array_to_string(NEW."aliases", E'\n')));
        NEW.suche_verknuepft := fold_text(concat_ws(E'\n', NEW."name", NEW."adresse", array_to_string(NEW."aliases", E'\n')));
        NEW.suche_verknuepft_kompakt := fold_umlauts(NEW.suche_verknuepft);
    END IF;
    IF anew OR (NEW."organisationsform") IS DISTINCT FROM (OLD."organisationsform") THEN
        NEW."organisationsform_de" := coalesce((SELECT e."organisationsform_de" FROM "organisationsformen" e WHERE e."ogf_id" = NEW."organisationsform"), '');
        NEW."organisationsform_en" := coalesce((SELECT e."organisationsform_en" FROM "organisationsformen" e WHERE e."ogf_id" = NEW."organisationsform"), '');
    END IF;
    RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION persons_fold() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE anew boolean := TG_OP = 'INSERT' OR (NEW."suche", NEW."suche_kompakt", NEW."namen", NEW."suche_verknuepft", NEW."suche_verknuepft_kompakt") IS DISTINCT FROM (OLD."suche", OLD."suche_kompakt", OLD."namen", OLD."suche_verknuepft", OLD."suche_verknuepft_kompakt");
BEGIN
    IF anew OR (NEW."vorname", NEW."nachname", NEW."email", NEW."telefon", NEW."abteilung", NEW."position", NEW."kommentare", NEW."aliases") IS DISTINCT FROM (OLD."vorname", OLD."nachname", OLD."email", OLD."telefon", OLD."abteilung", OLD."position", OLD."kommentare", OLD."aliases") THEN
        NEW.suche := fold_text(concat_ws(E'\n',
            NEW."vorname",
            NEW."nachname",
            NEW."email",
            NEW."telefon",
            NEW."abteilung",
            NEW."position",
            NEW."kommentare",
            array_to_string(NEW."aliases", E'\n')));
        NEW.suche_kompakt := fold_umlauts(NEW.suche);
    END IF;
    IF anew OR (NEW."vorname", NEW."nachname", NEW."email", NEW."aliases") IS DISTINCT FROM (OLD."vorname", OLD."nachname", OLD."email", OLD."aliases") THEN
        NEW.namen := fold_text(concat_ws(E'\n', translate(NEW."vorname", E'\n', ' '), translate(NEW."nachname", E'\n', ' '), NEW."email", array_to_string(NEW."aliases", E'\n')));
        NEW.suche_verknuepft := fold_text(concat_ws(E'\n', NEW."vorname", NEW."nachname", array_to_string(NEW."aliases", E'\n')));
        NEW.suche_verknuepft_kompakt := fold_umlauts(NEW.suche_verknuepft);
    END IF;
    RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION thematic_fields_fold() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE anew boolean := TG_OP = 'INSERT' OR (NEW."suche", NEW."suche_kompakt", NEW."namen", NEW."suche_verknuepft", NEW."suche_verknuepft_kompakt") IS DISTINCT FROM (OLD."suche", OLD."suche_kompakt", OLD."namen", OLD."suche_verknuepft", OLD."suche_verknuepft_kompakt");
BEGIN
    IF anew OR (NEW."themenfeld_de", NEW."themenfeld_en", NEW."aliases") IS DISTINCT FROM (OLD."themenfeld_de", OLD."themenfeld_en", OLD."aliases") THEN
        NEW.suche := fold_text(concat_ws(E'\n',
            NEW."themenfeld_de",
            NEW."themenfeld_en",
            array_to_string(NEW."aliases", E'\n')));
        NEW.suche_kompakt := fold_umlauts(NEW.suche);
    END IF;
    IF anew OR (NEW."themenfeld_de", NEW."themenfeld_en", NEW."aliases") IS DISTINCT FROM (OLD."themenfeld_de", OLD."themenfeld_en", OLD."aliases") THEN
        NEW.namen := fold_text(concat_ws(E'\n', translate(NEW."themenfeld_de", E'\n', ' '), translate(NEW."themenfeld_en", E'\n', ' '), array_to_string(NEW."aliases", E'\n')));
        NEW.suche_verknuepft := fold_text(concat_ws(E'\n', NEW."themenfeld_de", NEW."themenfeld_en", array_to_string(NEW."aliases", E'\n')));
        NEW.suche_verknuepft_kompakt := fold_umlauts(NEW.suche_verknuepft);
    END IF;
    RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION titel_refold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "members" SET suche = NULL WHERE "titel" = NEW."titel_id";
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION fakultaeten_refold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "members" SET suche = NULL WHERE "fakultaet" = NEW."fakultaet_id";
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION institute_refold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "members" SET suche = NULL WHERE "institut" = NEW."institut_id";
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION einrichtungen_refold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "members" SET suche = NULL WHERE "ph_id" IN (SELECT "ph_id" FROM "member_facilities" WHERE "einrichtung_id" = NEW."einrichtung_id");
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION projekt_status_refold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "projects" SET suche = NULL WHERE "status" = NEW."projektstatus_id";
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION organisationsformen_refold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "institutions" SET suche = NULL WHERE "organisationsform" = NEW."ogf_id";
    RETURN NULL;
END
$$;

-- Generated indexes

DROP INDEX "members_vorname_begins_idx";
CREATE INDEX "members_vorname_begins_idx" ON "members" (split_part(fold_umlauts("namen"), E'\n', 1) text_pattern_ops);
DROP INDEX "members_nachname_begins_idx";
CREATE INDEX "members_nachname_begins_idx" ON "members" (split_part(fold_umlauts("namen"), E'\n', 2) text_pattern_ops);
DROP INDEX "projects_projekt_titel_begins_idx";
CREATE INDEX "projects_projekt_titel_begins_idx" ON "projects" (split_part(fold_umlauts("namen"), E'\n', 1) text_pattern_ops);
DROP INDEX "institutions_name_begins_idx";
CREATE INDEX "institutions_name_begins_idx" ON "institutions" (split_part(fold_umlauts("namen"), E'\n', 1) text_pattern_ops);
DROP INDEX "persons_vorname_begins_idx";
CREATE INDEX "persons_vorname_begins_idx" ON "persons" (split_part(fold_umlauts("namen"), E'\n', 1) text_pattern_ops);
DROP INDEX "persons_nachname_begins_idx";
CREATE INDEX "persons_nachname_begins_idx" ON "persons" (split_part(fold_umlauts("namen"), E'\n', 2) text_pattern_ops);
DROP INDEX "thematic_fields_themenfeld_de_begins_idx";
CREATE INDEX "thematic_fields_themenfeld_de_begins_idx" ON "thematic_fields" (split_part(fold_umlauts("namen"), E'\n', 1) text_pattern_ops);
DROP INDEX "thematic_fields_themenfeld_en_begins_idx";
CREATE INDEX "thematic_fields_themenfeld_en_begins_idx" ON "thematic_fields" (split_part(fold_umlauts("namen"), E'\n', 2) text_pattern_ops);

-- Search columns of existing records

UPDATE "members" SET suche = NULL;
UPDATE "projects" SET suche = NULL;
UPDATE "institutions" SET suche = NULL;
UPDATE "persons" SET suche = NULL;
UPDATE "thematic_fields" SET suche = NULL;
