-- Lists find records by linked records, too (contract §2, docs/decisions/0020-linked-search.md):
-- "suche_verknuepft" holds the folded text by which the lists of linked records find a record.

-- The indexes are created anew at the end, because updating every record is much faster without.
DROP INDEX "institutions_suche_idx";
DROP INDEX "members_suche_idx";
DROP INDEX "persons_suche_idx";
DROP INDEX "projects_suche_idx";
DROP INDEX "thematic_fields_suche_idx";

ALTER TABLE "institutions" ADD COLUMN "suche_verknuepft" TEXT NOT NULL DEFAULT '',
ADD COLUMN "suche_verknuepft_kompakt" TEXT NOT NULL DEFAULT '';

ALTER TABLE "members" ADD COLUMN "suche_verknuepft" TEXT NOT NULL DEFAULT '',
ADD COLUMN "suche_verknuepft_kompakt" TEXT NOT NULL DEFAULT '';

ALTER TABLE "persons" ADD COLUMN "suche_verknuepft" TEXT NOT NULL DEFAULT '',
ADD COLUMN "suche_verknuepft_kompakt" TEXT NOT NULL DEFAULT '';

ALTER TABLE "projects" ADD COLUMN "suche_verknuepft" TEXT NOT NULL DEFAULT '',
ADD COLUMN "suche_verknuepft_kompakt" TEXT NOT NULL DEFAULT '';

ALTER TABLE "thematic_fields" ADD COLUMN "suche_verknuepft" TEXT NOT NULL DEFAULT '',
ADD COLUMN "suche_verknuepft_kompakt" TEXT NOT NULL DEFAULT '';

-- Generated functions

CREATE OR REPLACE FUNCTION members_fold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
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
    NEW.namen := fold_text(concat_ws(E'\n', NEW."vorname", NEW."nachname", NEW."email", array_to_string(NEW."aliases", E'\n')));
    NEW.suche_verknuepft := fold_text(concat_ws(E'\n', NEW."vorname", NEW."nachname", array_to_string(NEW."aliases", E'\n')));
    NEW.suche_verknuepft_kompakt := fold_umlauts(NEW.suche_verknuepft);
    NEW."institut_name_de" := coalesce((SELECT e."institut_name_de" FROM "institute" e WHERE e."institut_id" = NEW."institut"), '');
    NEW."institut_name_en" := coalesce((SELECT e."institut_name_en" FROM "institute" e WHERE e."institut_id" = NEW."institut"), '');
    RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION projects_fold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.suche := fold_text(concat_ws(E'\n',
        NEW."projekt_titel",
        NEW."foerderer",
        (SELECT concat_ws(E'\n', e."projektstatus_de", e."projektstatus_en") FROM "projekt_status" e WHERE e."projektstatus_id" = NEW."status"),
        NEW."kommentare",
        array_to_string(NEW."aliases", E'\n')));
    NEW.suche_kompakt := fold_umlauts(NEW.suche);
    NEW.namen := fold_text(concat_ws(E'\n', NEW."projekt_titel", array_to_string(NEW."aliases", E'\n')));
    NEW.suche_verknuepft := fold_text(concat_ws(E'\n', NEW."projekt_titel", array_to_string(NEW."aliases", E'\n')));
    NEW.suche_verknuepft_kompakt := fold_umlauts(NEW.suche_verknuepft);
    NEW."projektstatus_de" := coalesce((SELECT e."projektstatus_de" FROM "projekt_status" e WHERE e."projektstatus_id" = NEW."status"), '');
    NEW."projektstatus_en" := coalesce((SELECT e."projektstatus_en" FROM "projekt_status" e WHERE e."projektstatus_id" = NEW."status"), '');
    RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION institutions_fold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
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
    NEW.namen := fold_text(concat_ws(E'\n', NEW."name", array_to_string(NEW."aliases", E'\n')));
    NEW.suche_verknuepft := fold_text(concat_ws(E'\n', NEW."name", NEW."adresse", array_to_string(NEW."aliases", E'\n')));
    NEW.suche_verknuepft_kompakt := fold_umlauts(NEW.suche_verknuepft);
    NEW."organisationsform_de" := coalesce((SELECT e."organisationsform_de" FROM "organisationsformen" e WHERE e."ogf_id" = NEW."organisationsform"), '');
    NEW."organisationsform_en" := coalesce((SELECT e."organisationsform_en" FROM "organisationsformen" e WHERE e."ogf_id" = NEW."organisationsform"), '');
    RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION persons_fold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
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
    NEW.namen := fold_text(concat_ws(E'\n', NEW."vorname", NEW."nachname", NEW."email", array_to_string(NEW."aliases", E'\n')));
    NEW.suche_verknuepft := fold_text(concat_ws(E'\n', NEW."vorname", NEW."nachname", array_to_string(NEW."aliases", E'\n')));
    NEW.suche_verknuepft_kompakt := fold_umlauts(NEW.suche_verknuepft);
    RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION thematic_fields_fold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.suche := fold_text(concat_ws(E'\n',
        NEW."themenfeld_de",
        NEW."themenfeld_en",
        array_to_string(NEW."aliases", E'\n')));
    NEW.suche_kompakt := fold_umlauts(NEW.suche);
    NEW.namen := fold_text(concat_ws(E'\n', NEW."themenfeld_de", NEW."themenfeld_en", array_to_string(NEW."aliases", E'\n')));
    NEW.suche_verknuepft := fold_text(concat_ws(E'\n', NEW."themenfeld_de", NEW."themenfeld_en", array_to_string(NEW."aliases", E'\n')));
    NEW.suche_verknuepft_kompakt := fold_umlauts(NEW.suche_verknuepft);
    RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION titel_refold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "members" SET "ph_id" = "ph_id" WHERE "titel" = NEW."titel_id";
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION fakultaeten_refold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "members" SET "ph_id" = "ph_id" WHERE "fakultaet" = NEW."fakultaet_id";
    RETURN NULL;
END
$$;

-- Generated triggers

CREATE OR REPLACE TRIGGER "titel_renamed" AFTER UPDATE ON "titel" FOR EACH ROW WHEN ((OLD."titel_de", OLD."titel_en") IS DISTINCT FROM (NEW."titel_de", NEW."titel_en")) EXECUTE FUNCTION titel_refold();
CREATE OR REPLACE TRIGGER "fakultaeten_renamed" AFTER UPDATE ON "fakultaeten" FOR EACH ROW WHEN ((OLD."fakultaet_name_de", OLD."fakultaet_name_en") IS DISTINCT FROM (NEW."fakultaet_name_de", NEW."fakultaet_name_en")) EXECUTE FUNCTION fakultaeten_refold();

-- Search columns of existing records

UPDATE "members" SET "ph_id" = "ph_id";
UPDATE "projects" SET "projekt_id" = "projekt_id";
UPDATE "institutions" SET "partner_institution_id" = "partner_institution_id";
UPDATE "persons" SET "person_id" = "person_id";
UPDATE "thematic_fields" SET "themenfeld_id" = "themenfeld_id";

-- Indexes

CREATE INDEX "institutions_suche_idx" ON "institutions" USING GIN ("suche" gin_trgm_ops, "suche_kompakt" gin_trgm_ops, "suche_verknuepft_kompakt" gin_trgm_ops);
CREATE INDEX "members_suche_idx" ON "members" USING GIN ("suche" gin_trgm_ops, "suche_kompakt" gin_trgm_ops, "suche_verknuepft_kompakt" gin_trgm_ops);
CREATE INDEX "persons_suche_idx" ON "persons" USING GIN ("suche" gin_trgm_ops, "suche_kompakt" gin_trgm_ops, "suche_verknuepft_kompakt" gin_trgm_ops);
CREATE INDEX "projects_suche_idx" ON "projects" USING GIN ("suche" gin_trgm_ops, "suche_kompakt" gin_trgm_ops, "suche_verknuepft_kompakt" gin_trgm_ops);
CREATE INDEX "thematic_fields_suche_idx" ON "thematic_fields" USING GIN ("suche" gin_trgm_ops, "suche_kompakt" gin_trgm_ops, "suche_verknuepft_kompakt" gin_trgm_ops);
