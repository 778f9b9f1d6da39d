-- AlterTable
ALTER TABLE "institutions" ADD COLUMN     "aliases" VARCHAR(255)[] NOT NULL DEFAULT ARRAY[]::VARCHAR(255)[];

-- AlterTable
ALTER TABLE "members" ADD COLUMN     "aliases" VARCHAR(255)[] NOT NULL DEFAULT ARRAY[]::VARCHAR(255)[];

-- AlterTable
ALTER TABLE "persons" ADD COLUMN     "aliases" VARCHAR(255)[] NOT NULL DEFAULT ARRAY[]::VARCHAR(255)[];

-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "aliases" VARCHAR(255)[] NOT NULL DEFAULT ARRAY[]::VARCHAR(255)[];

-- AlterTable
ALTER TABLE "thematic_fields" ADD COLUMN     "aliases" VARCHAR(255)[] NOT NULL DEFAULT ARRAY[]::VARCHAR(255)[];

-- CreateTable
CREATE TABLE "merged_records" (
    "kind" VARCHAR(30) NOT NULL,
    "id" INTEGER NOT NULL,
    "into_id" INTEGER NOT NULL,

    CONSTRAINT "merged_records_pkey" PRIMARY KEY ("kind","id")
);

-- CreateIndex
CREATE INDEX "merged_records_kind_into_id_idx" ON "merged_records"("kind", "into_id");

-- Made of lib/records by `npm run migration`. Do not edit: change the declarations.

CREATE OR REPLACE FUNCTION members_fold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.suche := fold_text(concat_ws(E'\n',
        NEW."vorname",
        NEW."nachname",
        NEW."email",
        NEW."telefon",
        (SELECT concat_ws(E'\n', e."institut_name_de", e."institut_name_en") FROM "institute" e WHERE e."institut_id" = NEW."institut"),
        (SELECT string_agg(concat_ws(E'\n', e."einrichtung_name_de", e."einrichtung_name_en"), E'\n') FROM "member_facilities" l JOIN "einrichtungen" e ON e."einrichtung_id" = l."einrichtung_id" WHERE l."ph_id" = NEW."ph_id"),
        NEW."kommentare",
        array_to_string(NEW."aliases", E'\n')));
    NEW.suche_kompakt := fold_umlauts(NEW.suche);
    NEW.namen := fold_text(concat_ws(E'\n', NEW."vorname", NEW."nachname", NEW."email", array_to_string(NEW."aliases", E'\n')));
    NEW."institut_name_de" := coalesce((SELECT e."institut_name_de" FROM "institute" e WHERE e."institut_id" = NEW."institut"), '');
    NEW."institut_name_en" := coalesce((SELECT e."institut_name_en" FROM "institute" e WHERE e."institut_id" = NEW."institut"), '');
    RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION member_facilities_refold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "members" SET "ph_id" = "ph_id" WHERE "ph_id" IN (SELECT "ph_id" FROM changed);
    RETURN NULL;
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
        NEW."kommentare",
        array_to_string(NEW."aliases", E'\n')));
    NEW.suche_kompakt := fold_umlauts(NEW.suche);
    NEW.namen := fold_text(concat_ws(E'\n', NEW."name", array_to_string(NEW."aliases", E'\n')));
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
        NEW."abteilung",
        NEW."position",
        NEW."kommentare",
        array_to_string(NEW."aliases", E'\n')));
    NEW.suche_kompakt := fold_umlauts(NEW.suche);
    NEW.namen := fold_text(concat_ws(E'\n', NEW."vorname", NEW."nachname", NEW."email", array_to_string(NEW."aliases", E'\n')));
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
    RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION institute_refold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "members" SET "ph_id" = "ph_id" WHERE "institut" = NEW."institut_id";
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION einrichtungen_refold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "members" SET "ph_id" = "ph_id" WHERE "ph_id" IN (SELECT "ph_id" FROM "member_facilities" WHERE "einrichtung_id" = NEW."einrichtung_id");
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION projekt_status_refold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "projects" SET "projekt_id" = "projekt_id" WHERE "status" = NEW."projektstatus_id";
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION organisationsformen_refold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "institutions" SET "partner_institution_id" = "partner_institution_id" WHERE "organisationsform" = NEW."ogf_id";
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION members_counted_in() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE added integer;
BEGIN
    IF NOT EXISTS (SELECT FROM counted) THEN
        RETURN NULL;
    END IF;
    INSERT INTO record_counts (kind, count) VALUES ('members', (SELECT count(*) FROM counted)) RETURNING row_id INTO added;
    IF added % 200 = 0 THEN
        WITH piled AS (
            SELECT row_id FROM record_counts WHERE kind = 'members' FOR UPDATE SKIP LOCKED
        ), taken AS (
            DELETE FROM record_counts WHERE row_id IN (SELECT row_id FROM piled) RETURNING count
        )
        INSERT INTO record_counts (kind, count) SELECT 'members', coalesce(sum(count), 0) FROM taken;
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION members_counted_out() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE added integer;
BEGIN
    IF NOT EXISTS (SELECT FROM counted) THEN
        RETURN NULL;
    END IF;
    INSERT INTO record_counts (kind, count) VALUES ('members', -(SELECT count(*) FROM counted)) RETURNING row_id INTO added;
    IF added % 200 = 0 THEN
        WITH piled AS (
            SELECT row_id FROM record_counts WHERE kind = 'members' FOR UPDATE SKIP LOCKED
        ), taken AS (
            DELETE FROM record_counts WHERE row_id IN (SELECT row_id FROM piled) RETURNING count
        )
        INSERT INTO record_counts (kind, count) SELECT 'members', coalesce(sum(count), 0) FROM taken;
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION members_reordered() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE added integer;
BEGIN
    IF NOT EXISTS (
        SELECT FROM before JOIN counted USING ("ph_id")
        WHERE (before."nachname", before."vorname", before."email", before."institut_name_de", before."institut_name_en") IS DISTINCT FROM (counted."nachname", counted."vorname", counted."email", counted."institut_name_de", counted."institut_name_en")
    ) THEN
        RETURN NULL;
    END IF;
    INSERT INTO record_counts (kind, count) VALUES ('members', 0) RETURNING row_id INTO added;
    IF added % 200 = 0 THEN
        WITH piled AS (
            SELECT row_id FROM record_counts WHERE kind = 'members' FOR UPDATE SKIP LOCKED
        ), taken AS (
            DELETE FROM record_counts WHERE row_id IN (SELECT row_id FROM piled) RETURNING count
        )
        INSERT INTO record_counts (kind, count) SELECT 'members', coalesce(sum(count), 0) FROM taken;
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION members_counted_none() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM record_counts WHERE kind = 'members';
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION projects_counted_in() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE added integer;
BEGIN
    IF NOT EXISTS (SELECT FROM counted) THEN
        RETURN NULL;
    END IF;
    INSERT INTO record_counts (kind, count) VALUES ('projects', (SELECT count(*) FROM counted)) RETURNING row_id INTO added;
    IF added % 200 = 0 THEN
        WITH piled AS (
            SELECT row_id FROM record_counts WHERE kind = 'projects' FOR UPDATE SKIP LOCKED
        ), taken AS (
            DELETE FROM record_counts WHERE row_id IN (SELECT row_id FROM piled) RETURNING count
        )
        INSERT INTO record_counts (kind, count) SELECT 'projects', coalesce(sum(count), 0) FROM taken;
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION projects_counted_out() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE added integer;
BEGIN
    IF NOT EXISTS (SELECT FROM counted) THEN
        RETURN NULL;
    END IF;
    INSERT INTO record_counts (kind, count) VALUES ('projects', -(SELECT count(*) FROM counted)) RETURNING row_id INTO added;
    IF added % 200 = 0 THEN
        WITH piled AS (
            SELECT row_id FROM record_counts WHERE kind = 'projects' FOR UPDATE SKIP LOCKED
        ), taken AS (
            DELETE FROM record_counts WHERE row_id IN (SELECT row_id FROM piled) RETURNING count
        )
        INSERT INTO record_counts (kind, count) SELECT 'projects', coalesce(sum(count), 0) FROM taken;
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION projects_reordered() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE added integer;
BEGIN
    IF NOT EXISTS (
        SELECT FROM before JOIN counted USING ("projekt_id")
        WHERE (before."projekt_titel", before."projektstatus_de", before."projektstatus_en", before."projektbeginn", before."projektende") IS DISTINCT FROM (counted."projekt_titel", counted."projektstatus_de", counted."projektstatus_en", counted."projektbeginn", counted."projektende")
    ) THEN
        RETURN NULL;
    END IF;
    INSERT INTO record_counts (kind, count) VALUES ('projects', 0) RETURNING row_id INTO added;
    IF added % 200 = 0 THEN
        WITH piled AS (
            SELECT row_id FROM record_counts WHERE kind = 'projects' FOR UPDATE SKIP LOCKED
        ), taken AS (
            DELETE FROM record_counts WHERE row_id IN (SELECT row_id FROM piled) RETURNING count
        )
        INSERT INTO record_counts (kind, count) SELECT 'projects', coalesce(sum(count), 0) FROM taken;
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION projects_counted_none() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM record_counts WHERE kind = 'projects';
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION institutions_counted_in() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE added integer;
BEGIN
    IF NOT EXISTS (SELECT FROM counted) THEN
        RETURN NULL;
    END IF;
    INSERT INTO record_counts (kind, count) VALUES ('institutions', (SELECT count(*) FROM counted)) RETURNING row_id INTO added;
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

CREATE OR REPLACE FUNCTION institutions_counted_out() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE added integer;
BEGIN
    IF NOT EXISTS (SELECT FROM counted) THEN
        RETURN NULL;
    END IF;
    INSERT INTO record_counts (kind, count) VALUES ('institutions', -(SELECT count(*) FROM counted)) RETURNING row_id INTO added;
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

CREATE OR REPLACE FUNCTION institutions_reordered() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE added integer;
BEGIN
    IF NOT EXISTS (
        SELECT FROM before JOIN counted USING ("partner_institution_id")
        WHERE (before."name", before."organisationsform_de", before."organisationsform_en") IS DISTINCT FROM (counted."name", counted."organisationsform_de", counted."organisationsform_en")
    ) THEN
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

CREATE OR REPLACE FUNCTION institutions_counted_none() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM record_counts WHERE kind = 'institutions';
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION persons_counted_in() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE added integer;
BEGIN
    IF NOT EXISTS (SELECT FROM counted) THEN
        RETURN NULL;
    END IF;
    INSERT INTO record_counts (kind, count) VALUES ('persons', (SELECT count(*) FROM counted)) RETURNING row_id INTO added;
    IF added % 200 = 0 THEN
        WITH piled AS (
            SELECT row_id FROM record_counts WHERE kind = 'persons' FOR UPDATE SKIP LOCKED
        ), taken AS (
            DELETE FROM record_counts WHERE row_id IN (SELECT row_id FROM piled) RETURNING count
        )
        INSERT INTO record_counts (kind, count) SELECT 'persons', coalesce(sum(count), 0) FROM taken;
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION persons_counted_out() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE added integer;
BEGIN
    IF NOT EXISTS (SELECT FROM counted) THEN
        RETURN NULL;
    END IF;
    INSERT INTO record_counts (kind, count) VALUES ('persons', -(SELECT count(*) FROM counted)) RETURNING row_id INTO added;
    IF added % 200 = 0 THEN
        WITH piled AS (
            SELECT row_id FROM record_counts WHERE kind = 'persons' FOR UPDATE SKIP LOCKED
        ), taken AS (
            DELETE FROM record_counts WHERE row_id IN (SELECT row_id FROM piled) RETURNING count
        )
        INSERT INTO record_counts (kind, count) SELECT 'persons', coalesce(sum(count), 0) FROM taken;
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION persons_reordered() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE added integer;
BEGIN
    IF NOT EXISTS (
        SELECT FROM before JOIN counted USING ("person_id")
        WHERE (before."nachname", before."vorname", before."email") IS DISTINCT FROM (counted."nachname", counted."vorname", counted."email")
    ) THEN
        RETURN NULL;
    END IF;
    INSERT INTO record_counts (kind, count) VALUES ('persons', 0) RETURNING row_id INTO added;
    IF added % 200 = 0 THEN
        WITH piled AS (
            SELECT row_id FROM record_counts WHERE kind = 'persons' FOR UPDATE SKIP LOCKED
        ), taken AS (
            DELETE FROM record_counts WHERE row_id IN (SELECT row_id FROM piled) RETURNING count
        )
        INSERT INTO record_counts (kind, count) SELECT 'persons', coalesce(sum(count), 0) FROM taken;
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION persons_counted_none() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM record_counts WHERE kind = 'persons';
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION thematic_fields_counted_in() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE added integer;
BEGIN
    IF NOT EXISTS (SELECT FROM counted) THEN
        RETURN NULL;
    END IF;
    INSERT INTO record_counts (kind, count) VALUES ('thematicfields', (SELECT count(*) FROM counted)) RETURNING row_id INTO added;
    IF added % 200 = 0 THEN
        WITH piled AS (
            SELECT row_id FROM record_counts WHERE kind = 'thematicfields' FOR UPDATE SKIP LOCKED
        ), taken AS (
            DELETE FROM record_counts WHERE row_id IN (SELECT row_id FROM piled) RETURNING count
        )
        INSERT INTO record_counts (kind, count) SELECT 'thematicfields', coalesce(sum(count), 0) FROM taken;
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION thematic_fields_counted_out() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE added integer;
BEGIN
    IF NOT EXISTS (SELECT FROM counted) THEN
        RETURN NULL;
    END IF;
    INSERT INTO record_counts (kind, count) VALUES ('thematicfields', -(SELECT count(*) FROM counted)) RETURNING row_id INTO added;
    IF added % 200 = 0 THEN
        WITH piled AS (
            SELECT row_id FROM record_counts WHERE kind = 'thematicfields' FOR UPDATE SKIP LOCKED
        ), taken AS (
            DELETE FROM record_counts WHERE row_id IN (SELECT row_id FROM piled) RETURNING count
        )
        INSERT INTO record_counts (kind, count) SELECT 'thematicfields', coalesce(sum(count), 0) FROM taken;
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION thematic_fields_reordered() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE added integer;
BEGIN
    IF NOT EXISTS (
        SELECT FROM before JOIN counted USING ("themenfeld_id")
        WHERE (before."themenfeld_de", before."themenfeld_en") IS DISTINCT FROM (counted."themenfeld_de", counted."themenfeld_en")
    ) THEN
        RETURN NULL;
    END IF;
    INSERT INTO record_counts (kind, count) VALUES ('thematicfields', 0) RETURNING row_id INTO added;
    IF added % 200 = 0 THEN
        WITH piled AS (
            SELECT row_id FROM record_counts WHERE kind = 'thematicfields' FOR UPDATE SKIP LOCKED
        ), taken AS (
            DELETE FROM record_counts WHERE row_id IN (SELECT row_id FROM piled) RETURNING count
        )
        INSERT INTO record_counts (kind, count) SELECT 'thematicfields', coalesce(sum(count), 0) FROM taken;
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION thematic_fields_counted_none() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM record_counts WHERE kind = 'thematicfields';
    RETURN NULL;
END
$$;

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

CREATE OR REPLACE FUNCTION members_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
    END IF;
    IF TG_OP = 'INSERT' THEN
        PERFORM record_change('create', 'members', NEW."ph_id", concat_ws(' ', NEW."vorname", NEW."nachname"), NEW.version,
            history_fields(NULL, jsonb_build_object('titel', NEW."titel", 'vorname', NEW."vorname", 'nachname', NEW."nachname", 'email', NEW."email", 'telefon', NEW."telefon", 'adresse', NEW."adresse", 'ph_webseite', NEW."ph_webseite", 'fakultaet', NEW."fakultaet", 'institut', NEW."institut", 'einrichtungen', (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (SELECT l."einrichtung_id" AS entry FROM "member_facilities" l WHERE l."ph_id" = NEW."ph_id") AS entries), 'status', (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (SELECT l."status_id" AS entry FROM "member_statuses" l WHERE l."ph_id" = NEW."ph_id") AS entries), 'kommentare', NEW."kommentare", 'aliases', NEW."aliases"), ARRAY['titel', 'vorname', 'nachname', 'email', 'telefon', 'adresse', 'ph_webseite', 'fakultaet', 'institut', 'einrichtungen', 'status', 'kommentare'] || CASE WHEN cardinality(NEW."aliases") = 0 THEN ARRAY[]::text[] ELSE ARRAY['aliases'] END), NULL);
    ELSIF TG_OP = 'DELETE' THEN
        PERFORM record_change('delete', 'members', OLD."ph_id", concat_ws(' ', OLD."vorname", OLD."nachname"), OLD.version,
            history_fields(jsonb_build_object('titel', OLD."titel", 'vorname', OLD."vorname", 'nachname', OLD."nachname", 'email', OLD."email", 'telefon', OLD."telefon", 'adresse', OLD."adresse", 'ph_webseite', OLD."ph_webseite", 'fakultaet', OLD."fakultaet", 'institut', OLD."institut", 'einrichtungen', (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (SELECT l."einrichtung_id" AS entry FROM "member_facilities" l WHERE l."ph_id" = OLD."ph_id") AS entries), 'status', (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (SELECT l."status_id" AS entry FROM "member_statuses" l WHERE l."ph_id" = OLD."ph_id") AS entries), 'kommentare', OLD."kommentare", 'aliases', OLD."aliases"), NULL, ARRAY['titel', 'vorname', 'nachname', 'email', 'telefon', 'adresse', 'ph_webseite', 'fakultaet', 'institut', 'einrichtungen', 'status', 'kommentare'] || CASE WHEN cardinality(OLD."aliases") = 0 THEN ARRAY[]::text[] ELSE ARRAY['aliases'] END), (SELECT jsonb_agg(link) FROM (SELECT jsonb_build_object('relation', 'memberProjects', 'kind', 'projects', 'id', r."projekt_id", 'label', concat_ws(' ', r."projekt_titel")) AS link FROM "member_projects" l JOIN "projects" r ON r."projekt_id" = l."projekt_id" WHERE l."ph_id" = OLD."ph_id" UNION ALL SELECT jsonb_build_object('relation', 'memberThematicFields', 'kind', 'thematicfields', 'id', r."themenfeld_id", 'label', concat_ws(' ', r."themenfeld_de")) AS link FROM "member_thematic_fields" l JOIN "thematic_fields" r ON r."themenfeld_id" = l."themenfeld_id" WHERE l."ph_id" = OLD."ph_id") AS links));
        RETURN OLD;
    ELSIF jsonb_build_object('titel', OLD."titel", 'vorname', OLD."vorname", 'nachname', OLD."nachname", 'email', OLD."email", 'telefon', OLD."telefon", 'adresse', OLD."adresse", 'ph_webseite', OLD."ph_webseite", 'fakultaet', OLD."fakultaet", 'institut', OLD."institut", 'einrichtungen', (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (SELECT l."einrichtung_id" AS entry FROM "member_facilities" l WHERE l."ph_id" = OLD."ph_id") AS entries), 'status', (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (SELECT l."status_id" AS entry FROM "member_statuses" l WHERE l."ph_id" = OLD."ph_id") AS entries), 'kommentare', OLD."kommentare", 'aliases', OLD."aliases") IS DISTINCT FROM jsonb_build_object('titel', NEW."titel", 'vorname', NEW."vorname", 'nachname', NEW."nachname", 'email', NEW."email", 'telefon', NEW."telefon", 'adresse', NEW."adresse", 'ph_webseite', NEW."ph_webseite", 'fakultaet', NEW."fakultaet", 'institut', NEW."institut", 'einrichtungen', (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (SELECT l."einrichtung_id" AS entry FROM "member_facilities" l WHERE l."ph_id" = NEW."ph_id") AS entries), 'status', (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (SELECT l."status_id" AS entry FROM "member_statuses" l WHERE l."ph_id" = NEW."ph_id") AS entries), 'kommentare', NEW."kommentare", 'aliases', NEW."aliases") THEN
        NEW.version := OLD.version + 1;
        PERFORM record_change('update', 'members', NEW."ph_id", concat_ws(' ', NEW."vorname", NEW."nachname"), NEW.version,
            history_fields(jsonb_build_object('titel', OLD."titel", 'vorname', OLD."vorname", 'nachname', OLD."nachname", 'email', OLD."email", 'telefon', OLD."telefon", 'adresse', OLD."adresse", 'ph_webseite', OLD."ph_webseite", 'fakultaet', OLD."fakultaet", 'institut', OLD."institut", 'einrichtungen', (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (SELECT l."einrichtung_id" AS entry FROM "member_facilities" l WHERE l."ph_id" = OLD."ph_id") AS entries), 'status', (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (SELECT l."status_id" AS entry FROM "member_statuses" l WHERE l."ph_id" = OLD."ph_id") AS entries), 'kommentare', OLD."kommentare", 'aliases', OLD."aliases"), jsonb_build_object('titel', NEW."titel", 'vorname', NEW."vorname", 'nachname', NEW."nachname", 'email', NEW."email", 'telefon', NEW."telefon", 'adresse', NEW."adresse", 'ph_webseite', NEW."ph_webseite", 'fakultaet', NEW."fakultaet", 'institut', NEW."institut", 'einrichtungen', (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (SELECT l."einrichtung_id" AS entry FROM "member_facilities" l WHERE l."ph_id" = NEW."ph_id") AS entries), 'status', (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (SELECT l."status_id" AS entry FROM "member_statuses" l WHERE l."ph_id" = NEW."ph_id") AS entries), 'kommentare', NEW."kommentare", 'aliases', NEW."aliases"), ARRAY['titel', 'vorname', 'nachname', 'email', 'telefon', 'adresse', 'ph_webseite', 'fakultaet', 'institut', 'einrichtungen', 'status', 'kommentare', 'aliases']), NULL);
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
            history_fields(NULL, jsonb_build_object('projekt_titel', NEW."projekt_titel", 'status', NEW."status", 'vertragsgrundlage', NEW."vertragsgrundlage", 'projektbeginn', NEW."projektbeginn", 'projektende', NEW."projektende", 'kuendigungsfrist', NEW."kuendigungsfrist", 'zusammenarbeit_ende_nach_vertrag', NEW."zusammenarbeit_ende_nach_vertrag", 'foerderer', NEW."foerderer", 'foerderer_link', NEW."foerderer_link", 'mittelvolumen', NEW."mittelvolumen", 'drittelmittelanteil', NEW."drittelmittelanteil", 'projektwebsite', NEW."projektwebsite", 'einrichtungen', (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (SELECT l."einrichtung_id" AS entry FROM "project_facilities" l WHERE l."projekt_id" = NEW."projekt_id") AS entries), 'kommentare', NEW."kommentare", 'aliases', NEW."aliases"), ARRAY['projekt_titel', 'status', 'vertragsgrundlage', 'projektbeginn', 'projektende', 'kuendigungsfrist', 'zusammenarbeit_ende_nach_vertrag', 'foerderer', 'foerderer_link', 'mittelvolumen', 'drittelmittelanteil', 'projektwebsite', 'einrichtungen', 'kommentare'] || CASE WHEN cardinality(NEW."aliases") = 0 THEN ARRAY[]::text[] ELSE ARRAY['aliases'] END), NULL);
    ELSIF TG_OP = 'DELETE' THEN
        PERFORM record_change('delete', 'projects', OLD."projekt_id", concat_ws(' ', OLD."projekt_titel"), OLD.version,
            history_fields(jsonb_build_object('projekt_titel', OLD."projekt_titel", 'status', OLD."status", 'vertragsgrundlage', OLD."vertragsgrundlage", 'projektbeginn', OLD."projektbeginn", 'projektende', OLD."projektende", 'kuendigungsfrist', OLD."kuendigungsfrist", 'zusammenarbeit_ende_nach_vertrag', OLD."zusammenarbeit_ende_nach_vertrag", 'foerderer', OLD."foerderer", 'foerderer_link', OLD."foerderer_link", 'mittelvolumen', OLD."mittelvolumen", 'drittelmittelanteil', OLD."drittelmittelanteil", 'projektwebsite', OLD."projektwebsite", 'einrichtungen', (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (SELECT l."einrichtung_id" AS entry FROM "project_facilities" l WHERE l."projekt_id" = OLD."projekt_id") AS entries), 'kommentare', OLD."kommentare", 'aliases', OLD."aliases"), NULL, ARRAY['projekt_titel', 'status', 'vertragsgrundlage', 'projektbeginn', 'projektende', 'kuendigungsfrist', 'zusammenarbeit_ende_nach_vertrag', 'foerderer', 'foerderer_link', 'mittelvolumen', 'drittelmittelanteil', 'projektwebsite', 'einrichtungen', 'kommentare'] || CASE WHEN cardinality(OLD."aliases") = 0 THEN ARRAY[]::text[] ELSE ARRAY['aliases'] END), (SELECT jsonb_agg(link) FROM (SELECT jsonb_build_object('relation', 'memberProjects', 'kind', 'members', 'id', r."ph_id", 'label', concat_ws(' ', r."vorname", r."nachname")) AS link FROM "member_projects" l JOIN "members" r ON r."ph_id" = l."ph_id" WHERE l."projekt_id" = OLD."projekt_id" UNION ALL SELECT jsonb_build_object('relation', 'projectInstitutions', 'kind', 'institutions', 'id', r."partner_institution_id", 'label', concat_ws(' ', r."name")) AS link FROM "project_institutions" l JOIN "institutions" r ON r."partner_institution_id" = l."partner_institution_id" WHERE l."projekt_id" = OLD."projekt_id" UNION ALL SELECT jsonb_build_object('relation', 'projectPersons', 'kind', 'persons', 'id', r."person_id", 'label', concat_ws(' ', r."vorname", r."nachname")) AS link FROM "project_persons" l JOIN "persons" r ON r."person_id" = l."person_id" WHERE l."projekt_id" = OLD."projekt_id" UNION ALL SELECT jsonb_build_object('relation', 'projectThematicFields', 'kind', 'thematicfields', 'id', r."themenfeld_id", 'label', concat_ws(' ', r."themenfeld_de")) AS link FROM "project_thematic_fields" l JOIN "thematic_fields" r ON r."themenfeld_id" = l."themenfeld_id" WHERE l."projekt_id" = OLD."projekt_id") AS links));
        RETURN OLD;
    ELSIF jsonb_build_object('projekt_titel', OLD."projekt_titel", 'status', OLD."status", 'vertragsgrundlage', OLD."vertragsgrundlage", 'projektbeginn', OLD."projektbeginn", 'projektende', OLD."projektende", 'kuendigungsfrist', OLD."kuendigungsfrist", 'zusammenarbeit_ende_nach_vertrag', OLD."zusammenarbeit_ende_nach_vertrag", 'foerderer', OLD."foerderer", 'foerderer_link', OLD."foerderer_link", 'mittelvolumen', OLD."mittelvolumen", 'drittelmittelanteil', OLD."drittelmittelanteil", 'projektwebsite', OLD."projektwebsite", 'einrichtungen', (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (SELECT l."einrichtung_id" AS entry FROM "project_facilities" l WHERE l."projekt_id" = OLD."projekt_id") AS entries), 'kommentare', OLD."kommentare", 'aliases', OLD."aliases") IS DISTINCT FROM jsonb_build_object('projekt_titel', NEW."projekt_titel", 'status', NEW."status", 'vertragsgrundlage', NEW."vertragsgrundlage", 'projektbeginn', NEW."projektbeginn", 'projektende', NEW."projektende", 'kuendigungsfrist', NEW."kuendigungsfrist", 'zusammenarbeit_ende_nach_vertrag', NEW."zusammenarbeit_ende_nach_vertrag", 'foerderer', NEW."foerderer", 'foerderer_link', NEW."foerderer_link", 'mittelvolumen', NEW."mittelvolumen", 'drittelmittelanteil', NEW."drittelmittelanteil", 'projektwebsite', NEW."projektwebsite", 'einrichtungen', (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (SELECT l."einrichtung_id" AS entry FROM "project_facilities" l WHERE l."projekt_id" = NEW."projekt_id") AS entries), 'kommentare', NEW."kommentare", 'aliases', NEW."aliases") THEN
        NEW.version := OLD.version + 1;
        PERFORM record_change('update', 'projects', NEW."projekt_id", concat_ws(' ', NEW."projekt_titel"), NEW.version,
            history_fields(jsonb_build_object('projekt_titel', OLD."projekt_titel", 'status', OLD."status", 'vertragsgrundlage', OLD."vertragsgrundlage", 'projektbeginn', OLD."projektbeginn", 'projektende', OLD."projektende", 'kuendigungsfrist', OLD."kuendigungsfrist", 'zusammenarbeit_ende_nach_vertrag', OLD."zusammenarbeit_ende_nach_vertrag", 'foerderer', OLD."foerderer", 'foerderer_link', OLD."foerderer_link", 'mittelvolumen', OLD."mittelvolumen", 'drittelmittelanteil', OLD."drittelmittelanteil", 'projektwebsite', OLD."projektwebsite", 'einrichtungen', (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (SELECT l."einrichtung_id" AS entry FROM "project_facilities" l WHERE l."projekt_id" = OLD."projekt_id") AS entries), 'kommentare', OLD."kommentare", 'aliases', OLD."aliases"), jsonb_build_object('projekt_titel', NEW."projekt_titel", 'status', NEW."status", 'vertragsgrundlage', NEW."vertragsgrundlage", 'projektbeginn', NEW."projektbeginn", 'projektende', NEW."projektende", 'kuendigungsfrist', NEW."kuendigungsfrist", 'zusammenarbeit_ende_nach_vertrag', NEW."zusammenarbeit_ende_nach_vertrag", 'foerderer', NEW."foerderer", 'foerderer_link', NEW."foerderer_link", 'mittelvolumen', NEW."mittelvolumen", 'drittelmittelanteil', NEW."drittelmittelanteil", 'projektwebsite', NEW."projektwebsite", 'einrichtungen', (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (SELECT l."einrichtung_id" AS entry FROM "project_facilities" l WHERE l."projekt_id" = NEW."projekt_id") AS entries), 'kommentare', NEW."kommentare", 'aliases', NEW."aliases"), ARRAY['projekt_titel', 'status', 'vertragsgrundlage', 'projektbeginn', 'projektende', 'kuendigungsfrist', 'zusammenarbeit_ende_nach_vertrag', 'foerderer', 'foerderer_link', 'mittelvolumen', 'drittelmittelanteil', 'projektwebsite', 'einrichtungen', 'kommentare', 'aliases']), NULL);
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
            history_fields(NULL, jsonb_build_object('name', NEW."name", 'organisationsform', NEW."organisationsform", 'branchen', NEW."branchen", 'abteilung', NEW."abteilung", 'kontaktperson', NEW."kontaktperson", 'email', NEW."email", 'telefon', NEW."telefon", 'adresse', NEW."adresse", 'webseite', NEW."webseite", 'kommentare', NEW."kommentare", 'aliases', NEW."aliases"), ARRAY['name', 'organisationsform', 'branchen', 'abteilung', 'kontaktperson', 'email', 'telefon', 'adresse', 'webseite', 'kommentare'] || CASE WHEN cardinality(NEW."aliases") = 0 THEN ARRAY[]::text[] ELSE ARRAY['aliases'] END), NULL);
    ELSIF TG_OP = 'DELETE' THEN
        PERFORM record_change('delete', 'institutions', OLD."partner_institution_id", concat_ws(' ', OLD."name"), OLD.version,
            history_fields(jsonb_build_object('name', OLD."name", 'organisationsform', OLD."organisationsform", 'branchen', OLD."branchen", 'abteilung', OLD."abteilung", 'kontaktperson', OLD."kontaktperson", 'email', OLD."email", 'telefon', OLD."telefon", 'adresse', OLD."adresse", 'webseite', OLD."webseite", 'kommentare', OLD."kommentare", 'aliases', OLD."aliases"), NULL, ARRAY['name', 'organisationsform', 'branchen', 'abteilung', 'kontaktperson', 'email', 'telefon', 'adresse', 'webseite', 'kommentare'] || CASE WHEN cardinality(OLD."aliases") = 0 THEN ARRAY[]::text[] ELSE ARRAY['aliases'] END), (SELECT jsonb_agg(link) FROM (SELECT jsonb_build_object('relation', 'projectInstitutions', 'kind', 'projects', 'id', r."projekt_id", 'label', concat_ws(' ', r."projekt_titel")) AS link FROM "project_institutions" l JOIN "projects" r ON r."projekt_id" = l."projekt_id" WHERE l."partner_institution_id" = OLD."partner_institution_id" UNION ALL SELECT jsonb_build_object('relation', 'institutionPersons', 'kind', 'persons', 'id', r."person_id", 'label', concat_ws(' ', r."vorname", r."nachname")) AS link FROM "institution_persons" l JOIN "persons" r ON r."person_id" = l."person_id" WHERE l."partner_institution_id" = OLD."partner_institution_id" UNION ALL SELECT jsonb_build_object('relation', 'institutionThematicFields', 'kind', 'thematicfields', 'id', r."themenfeld_id", 'label', concat_ws(' ', r."themenfeld_de")) AS link FROM "institution_thematic_fields" l JOIN "thematic_fields" r ON r."themenfeld_id" = l."themenfeld_id" WHERE l."partner_institution_id" = OLD."partner_institution_id") AS links));
        RETURN OLD;
    ELSIF jsonb_build_object('name', OLD."name", 'organisationsform', OLD."organisationsform", 'branchen', OLD."branchen", 'abteilung', OLD."abteilung", 'kontaktperson', OLD."kontaktperson", 'email', OLD."email", 'telefon', OLD."telefon", 'adresse', OLD."adresse", 'webseite', OLD."webseite", 'kommentare', OLD."kommentare", 'aliases', OLD."aliases") IS DISTINCT FROM jsonb_build_object('name', NEW."name", 'organisationsform', NEW."organisationsform", 'branchen', NEW."branchen", 'abteilung', NEW."abteilung", 'kontaktperson', NEW."kontaktperson", 'email', NEW."email", 'telefon', NEW."telefon", 'adresse', NEW."adresse", 'webseite', NEW."webseite", 'kommentare', NEW."kommentare", 'aliases', NEW."aliases") THEN
        NEW.version := OLD.version + 1;
        PERFORM record_change('update', 'institutions', NEW."partner_institution_id", concat_ws(' ', NEW."name"), NEW.version,
            history_fields(jsonb_build_object('name', OLD."name", 'organisationsform', OLD."organisationsform", 'branchen', OLD."branchen", 'abteilung', OLD."abteilung", 'kontaktperson', OLD."kontaktperson", 'email', OLD."email", 'telefon', OLD."telefon", 'adresse', OLD."adresse", 'webseite', OLD."webseite", 'kommentare', OLD."kommentare", 'aliases', OLD."aliases"), jsonb_build_object('name', NEW."name", 'organisationsform', NEW."organisationsform", 'branchen', NEW."branchen", 'abteilung', NEW."abteilung", 'kontaktperson', NEW."kontaktperson", 'email', NEW."email", 'telefon', NEW."telefon", 'adresse', NEW."adresse", 'webseite', NEW."webseite", 'kommentare', NEW."kommentare", 'aliases', NEW."aliases"), ARRAY['name', 'organisationsform', 'branchen', 'abteilung', 'kontaktperson', 'email', 'telefon', 'adresse', 'webseite', 'kommentare', 'aliases']), NULL);
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
            history_fields(NULL, jsonb_build_object('titel', NEW."titel", 'vorname', NEW."vorname", 'nachname', NEW."nachname", 'email', NEW."email", 'telefon', NEW."telefon", 'adresse', NEW."adresse", 'abteilung', NEW."abteilung", 'position', NEW."position", 'ph_webseite', NEW."ph_webseite", 'kommentare', NEW."kommentare", 'aliases', NEW."aliases"), ARRAY['titel', 'vorname', 'nachname', 'email', 'telefon', 'adresse', 'abteilung', 'position', 'ph_webseite', 'kommentare'] || CASE WHEN cardinality(NEW."aliases") = 0 THEN ARRAY[]::text[] ELSE ARRAY['aliases'] END), NULL);
    ELSIF TG_OP = 'DELETE' THEN
        PERFORM record_change('delete', 'persons', OLD."person_id", concat_ws(' ', OLD."vorname", OLD."nachname"), OLD.version,
            history_fields(jsonb_build_object('titel', OLD."titel", 'vorname', OLD."vorname", 'nachname', OLD."nachname", 'email', OLD."email", 'telefon', OLD."telefon", 'adresse', OLD."adresse", 'abteilung', OLD."abteilung", 'position', OLD."position", 'ph_webseite', OLD."ph_webseite", 'kommentare', OLD."kommentare", 'aliases', OLD."aliases"), NULL, ARRAY['titel', 'vorname', 'nachname', 'email', 'telefon', 'adresse', 'abteilung', 'position', 'ph_webseite', 'kommentare'] || CASE WHEN cardinality(OLD."aliases") = 0 THEN ARRAY[]::text[] ELSE ARRAY['aliases'] END), (SELECT jsonb_agg(link) FROM (SELECT jsonb_build_object('relation', 'projectPersons', 'kind', 'projects', 'id', r."projekt_id", 'label', concat_ws(' ', r."projekt_titel")) AS link FROM "project_persons" l JOIN "projects" r ON r."projekt_id" = l."projekt_id" WHERE l."person_id" = OLD."person_id" UNION ALL SELECT jsonb_build_object('relation', 'institutionPersons', 'kind', 'institutions', 'id', r."partner_institution_id", 'label', concat_ws(' ', r."name")) AS link FROM "institution_persons" l JOIN "institutions" r ON r."partner_institution_id" = l."partner_institution_id" WHERE l."person_id" = OLD."person_id" UNION ALL SELECT jsonb_build_object('relation', 'personThematicFields', 'kind', 'thematicfields', 'id', r."themenfeld_id", 'label', concat_ws(' ', r."themenfeld_de")) AS link FROM "person_thematic_fields" l JOIN "thematic_fields" r ON r."themenfeld_id" = l."themenfeld_id" WHERE l."person_id" = OLD."person_id") AS links));
        RETURN OLD;
    ELSIF jsonb_build_object('titel', OLD."titel", 'vorname', OLD."vorname", 'nachname', OLD."nachname", 'email', OLD."email", 'telefon', OLD."telefon", 'adresse', OLD."adresse", 'abteilung', OLD."abteilung", 'position', OLD."position", 'ph_webseite', OLD."ph_webseite", 'kommentare', OLD."kommentare", 'aliases', OLD."aliases") IS DISTINCT FROM jsonb_build_object('titel', NEW."titel", 'vorname', NEW."vorname", 'nachname', NEW."nachname", 'email', NEW."email", 'telefon', NEW."telefon", 'adresse', NEW."adresse", 'abteilung', NEW."abteilung", 'position', NEW."position", 'ph_webseite', NEW."ph_webseite", 'kommentare', NEW."kommentare", 'aliases', NEW."aliases") THEN
        NEW.version := OLD.version + 1;
        PERFORM record_change('update', 'persons', NEW."person_id", concat_ws(' ', NEW."vorname", NEW."nachname"), NEW.version,
            history_fields(jsonb_build_object('titel', OLD."titel", 'vorname', OLD."vorname", 'nachname', OLD."nachname", 'email', OLD."email", 'telefon', OLD."telefon", 'adresse', OLD."adresse", 'abteilung', OLD."abteilung", 'position', OLD."position", 'ph_webseite', OLD."ph_webseite", 'kommentare', OLD."kommentare", 'aliases', OLD."aliases"), jsonb_build_object('titel', NEW."titel", 'vorname', NEW."vorname", 'nachname', NEW."nachname", 'email', NEW."email", 'telefon', NEW."telefon", 'adresse', NEW."adresse", 'abteilung', NEW."abteilung", 'position', NEW."position", 'ph_webseite', NEW."ph_webseite", 'kommentare', NEW."kommentare", 'aliases', NEW."aliases"), ARRAY['titel', 'vorname', 'nachname', 'email', 'telefon', 'adresse', 'abteilung', 'position', 'ph_webseite', 'kommentare', 'aliases']), NULL);
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
            history_fields(jsonb_build_object('themenfeld_de', OLD."themenfeld_de", 'themenfeld_en', OLD."themenfeld_en", 'aliases', OLD."aliases"), NULL, ARRAY['themenfeld_de', 'themenfeld_en'] || CASE WHEN cardinality(OLD."aliases") = 0 THEN ARRAY[]::text[] ELSE ARRAY['aliases'] END), (SELECT jsonb_agg(link) FROM (SELECT jsonb_build_object('relation', 'memberThematicFields', 'kind', 'members', 'id', r."ph_id", 'label', concat_ws(' ', r."vorname", r."nachname")) AS link FROM "member_thematic_fields" l JOIN "members" r ON r."ph_id" = l."ph_id" WHERE l."themenfeld_id" = OLD."themenfeld_id" UNION ALL SELECT jsonb_build_object('relation', 'projectThematicFields', 'kind', 'projects', 'id', r."projekt_id", 'label', concat_ws(' ', r."projekt_titel")) AS link FROM "project_thematic_fields" l JOIN "projects" r ON r."projekt_id" = l."projekt_id" WHERE l."themenfeld_id" = OLD."themenfeld_id" UNION ALL SELECT jsonb_build_object('relation', 'institutionThematicFields', 'kind', 'institutions', 'id', r."partner_institution_id", 'label', concat_ws(' ', r."name")) AS link FROM "institution_thematic_fields" l JOIN "institutions" r ON r."partner_institution_id" = l."partner_institution_id" WHERE l."themenfeld_id" = OLD."themenfeld_id" UNION ALL SELECT jsonb_build_object('relation', 'personThematicFields', 'kind', 'persons', 'id', r."person_id", 'label', concat_ws(' ', r."vorname", r."nachname")) AS link FROM "person_thematic_fields" l JOIN "persons" r ON r."person_id" = l."person_id" WHERE l."themenfeld_id" = OLD."themenfeld_id") AS links));
        RETURN OLD;
    ELSIF jsonb_build_object('themenfeld_de', OLD."themenfeld_de", 'themenfeld_en', OLD."themenfeld_en", 'aliases', OLD."aliases") IS DISTINCT FROM jsonb_build_object('themenfeld_de', NEW."themenfeld_de", 'themenfeld_en', NEW."themenfeld_en", 'aliases', NEW."aliases") THEN
        NEW.version := OLD.version + 1;
        PERFORM record_change('update', 'thematicfields', NEW."themenfeld_id", concat_ws(' ', NEW."themenfeld_de"), NEW.version,
            history_fields(jsonb_build_object('themenfeld_de', OLD."themenfeld_de", 'themenfeld_en', OLD."themenfeld_en", 'aliases', OLD."aliases"), jsonb_build_object('themenfeld_de', NEW."themenfeld_de", 'themenfeld_en', NEW."themenfeld_en", 'aliases', NEW."aliases"), ARRAY['themenfeld_de', 'themenfeld_en', 'aliases']), NULL);
    END IF;
    RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION member_facilities_history_insert() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE one record;
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    FOR one IN
        WITH come_rows AS (SELECT "ph_id", "einrichtung_id" FROM come),
            gone_rows AS (SELECT NULL::int AS "ph_id", NULL::int AS "einrichtung_id" WHERE false),
            now_rows AS (SELECT "ph_id", "einrichtung_id" FROM "member_facilities"
                WHERE "ph_id" IN (SELECT "ph_id" FROM come_rows UNION SELECT "ph_id" FROM gone_rows))
        SELECT r."ph_id" AS id, concat_ws(' ', r."vorname", r."nachname") AS label,
            (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (SELECT "einrichtung_id" AS entry FROM now_rows n WHERE n."ph_id" = r."ph_id") AS a) AS now,
            (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (
                (SELECT "einrichtung_id" AS entry FROM now_rows n WHERE n."ph_id" = r."ph_id"
                EXCEPT SELECT "einrichtung_id" FROM come_rows c WHERE c."ph_id" = r."ph_id")
                UNION SELECT "einrichtung_id" FROM gone_rows g WHERE g."ph_id" = r."ph_id") AS b) AS before
        FROM "members" r WHERE r."ph_id" IN (SELECT "ph_id" FROM come_rows UNION SELECT "ph_id" FROM gone_rows)
    LOOP
        CONTINUE WHEN one.before = one.now;
        UPDATE "members" SET version = version + 1 WHERE "ph_id" = one.id;
        PERFORM record_change('update', 'members', one.id, one.label, (SELECT version FROM "members" WHERE "ph_id" = one.id),
            jsonb_build_array(jsonb_build_object('name', 'einrichtungen', 'old', one.before, 'new', one.now)), NULL);
    END LOOP;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION member_facilities_history_delete() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE one record;
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    FOR one IN
        WITH come_rows AS (SELECT NULL::int AS "ph_id", NULL::int AS "einrichtung_id" WHERE false),
            gone_rows AS (SELECT "ph_id", "einrichtung_id" FROM gone),
            now_rows AS (SELECT "ph_id", "einrichtung_id" FROM "member_facilities"
                WHERE "ph_id" IN (SELECT "ph_id" FROM come_rows UNION SELECT "ph_id" FROM gone_rows))
        SELECT r."ph_id" AS id, concat_ws(' ', r."vorname", r."nachname") AS label,
            (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (SELECT "einrichtung_id" AS entry FROM now_rows n WHERE n."ph_id" = r."ph_id") AS a) AS now,
            (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (
                (SELECT "einrichtung_id" AS entry FROM now_rows n WHERE n."ph_id" = r."ph_id"
                EXCEPT SELECT "einrichtung_id" FROM come_rows c WHERE c."ph_id" = r."ph_id")
                UNION SELECT "einrichtung_id" FROM gone_rows g WHERE g."ph_id" = r."ph_id") AS b) AS before
        FROM "members" r WHERE r."ph_id" IN (SELECT "ph_id" FROM come_rows UNION SELECT "ph_id" FROM gone_rows)
    LOOP
        CONTINUE WHEN one.before = one.now;
        UPDATE "members" SET version = version + 1 WHERE "ph_id" = one.id;
        PERFORM record_change('update', 'members', one.id, one.label, (SELECT version FROM "members" WHERE "ph_id" = one.id),
            jsonb_build_array(jsonb_build_object('name', 'einrichtungen', 'old', one.before, 'new', one.now)), NULL);
    END LOOP;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION member_facilities_history_update() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE one record;
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    FOR one IN
        WITH come_rows AS (SELECT "ph_id", "einrichtung_id" FROM come),
            gone_rows AS (SELECT "ph_id", "einrichtung_id" FROM gone),
            now_rows AS (SELECT "ph_id", "einrichtung_id" FROM "member_facilities"
                WHERE "ph_id" IN (SELECT "ph_id" FROM come_rows UNION SELECT "ph_id" FROM gone_rows))
        SELECT r."ph_id" AS id, concat_ws(' ', r."vorname", r."nachname") AS label,
            (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (SELECT "einrichtung_id" AS entry FROM now_rows n WHERE n."ph_id" = r."ph_id") AS a) AS now,
            (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (
                (SELECT "einrichtung_id" AS entry FROM now_rows n WHERE n."ph_id" = r."ph_id"
                EXCEPT SELECT "einrichtung_id" FROM come_rows c WHERE c."ph_id" = r."ph_id")
                UNION SELECT "einrichtung_id" FROM gone_rows g WHERE g."ph_id" = r."ph_id") AS b) AS before
        FROM "members" r WHERE r."ph_id" IN (SELECT "ph_id" FROM come_rows UNION SELECT "ph_id" FROM gone_rows)
    LOOP
        CONTINUE WHEN one.before = one.now;
        UPDATE "members" SET version = version + 1 WHERE "ph_id" = one.id;
        PERFORM record_change('update', 'members', one.id, one.label, (SELECT version FROM "members" WHERE "ph_id" = one.id),
            jsonb_build_array(jsonb_build_object('name', 'einrichtungen', 'old', one.before, 'new', one.now)), NULL);
    END LOOP;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION member_statuses_history_insert() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE one record;
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    FOR one IN
        WITH come_rows AS (SELECT "ph_id", "status_id" FROM come),
            gone_rows AS (SELECT NULL::int AS "ph_id", NULL::int AS "status_id" WHERE false),
            now_rows AS (SELECT "ph_id", "status_id" FROM "member_statuses"
                WHERE "ph_id" IN (SELECT "ph_id" FROM come_rows UNION SELECT "ph_id" FROM gone_rows))
        SELECT r."ph_id" AS id, concat_ws(' ', r."vorname", r."nachname") AS label,
            (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (SELECT "status_id" AS entry FROM now_rows n WHERE n."ph_id" = r."ph_id") AS a) AS now,
            (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (
                (SELECT "status_id" AS entry FROM now_rows n WHERE n."ph_id" = r."ph_id"
                EXCEPT SELECT "status_id" FROM come_rows c WHERE c."ph_id" = r."ph_id")
                UNION SELECT "status_id" FROM gone_rows g WHERE g."ph_id" = r."ph_id") AS b) AS before
        FROM "members" r WHERE r."ph_id" IN (SELECT "ph_id" FROM come_rows UNION SELECT "ph_id" FROM gone_rows)
    LOOP
        CONTINUE WHEN one.before = one.now;
        UPDATE "members" SET version = version + 1 WHERE "ph_id" = one.id;
        PERFORM record_change('update', 'members', one.id, one.label, (SELECT version FROM "members" WHERE "ph_id" = one.id),
            jsonb_build_array(jsonb_build_object('name', 'status', 'old', one.before, 'new', one.now)), NULL);
    END LOOP;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION member_statuses_history_delete() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE one record;
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    FOR one IN
        WITH come_rows AS (SELECT NULL::int AS "ph_id", NULL::int AS "status_id" WHERE false),
            gone_rows AS (SELECT "ph_id", "status_id" FROM gone),
            now_rows AS (SELECT "ph_id", "status_id" FROM "member_statuses"
                WHERE "ph_id" IN (SELECT "ph_id" FROM come_rows UNION SELECT "ph_id" FROM gone_rows))
        SELECT r."ph_id" AS id, concat_ws(' ', r."vorname", r."nachname") AS label,
            (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (SELECT "status_id" AS entry FROM now_rows n WHERE n."ph_id" = r."ph_id") AS a) AS now,
            (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (
                (SELECT "status_id" AS entry FROM now_rows n WHERE n."ph_id" = r."ph_id"
                EXCEPT SELECT "status_id" FROM come_rows c WHERE c."ph_id" = r."ph_id")
                UNION SELECT "status_id" FROM gone_rows g WHERE g."ph_id" = r."ph_id") AS b) AS before
        FROM "members" r WHERE r."ph_id" IN (SELECT "ph_id" FROM come_rows UNION SELECT "ph_id" FROM gone_rows)
    LOOP
        CONTINUE WHEN one.before = one.now;
        UPDATE "members" SET version = version + 1 WHERE "ph_id" = one.id;
        PERFORM record_change('update', 'members', one.id, one.label, (SELECT version FROM "members" WHERE "ph_id" = one.id),
            jsonb_build_array(jsonb_build_object('name', 'status', 'old', one.before, 'new', one.now)), NULL);
    END LOOP;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION member_statuses_history_update() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE one record;
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    FOR one IN
        WITH come_rows AS (SELECT "ph_id", "status_id" FROM come),
            gone_rows AS (SELECT "ph_id", "status_id" FROM gone),
            now_rows AS (SELECT "ph_id", "status_id" FROM "member_statuses"
                WHERE "ph_id" IN (SELECT "ph_id" FROM come_rows UNION SELECT "ph_id" FROM gone_rows))
        SELECT r."ph_id" AS id, concat_ws(' ', r."vorname", r."nachname") AS label,
            (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (SELECT "status_id" AS entry FROM now_rows n WHERE n."ph_id" = r."ph_id") AS a) AS now,
            (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (
                (SELECT "status_id" AS entry FROM now_rows n WHERE n."ph_id" = r."ph_id"
                EXCEPT SELECT "status_id" FROM come_rows c WHERE c."ph_id" = r."ph_id")
                UNION SELECT "status_id" FROM gone_rows g WHERE g."ph_id" = r."ph_id") AS b) AS before
        FROM "members" r WHERE r."ph_id" IN (SELECT "ph_id" FROM come_rows UNION SELECT "ph_id" FROM gone_rows)
    LOOP
        CONTINUE WHEN one.before = one.now;
        UPDATE "members" SET version = version + 1 WHERE "ph_id" = one.id;
        PERFORM record_change('update', 'members', one.id, one.label, (SELECT version FROM "members" WHERE "ph_id" = one.id),
            jsonb_build_array(jsonb_build_object('name', 'status', 'old', one.before, 'new', one.now)), NULL);
    END LOOP;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION project_facilities_history_insert() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE one record;
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    FOR one IN
        WITH come_rows AS (SELECT "projekt_id", "einrichtung_id" FROM come),
            gone_rows AS (SELECT NULL::int AS "projekt_id", NULL::int AS "einrichtung_id" WHERE false),
            now_rows AS (SELECT "projekt_id", "einrichtung_id" FROM "project_facilities"
                WHERE "projekt_id" IN (SELECT "projekt_id" FROM come_rows UNION SELECT "projekt_id" FROM gone_rows))
        SELECT r."projekt_id" AS id, concat_ws(' ', r."projekt_titel") AS label,
            (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (SELECT "einrichtung_id" AS entry FROM now_rows n WHERE n."projekt_id" = r."projekt_id") AS a) AS now,
            (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (
                (SELECT "einrichtung_id" AS entry FROM now_rows n WHERE n."projekt_id" = r."projekt_id"
                EXCEPT SELECT "einrichtung_id" FROM come_rows c WHERE c."projekt_id" = r."projekt_id")
                UNION SELECT "einrichtung_id" FROM gone_rows g WHERE g."projekt_id" = r."projekt_id") AS b) AS before
        FROM "projects" r WHERE r."projekt_id" IN (SELECT "projekt_id" FROM come_rows UNION SELECT "projekt_id" FROM gone_rows)
    LOOP
        CONTINUE WHEN one.before = one.now;
        UPDATE "projects" SET version = version + 1 WHERE "projekt_id" = one.id;
        PERFORM record_change('update', 'projects', one.id, one.label, (SELECT version FROM "projects" WHERE "projekt_id" = one.id),
            jsonb_build_array(jsonb_build_object('name', 'einrichtungen', 'old', one.before, 'new', one.now)), NULL);
    END LOOP;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION project_facilities_history_delete() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE one record;
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    FOR one IN
        WITH come_rows AS (SELECT NULL::int AS "projekt_id", NULL::int AS "einrichtung_id" WHERE false),
            gone_rows AS (SELECT "projekt_id", "einrichtung_id" FROM gone),
            now_rows AS (SELECT "projekt_id", "einrichtung_id" FROM "project_facilities"
                WHERE "projekt_id" IN (SELECT "projekt_id" FROM come_rows UNION SELECT "projekt_id" FROM gone_rows))
        SELECT r."projekt_id" AS id, concat_ws(' ', r."projekt_titel") AS label,
            (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (SELECT "einrichtung_id" AS entry FROM now_rows n WHERE n."projekt_id" = r."projekt_id") AS a) AS now,
            (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (
                (SELECT "einrichtung_id" AS entry FROM now_rows n WHERE n."projekt_id" = r."projekt_id"
                EXCEPT SELECT "einrichtung_id" FROM come_rows c WHERE c."projekt_id" = r."projekt_id")
                UNION SELECT "einrichtung_id" FROM gone_rows g WHERE g."projekt_id" = r."projekt_id") AS b) AS before
        FROM "projects" r WHERE r."projekt_id" IN (SELECT "projekt_id" FROM come_rows UNION SELECT "projekt_id" FROM gone_rows)
    LOOP
        CONTINUE WHEN one.before = one.now;
        UPDATE "projects" SET version = version + 1 WHERE "projekt_id" = one.id;
        PERFORM record_change('update', 'projects', one.id, one.label, (SELECT version FROM "projects" WHERE "projekt_id" = one.id),
            jsonb_build_array(jsonb_build_object('name', 'einrichtungen', 'old', one.before, 'new', one.now)), NULL);
    END LOOP;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION project_facilities_history_update() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE one record;
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    FOR one IN
        WITH come_rows AS (SELECT "projekt_id", "einrichtung_id" FROM come),
            gone_rows AS (SELECT "projekt_id", "einrichtung_id" FROM gone),
            now_rows AS (SELECT "projekt_id", "einrichtung_id" FROM "project_facilities"
                WHERE "projekt_id" IN (SELECT "projekt_id" FROM come_rows UNION SELECT "projekt_id" FROM gone_rows))
        SELECT r."projekt_id" AS id, concat_ws(' ', r."projekt_titel") AS label,
            (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (SELECT "einrichtung_id" AS entry FROM now_rows n WHERE n."projekt_id" = r."projekt_id") AS a) AS now,
            (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (
                (SELECT "einrichtung_id" AS entry FROM now_rows n WHERE n."projekt_id" = r."projekt_id"
                EXCEPT SELECT "einrichtung_id" FROM come_rows c WHERE c."projekt_id" = r."projekt_id")
                UNION SELECT "einrichtung_id" FROM gone_rows g WHERE g."projekt_id" = r."projekt_id") AS b) AS before
        FROM "projects" r WHERE r."projekt_id" IN (SELECT "projekt_id" FROM come_rows UNION SELECT "projekt_id" FROM gone_rows)
    LOOP
        CONTINUE WHEN one.before = one.now;
        UPDATE "projects" SET version = version + 1 WHERE "projekt_id" = one.id;
        PERFORM record_change('update', 'projects', one.id, one.label, (SELECT version FROM "projects" WHERE "projekt_id" = one.id),
            jsonb_build_array(jsonb_build_object('name', 'einrichtungen', 'old', one.before, 'new', one.now)), NULL);
    END LOOP;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION member_projects_history_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    PERFORM record_change('link', 'members', l."ph_id", concat_ws(' ', a."vorname", a."nachname"), a.version, '[]', NULL,
        'memberProjects', 'projects', l."projekt_id", concat_ws(' ', b."projekt_titel"))
        FROM come l JOIN "members" a ON a."ph_id" = l."ph_id" JOIN "projects" b ON b."projekt_id" = l."projekt_id";
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION member_projects_history_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    PERFORM record_change('unlink', 'members', l."ph_id", concat_ws(' ', a."vorname", a."nachname"), a.version, '[]', NULL,
        'memberProjects', 'projects', l."projekt_id", concat_ws(' ', b."projekt_titel"))
        FROM gone l JOIN "members" a ON a."ph_id" = l."ph_id" JOIN "projects" b ON b."projekt_id" = l."projekt_id";
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION member_projects_history_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    PERFORM record_change('unlink', 'members', l."ph_id", concat_ws(' ', a."vorname", a."nachname"), a.version, '[]', NULL,
        'memberProjects', 'projects', l."projekt_id", concat_ws(' ', b."projekt_titel"))
        FROM (SELECT "ph_id", "projekt_id" FROM gone EXCEPT SELECT "ph_id", "projekt_id" FROM come) l JOIN "members" a ON a."ph_id" = l."ph_id" JOIN "projects" b ON b."projekt_id" = l."projekt_id";
    PERFORM record_change('link', 'members', l."ph_id", concat_ws(' ', a."vorname", a."nachname"), a.version, '[]', NULL,
        'memberProjects', 'projects', l."projekt_id", concat_ws(' ', b."projekt_titel"))
        FROM (SELECT "ph_id", "projekt_id" FROM come EXCEPT SELECT "ph_id", "projekt_id" FROM gone) l JOIN "members" a ON a."ph_id" = l."ph_id" JOIN "projects" b ON b."projekt_id" = l."projekt_id";
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION project_institutions_history_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    PERFORM record_change('link', 'institutions', l."partner_institution_id", concat_ws(' ', a."name"), a.version, '[]', NULL,
        'projectInstitutions', 'projects', l."projekt_id", concat_ws(' ', b."projekt_titel"))
        FROM come l JOIN "institutions" a ON a."partner_institution_id" = l."partner_institution_id" JOIN "projects" b ON b."projekt_id" = l."projekt_id";
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION project_institutions_history_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    PERFORM record_change('unlink', 'institutions', l."partner_institution_id", concat_ws(' ', a."name"), a.version, '[]', NULL,
        'projectInstitutions', 'projects', l."projekt_id", concat_ws(' ', b."projekt_titel"))
        FROM gone l JOIN "institutions" a ON a."partner_institution_id" = l."partner_institution_id" JOIN "projects" b ON b."projekt_id" = l."projekt_id";
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION project_institutions_history_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    PERFORM record_change('unlink', 'institutions', l."partner_institution_id", concat_ws(' ', a."name"), a.version, '[]', NULL,
        'projectInstitutions', 'projects', l."projekt_id", concat_ws(' ', b."projekt_titel"))
        FROM (SELECT "partner_institution_id", "projekt_id" FROM gone EXCEPT SELECT "partner_institution_id", "projekt_id" FROM come) l JOIN "institutions" a ON a."partner_institution_id" = l."partner_institution_id" JOIN "projects" b ON b."projekt_id" = l."projekt_id";
    PERFORM record_change('link', 'institutions', l."partner_institution_id", concat_ws(' ', a."name"), a.version, '[]', NULL,
        'projectInstitutions', 'projects', l."projekt_id", concat_ws(' ', b."projekt_titel"))
        FROM (SELECT "partner_institution_id", "projekt_id" FROM come EXCEPT SELECT "partner_institution_id", "projekt_id" FROM gone) l JOIN "institutions" a ON a."partner_institution_id" = l."partner_institution_id" JOIN "projects" b ON b."projekt_id" = l."projekt_id";
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION project_persons_history_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    PERFORM record_change('link', 'persons', l."person_id", concat_ws(' ', a."vorname", a."nachname"), a.version, '[]', NULL,
        'projectPersons', 'projects', l."projekt_id", concat_ws(' ', b."projekt_titel"))
        FROM come l JOIN "persons" a ON a."person_id" = l."person_id" JOIN "projects" b ON b."projekt_id" = l."projekt_id";
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION project_persons_history_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    PERFORM record_change('unlink', 'persons', l."person_id", concat_ws(' ', a."vorname", a."nachname"), a.version, '[]', NULL,
        'projectPersons', 'projects', l."projekt_id", concat_ws(' ', b."projekt_titel"))
        FROM gone l JOIN "persons" a ON a."person_id" = l."person_id" JOIN "projects" b ON b."projekt_id" = l."projekt_id";
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION project_persons_history_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    PERFORM record_change('unlink', 'persons', l."person_id", concat_ws(' ', a."vorname", a."nachname"), a.version, '[]', NULL,
        'projectPersons', 'projects', l."projekt_id", concat_ws(' ', b."projekt_titel"))
        FROM (SELECT "person_id", "projekt_id" FROM gone EXCEPT SELECT "person_id", "projekt_id" FROM come) l JOIN "persons" a ON a."person_id" = l."person_id" JOIN "projects" b ON b."projekt_id" = l."projekt_id";
    PERFORM record_change('link', 'persons', l."person_id", concat_ws(' ', a."vorname", a."nachname"), a.version, '[]', NULL,
        'projectPersons', 'projects', l."projekt_id", concat_ws(' ', b."projekt_titel"))
        FROM (SELECT "person_id", "projekt_id" FROM come EXCEPT SELECT "person_id", "projekt_id" FROM gone) l JOIN "persons" a ON a."person_id" = l."person_id" JOIN "projects" b ON b."projekt_id" = l."projekt_id";
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION institution_persons_history_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    PERFORM record_change('link', 'persons', l."person_id", concat_ws(' ', a."vorname", a."nachname"), a.version, '[]', NULL,
        'institutionPersons', 'institutions', l."partner_institution_id", concat_ws(' ', b."name"))
        FROM come l JOIN "persons" a ON a."person_id" = l."person_id" JOIN "institutions" b ON b."partner_institution_id" = l."partner_institution_id";
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION institution_persons_history_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    PERFORM record_change('unlink', 'persons', l."person_id", concat_ws(' ', a."vorname", a."nachname"), a.version, '[]', NULL,
        'institutionPersons', 'institutions', l."partner_institution_id", concat_ws(' ', b."name"))
        FROM gone l JOIN "persons" a ON a."person_id" = l."person_id" JOIN "institutions" b ON b."partner_institution_id" = l."partner_institution_id";
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION institution_persons_history_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    PERFORM record_change('unlink', 'persons', l."person_id", concat_ws(' ', a."vorname", a."nachname"), a.version, '[]', NULL,
        'institutionPersons', 'institutions', l."partner_institution_id", concat_ws(' ', b."name"))
        FROM (SELECT "person_id", "partner_institution_id" FROM gone EXCEPT SELECT "person_id", "partner_institution_id" FROM come) l JOIN "persons" a ON a."person_id" = l."person_id" JOIN "institutions" b ON b."partner_institution_id" = l."partner_institution_id";
    PERFORM record_change('link', 'persons', l."person_id", concat_ws(' ', a."vorname", a."nachname"), a.version, '[]', NULL,
        'institutionPersons', 'institutions', l."partner_institution_id", concat_ws(' ', b."name"))
        FROM (SELECT "person_id", "partner_institution_id" FROM come EXCEPT SELECT "person_id", "partner_institution_id" FROM gone) l JOIN "persons" a ON a."person_id" = l."person_id" JOIN "institutions" b ON b."partner_institution_id" = l."partner_institution_id";
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION member_thematic_fields_history_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    PERFORM record_change('link', 'members', l."ph_id", concat_ws(' ', a."vorname", a."nachname"), a.version, '[]', NULL,
        'memberThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b."themenfeld_de"))
        FROM come l JOIN "members" a ON a."ph_id" = l."ph_id" JOIN "thematic_fields" b ON b."themenfeld_id" = l."themenfeld_id";
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION member_thematic_fields_history_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    PERFORM record_change('unlink', 'members', l."ph_id", concat_ws(' ', a."vorname", a."nachname"), a.version, '[]', NULL,
        'memberThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b."themenfeld_de"))
        FROM gone l JOIN "members" a ON a."ph_id" = l."ph_id" JOIN "thematic_fields" b ON b."themenfeld_id" = l."themenfeld_id";
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION member_thematic_fields_history_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    PERFORM record_change('unlink', 'members', l."ph_id", concat_ws(' ', a."vorname", a."nachname"), a.version, '[]', NULL,
        'memberThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b."themenfeld_de"))
        FROM (SELECT "ph_id", "themenfeld_id" FROM gone EXCEPT SELECT "ph_id", "themenfeld_id" FROM come) l JOIN "members" a ON a."ph_id" = l."ph_id" JOIN "thematic_fields" b ON b."themenfeld_id" = l."themenfeld_id";
    PERFORM record_change('link', 'members', l."ph_id", concat_ws(' ', a."vorname", a."nachname"), a.version, '[]', NULL,
        'memberThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b."themenfeld_de"))
        FROM (SELECT "ph_id", "themenfeld_id" FROM come EXCEPT SELECT "ph_id", "themenfeld_id" FROM gone) l JOIN "members" a ON a."ph_id" = l."ph_id" JOIN "thematic_fields" b ON b."themenfeld_id" = l."themenfeld_id";
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION project_thematic_fields_history_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    PERFORM record_change('link', 'projects', l."projekt_id", concat_ws(' ', a."projekt_titel"), a.version, '[]', NULL,
        'projectThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b."themenfeld_de"))
        FROM come l JOIN "projects" a ON a."projekt_id" = l."projekt_id" JOIN "thematic_fields" b ON b."themenfeld_id" = l."themenfeld_id";
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION project_thematic_fields_history_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    PERFORM record_change('unlink', 'projects', l."projekt_id", concat_ws(' ', a."projekt_titel"), a.version, '[]', NULL,
        'projectThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b."themenfeld_de"))
        FROM gone l JOIN "projects" a ON a."projekt_id" = l."projekt_id" JOIN "thematic_fields" b ON b."themenfeld_id" = l."themenfeld_id";
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION project_thematic_fields_history_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    PERFORM record_change('unlink', 'projects', l."projekt_id", concat_ws(' ', a."projekt_titel"), a.version, '[]', NULL,
        'projectThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b."themenfeld_de"))
        FROM (SELECT "projekt_id", "themenfeld_id" FROM gone EXCEPT SELECT "projekt_id", "themenfeld_id" FROM come) l JOIN "projects" a ON a."projekt_id" = l."projekt_id" JOIN "thematic_fields" b ON b."themenfeld_id" = l."themenfeld_id";
    PERFORM record_change('link', 'projects', l."projekt_id", concat_ws(' ', a."projekt_titel"), a.version, '[]', NULL,
        'projectThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b."themenfeld_de"))
        FROM (SELECT "projekt_id", "themenfeld_id" FROM come EXCEPT SELECT "projekt_id", "themenfeld_id" FROM gone) l JOIN "projects" a ON a."projekt_id" = l."projekt_id" JOIN "thematic_fields" b ON b."themenfeld_id" = l."themenfeld_id";
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION institution_thematic_fields_history_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    PERFORM record_change('link', 'institutions', l."partner_institution_id", concat_ws(' ', a."name"), a.version, '[]', NULL,
        'institutionThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b."themenfeld_de"))
        FROM come l JOIN "institutions" a ON a."partner_institution_id" = l."partner_institution_id" JOIN "thematic_fields" b ON b."themenfeld_id" = l."themenfeld_id";
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION institution_thematic_fields_history_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    PERFORM record_change('unlink', 'institutions', l."partner_institution_id", concat_ws(' ', a."name"), a.version, '[]', NULL,
        'institutionThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b."themenfeld_de"))
        FROM gone l JOIN "institutions" a ON a."partner_institution_id" = l."partner_institution_id" JOIN "thematic_fields" b ON b."themenfeld_id" = l."themenfeld_id";
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION institution_thematic_fields_history_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    PERFORM record_change('unlink', 'institutions', l."partner_institution_id", concat_ws(' ', a."name"), a.version, '[]', NULL,
        'institutionThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b."themenfeld_de"))
        FROM (SELECT "partner_institution_id", "themenfeld_id" FROM gone EXCEPT SELECT "partner_institution_id", "themenfeld_id" FROM come) l JOIN "institutions" a ON a."partner_institution_id" = l."partner_institution_id" JOIN "thematic_fields" b ON b."themenfeld_id" = l."themenfeld_id";
    PERFORM record_change('link', 'institutions', l."partner_institution_id", concat_ws(' ', a."name"), a.version, '[]', NULL,
        'institutionThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b."themenfeld_de"))
        FROM (SELECT "partner_institution_id", "themenfeld_id" FROM come EXCEPT SELECT "partner_institution_id", "themenfeld_id" FROM gone) l JOIN "institutions" a ON a."partner_institution_id" = l."partner_institution_id" JOIN "thematic_fields" b ON b."themenfeld_id" = l."themenfeld_id";
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION person_thematic_fields_history_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    PERFORM record_change('link', 'persons', l."person_id", concat_ws(' ', a."vorname", a."nachname"), a.version, '[]', NULL,
        'personThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b."themenfeld_de"))
        FROM come l JOIN "persons" a ON a."person_id" = l."person_id" JOIN "thematic_fields" b ON b."themenfeld_id" = l."themenfeld_id";
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION person_thematic_fields_history_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    PERFORM record_change('unlink', 'persons', l."person_id", concat_ws(' ', a."vorname", a."nachname"), a.version, '[]', NULL,
        'personThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b."themenfeld_de"))
        FROM gone l JOIN "persons" a ON a."person_id" = l."person_id" JOIN "thematic_fields" b ON b."themenfeld_id" = l."themenfeld_id";
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION person_thematic_fields_history_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    PERFORM record_change('unlink', 'persons', l."person_id", concat_ws(' ', a."vorname", a."nachname"), a.version, '[]', NULL,
        'personThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b."themenfeld_de"))
        FROM (SELECT "person_id", "themenfeld_id" FROM gone EXCEPT SELECT "person_id", "themenfeld_id" FROM come) l JOIN "persons" a ON a."person_id" = l."person_id" JOIN "thematic_fields" b ON b."themenfeld_id" = l."themenfeld_id";
    PERFORM record_change('link', 'persons', l."person_id", concat_ws(' ', a."vorname", a."nachname"), a.version, '[]', NULL,
        'personThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b."themenfeld_de"))
        FROM (SELECT "person_id", "themenfeld_id" FROM come EXCEPT SELECT "person_id", "themenfeld_id" FROM gone) l JOIN "persons" a ON a."person_id" = l."person_id" JOIN "thematic_fields" b ON b."themenfeld_id" = l."themenfeld_id";
    RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER "members_fold" BEFORE INSERT OR UPDATE ON "members" FOR EACH ROW EXECUTE FUNCTION members_fold();

CREATE OR REPLACE TRIGGER "member_facilities_added" AFTER INSERT ON "member_facilities" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION member_facilities_refold();

CREATE OR REPLACE TRIGGER "member_facilities_removed" AFTER DELETE ON "member_facilities" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION member_facilities_refold();

CREATE OR REPLACE TRIGGER "projects_fold" BEFORE INSERT OR UPDATE ON "projects" FOR EACH ROW EXECUTE FUNCTION projects_fold();

CREATE OR REPLACE TRIGGER "institutions_fold" BEFORE INSERT OR UPDATE ON "institutions" FOR EACH ROW EXECUTE FUNCTION institutions_fold();

CREATE OR REPLACE TRIGGER "persons_fold" BEFORE INSERT OR UPDATE ON "persons" FOR EACH ROW EXECUTE FUNCTION persons_fold();

CREATE OR REPLACE TRIGGER "thematic_fields_fold" BEFORE INSERT OR UPDATE ON "thematic_fields" FOR EACH ROW EXECUTE FUNCTION thematic_fields_fold();

CREATE OR REPLACE TRIGGER "institute_renamed" AFTER UPDATE ON "institute" FOR EACH ROW WHEN ((OLD."institut_name_de", OLD."institut_name_en") IS DISTINCT FROM (NEW."institut_name_de", NEW."institut_name_en")) EXECUTE FUNCTION institute_refold();

CREATE OR REPLACE TRIGGER "einrichtungen_renamed" AFTER UPDATE ON "einrichtungen" FOR EACH ROW WHEN ((OLD."einrichtung_name_de", OLD."einrichtung_name_en") IS DISTINCT FROM (NEW."einrichtung_name_de", NEW."einrichtung_name_en")) EXECUTE FUNCTION einrichtungen_refold();

CREATE OR REPLACE TRIGGER "projekt_status_renamed" AFTER UPDATE ON "projekt_status" FOR EACH ROW WHEN ((OLD."projektstatus_de", OLD."projektstatus_en") IS DISTINCT FROM (NEW."projektstatus_de", NEW."projektstatus_en")) EXECUTE FUNCTION projekt_status_refold();

CREATE OR REPLACE TRIGGER "organisationsformen_renamed" AFTER UPDATE ON "organisationsformen" FOR EACH ROW WHEN ((OLD."organisationsform_de", OLD."organisationsform_en") IS DISTINCT FROM (NEW."organisationsform_de", NEW."organisationsform_en")) EXECUTE FUNCTION organisationsformen_refold();

CREATE OR REPLACE TRIGGER "members_counted_in" AFTER INSERT ON "members" REFERENCING NEW TABLE AS counted FOR EACH STATEMENT EXECUTE FUNCTION members_counted_in();

CREATE OR REPLACE TRIGGER "members_counted_out" AFTER DELETE ON "members" REFERENCING OLD TABLE AS counted FOR EACH STATEMENT EXECUTE FUNCTION members_counted_out();

CREATE OR REPLACE TRIGGER "members_counted_none" AFTER TRUNCATE ON "members" FOR EACH STATEMENT EXECUTE FUNCTION members_counted_none();

CREATE OR REPLACE TRIGGER "members_reordered" AFTER UPDATE ON "members" REFERENCING OLD TABLE AS before NEW TABLE AS counted FOR EACH STATEMENT EXECUTE FUNCTION members_reordered();

CREATE OR REPLACE TRIGGER "projects_counted_in" AFTER INSERT ON "projects" REFERENCING NEW TABLE AS counted FOR EACH STATEMENT EXECUTE FUNCTION projects_counted_in();

CREATE OR REPLACE TRIGGER "projects_counted_out" AFTER DELETE ON "projects" REFERENCING OLD TABLE AS counted FOR EACH STATEMENT EXECUTE FUNCTION projects_counted_out();

CREATE OR REPLACE TRIGGER "projects_counted_none" AFTER TRUNCATE ON "projects" FOR EACH STATEMENT EXECUTE FUNCTION projects_counted_none();

CREATE OR REPLACE TRIGGER "projects_reordered" AFTER UPDATE ON "projects" REFERENCING OLD TABLE AS before NEW TABLE AS counted FOR EACH STATEMENT EXECUTE FUNCTION projects_reordered();

CREATE OR REPLACE TRIGGER "institutions_counted_in" AFTER INSERT ON "institutions" REFERENCING NEW TABLE AS counted FOR EACH STATEMENT EXECUTE FUNCTION institutions_counted_in();

CREATE OR REPLACE TRIGGER "institutions_counted_out" AFTER DELETE ON "institutions" REFERENCING OLD TABLE AS counted FOR EACH STATEMENT EXECUTE FUNCTION institutions_counted_out();

CREATE OR REPLACE TRIGGER "institutions_counted_none" AFTER TRUNCATE ON "institutions" FOR EACH STATEMENT EXECUTE FUNCTION institutions_counted_none();

CREATE OR REPLACE TRIGGER "institutions_reordered" AFTER UPDATE ON "institutions" REFERENCING OLD TABLE AS before NEW TABLE AS counted FOR EACH STATEMENT EXECUTE FUNCTION institutions_reordered();

CREATE OR REPLACE TRIGGER "persons_counted_in" AFTER INSERT ON "persons" REFERENCING NEW TABLE AS counted FOR EACH STATEMENT EXECUTE FUNCTION persons_counted_in();

CREATE OR REPLACE TRIGGER "persons_counted_out" AFTER DELETE ON "persons" REFERENCING OLD TABLE AS counted FOR EACH STATEMENT EXECUTE FUNCTION persons_counted_out();

CREATE OR REPLACE TRIGGER "persons_counted_none" AFTER TRUNCATE ON "persons" FOR EACH STATEMENT EXECUTE FUNCTION persons_counted_none();

CREATE OR REPLACE TRIGGER "persons_reordered" AFTER UPDATE ON "persons" REFERENCING OLD TABLE AS before NEW TABLE AS counted FOR EACH STATEMENT EXECUTE FUNCTION persons_reordered();

CREATE OR REPLACE TRIGGER "thematic_fields_counted_in" AFTER INSERT ON "thematic_fields" REFERENCING NEW TABLE AS counted FOR EACH STATEMENT EXECUTE FUNCTION thematic_fields_counted_in();

CREATE OR REPLACE TRIGGER "thematic_fields_counted_out" AFTER DELETE ON "thematic_fields" REFERENCING OLD TABLE AS counted FOR EACH STATEMENT EXECUTE FUNCTION thematic_fields_counted_out();

CREATE OR REPLACE TRIGGER "thematic_fields_counted_none" AFTER TRUNCATE ON "thematic_fields" FOR EACH STATEMENT EXECUTE FUNCTION thematic_fields_counted_none();

CREATE OR REPLACE TRIGGER "thematic_fields_reordered" AFTER UPDATE ON "thematic_fields" REFERENCING OLD TABLE AS before NEW TABLE AS counted FOR EACH STATEMENT EXECUTE FUNCTION thematic_fields_reordered();

CREATE OR REPLACE TRIGGER "projects_derived_added" AFTER INSERT ON "projects" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION project_deadlines_added();

CREATE OR REPLACE TRIGGER "projects_derived_forgotten" AFTER UPDATE ON "projects" REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION project_deadlines_forgotten();

CREATE OR REPLACE TRIGGER "projekt_status_project_deadlines_status_changed" AFTER UPDATE ON "projekt_status" REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION project_deadlines_status_changed();

CREATE OR REPLACE TRIGGER "members_history" BEFORE UPDATE OR DELETE ON "members" FOR EACH ROW EXECUTE FUNCTION members_history();

CREATE OR REPLACE TRIGGER "members_history_insert" AFTER INSERT ON "members" FOR EACH ROW EXECUTE FUNCTION members_history();

CREATE OR REPLACE TRIGGER "projects_history" BEFORE UPDATE OR DELETE ON "projects" FOR EACH ROW EXECUTE FUNCTION projects_history();

CREATE OR REPLACE TRIGGER "projects_history_insert" AFTER INSERT ON "projects" FOR EACH ROW EXECUTE FUNCTION projects_history();

CREATE OR REPLACE TRIGGER "institutions_history" BEFORE UPDATE OR DELETE ON "institutions" FOR EACH ROW EXECUTE FUNCTION institutions_history();

CREATE OR REPLACE TRIGGER "institutions_history_insert" AFTER INSERT ON "institutions" FOR EACH ROW EXECUTE FUNCTION institutions_history();

CREATE OR REPLACE TRIGGER "persons_history" BEFORE UPDATE OR DELETE ON "persons" FOR EACH ROW EXECUTE FUNCTION persons_history();

CREATE OR REPLACE TRIGGER "persons_history_insert" AFTER INSERT ON "persons" FOR EACH ROW EXECUTE FUNCTION persons_history();

CREATE OR REPLACE TRIGGER "thematic_fields_history" BEFORE UPDATE OR DELETE ON "thematic_fields" FOR EACH ROW EXECUTE FUNCTION thematic_fields_history();

CREATE OR REPLACE TRIGGER "thematic_fields_history_insert" AFTER INSERT ON "thematic_fields" FOR EACH ROW EXECUTE FUNCTION thematic_fields_history();

CREATE OR REPLACE TRIGGER "member_facilities_history_insert" AFTER INSERT ON "member_facilities" REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION member_facilities_history_insert();

CREATE OR REPLACE TRIGGER "member_facilities_history_delete" AFTER DELETE ON "member_facilities" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION member_facilities_history_delete();

CREATE OR REPLACE TRIGGER "member_facilities_history_update" AFTER UPDATE ON "member_facilities" REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION member_facilities_history_update();

CREATE OR REPLACE TRIGGER "member_statuses_history_insert" AFTER INSERT ON "member_statuses" REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION member_statuses_history_insert();

CREATE OR REPLACE TRIGGER "member_statuses_history_delete" AFTER DELETE ON "member_statuses" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION member_statuses_history_delete();

CREATE OR REPLACE TRIGGER "member_statuses_history_update" AFTER UPDATE ON "member_statuses" REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION member_statuses_history_update();

CREATE OR REPLACE TRIGGER "project_facilities_history_insert" AFTER INSERT ON "project_facilities" REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION project_facilities_history_insert();

CREATE OR REPLACE TRIGGER "project_facilities_history_delete" AFTER DELETE ON "project_facilities" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION project_facilities_history_delete();

CREATE OR REPLACE TRIGGER "project_facilities_history_update" AFTER UPDATE ON "project_facilities" REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION project_facilities_history_update();

CREATE OR REPLACE TRIGGER "member_projects_history_insert" AFTER INSERT ON "member_projects" REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION member_projects_history_insert();

CREATE OR REPLACE TRIGGER "member_projects_history_delete" AFTER DELETE ON "member_projects" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION member_projects_history_delete();

CREATE OR REPLACE TRIGGER "member_projects_history_update" AFTER UPDATE ON "member_projects" REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION member_projects_history_update();

CREATE OR REPLACE TRIGGER "project_institutions_history_insert" AFTER INSERT ON "project_institutions" REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION project_institutions_history_insert();

CREATE OR REPLACE TRIGGER "project_institutions_history_delete" AFTER DELETE ON "project_institutions" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION project_institutions_history_delete();

CREATE OR REPLACE TRIGGER "project_institutions_history_update" AFTER UPDATE ON "project_institutions" REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION project_institutions_history_update();

CREATE OR REPLACE TRIGGER "project_persons_history_insert" AFTER INSERT ON "project_persons" REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION project_persons_history_insert();

CREATE OR REPLACE TRIGGER "project_persons_history_delete" AFTER DELETE ON "project_persons" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION project_persons_history_delete();

CREATE OR REPLACE TRIGGER "project_persons_history_update" AFTER UPDATE ON "project_persons" REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION project_persons_history_update();

CREATE OR REPLACE TRIGGER "institution_persons_history_insert" AFTER INSERT ON "institution_persons" REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION institution_persons_history_insert();

CREATE OR REPLACE TRIGGER "institution_persons_history_delete" AFTER DELETE ON "institution_persons" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION institution_persons_history_delete();

CREATE OR REPLACE TRIGGER "institution_persons_history_update" AFTER UPDATE ON "institution_persons" REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION institution_persons_history_update();

CREATE OR REPLACE TRIGGER "member_thematic_fields_history_insert" AFTER INSERT ON "member_thematic_fields" REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION member_thematic_fields_history_insert();

CREATE OR REPLACE TRIGGER "member_thematic_fields_history_delete" AFTER DELETE ON "member_thematic_fields" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION member_thematic_fields_history_delete();

CREATE OR REPLACE TRIGGER "member_thematic_fields_history_update" AFTER UPDATE ON "member_thematic_fields" REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION member_thematic_fields_history_update();

CREATE OR REPLACE TRIGGER "project_thematic_fields_history_insert" AFTER INSERT ON "project_thematic_fields" REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION project_thematic_fields_history_insert();

CREATE OR REPLACE TRIGGER "project_thematic_fields_history_delete" AFTER DELETE ON "project_thematic_fields" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION project_thematic_fields_history_delete();

CREATE OR REPLACE TRIGGER "project_thematic_fields_history_update" AFTER UPDATE ON "project_thematic_fields" REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION project_thematic_fields_history_update();

CREATE OR REPLACE TRIGGER "institution_thematic_fields_history_insert" AFTER INSERT ON "institution_thematic_fields" REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION institution_thematic_fields_history_insert();

CREATE OR REPLACE TRIGGER "institution_thematic_fields_history_delete" AFTER DELETE ON "institution_thematic_fields" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION institution_thematic_fields_history_delete();

CREATE OR REPLACE TRIGGER "institution_thematic_fields_history_update" AFTER UPDATE ON "institution_thematic_fields" REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION institution_thematic_fields_history_update();

CREATE OR REPLACE TRIGGER "person_thematic_fields_history_insert" AFTER INSERT ON "person_thematic_fields" REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION person_thematic_fields_history_insert();

CREATE OR REPLACE TRIGGER "person_thematic_fields_history_delete" AFTER DELETE ON "person_thematic_fields" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION person_thematic_fields_history_delete();

CREATE OR REPLACE TRIGGER "person_thematic_fields_history_update" AFTER UPDATE ON "person_thematic_fields" REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION person_thematic_fields_history_update();

CREATE OR REPLACE TRIGGER "titel_history" AFTER UPDATE ON "titel" FOR EACH ROW EXECUTE FUNCTION record_row('titel', 'titel_id', 'titel_de', 'titel_de', 'titel_en', 'active');

CREATE OR REPLACE TRIGGER "titel_history_rows" AFTER INSERT OR DELETE ON "titel" FOR EACH ROW EXECUTE FUNCTION record_row('titel', 'titel_id', 'titel_de', 'titel_de', 'titel_en', 'active', 'position');

CREATE OR REPLACE TRIGGER "fakultaeten_history" AFTER UPDATE ON "fakultaeten" FOR EACH ROW EXECUTE FUNCTION record_row('fakultaeten', 'fakultaet_id', 'fakultaet_name_de', 'fakultaet_name_de', 'fakultaet_name_en', 'active');

CREATE OR REPLACE TRIGGER "fakultaeten_history_rows" AFTER INSERT OR DELETE ON "fakultaeten" FOR EACH ROW EXECUTE FUNCTION record_row('fakultaeten', 'fakultaet_id', 'fakultaet_name_de', 'fakultaet_name_de', 'fakultaet_name_en', 'active', 'position');

CREATE OR REPLACE TRIGGER "institute_history" AFTER UPDATE ON "institute" FOR EACH ROW EXECUTE FUNCTION record_row('institute', 'institut_id', 'institut_name_de', 'institut_name_de', 'institut_name_en', 'active');

CREATE OR REPLACE TRIGGER "institute_history_rows" AFTER INSERT OR DELETE ON "institute" FOR EACH ROW EXECUTE FUNCTION record_row('institute', 'institut_id', 'institut_name_de', 'institut_name_de', 'institut_name_en', 'active', 'position');

CREATE OR REPLACE TRIGGER "einrichtungen_history" AFTER UPDATE ON "einrichtungen" FOR EACH ROW EXECUTE FUNCTION record_row('einrichtungen', 'einrichtung_id', 'einrichtung_name_de', 'einrichtung_name_de', 'einrichtung_name_en', 'active');

CREATE OR REPLACE TRIGGER "einrichtungen_history_rows" AFTER INSERT OR DELETE ON "einrichtungen" FOR EACH ROW EXECUTE FUNCTION record_row('einrichtungen', 'einrichtung_id', 'einrichtung_name_de', 'einrichtung_name_de', 'einrichtung_name_en', 'active', 'position');

CREATE OR REPLACE TRIGGER "personenstatus_history" AFTER UPDATE ON "personenstatus" FOR EACH ROW EXECUTE FUNCTION record_row('personenstatus', 'status_id', 'status_de', 'status_de', 'status_en', 'active');

CREATE OR REPLACE TRIGGER "personenstatus_history_rows" AFTER INSERT OR DELETE ON "personenstatus" FOR EACH ROW EXECUTE FUNCTION record_row('personenstatus', 'status_id', 'status_de', 'status_de', 'status_en', 'active', 'position');

CREATE OR REPLACE TRIGGER "vertragsgrundlagen_history" AFTER UPDATE ON "vertragsgrundlagen" FOR EACH ROW EXECUTE FUNCTION record_row('vertragsgrundlagen', 'grundlage_id', 'grundlage_de', 'grundlage_de', 'grundlage_en', 'active');

CREATE OR REPLACE TRIGGER "vertragsgrundlagen_history_rows" AFTER INSERT OR DELETE ON "vertragsgrundlagen" FOR EACH ROW EXECUTE FUNCTION record_row('vertragsgrundlagen', 'grundlage_id', 'grundlage_de', 'grundlage_de', 'grundlage_en', 'active', 'position');

CREATE OR REPLACE TRIGGER "projekt_status_history" AFTER UPDATE ON "projekt_status" FOR EACH ROW EXECUTE FUNCTION record_row('projekt_status', 'projektstatus_id', 'projektstatus_de', 'projektstatus_de', 'projektstatus_en', 'active', 'beendet');

CREATE OR REPLACE TRIGGER "projekt_status_history_rows" AFTER INSERT OR DELETE ON "projekt_status" FOR EACH ROW EXECUTE FUNCTION record_row('projekt_status', 'projektstatus_id', 'projektstatus_de', 'projektstatus_de', 'projektstatus_en', 'active', 'beendet', 'position');

CREATE OR REPLACE TRIGGER "zusammenarbeit_history" AFTER UPDATE ON "zusammenarbeit" FOR EACH ROW EXECUTE FUNCTION record_row('zusammenarbeit', 'zusammenarbeit_id', 'zusammenarbeit_de', 'zusammenarbeit_de', 'zusammenarbeit_en', 'active');

CREATE OR REPLACE TRIGGER "zusammenarbeit_history_rows" AFTER INSERT OR DELETE ON "zusammenarbeit" FOR EACH ROW EXECUTE FUNCTION record_row('zusammenarbeit', 'zusammenarbeit_id', 'zusammenarbeit_de', 'zusammenarbeit_de', 'zusammenarbeit_en', 'active', 'position');

CREATE OR REPLACE TRIGGER "organisationsformen_history" AFTER UPDATE ON "organisationsformen" FOR EACH ROW EXECUTE FUNCTION record_row('organisationsformen', 'ogf_id', 'organisationsform_de', 'organisationsform_de', 'organisationsform_en', 'active');

CREATE OR REPLACE TRIGGER "organisationsformen_history_rows" AFTER INSERT OR DELETE ON "organisationsformen" FOR EACH ROW EXECUTE FUNCTION record_row('organisationsformen', 'ogf_id', 'organisationsform_de', 'organisationsform_de', 'organisationsform_en', 'active', 'position');

CREATE INDEX IF NOT EXISTS "members_vorname_begins_idx" ON "members" (fold_umlauts(fold_text("vorname")) text_pattern_ops);

CREATE INDEX IF NOT EXISTS "members_nachname_begins_idx" ON "members" (fold_umlauts(fold_text("nachname")) text_pattern_ops);

CREATE INDEX IF NOT EXISTS "projects_projekt_titel_begins_idx" ON "projects" (fold_umlauts(fold_text("projekt_titel")) text_pattern_ops);

CREATE INDEX IF NOT EXISTS "institutions_name_begins_idx" ON "institutions" (fold_umlauts(fold_text("name")) text_pattern_ops);

CREATE INDEX IF NOT EXISTS "persons_vorname_begins_idx" ON "persons" (fold_umlauts(fold_text("vorname")) text_pattern_ops);

CREATE INDEX IF NOT EXISTS "persons_nachname_begins_idx" ON "persons" (fold_umlauts(fold_text("nachname")) text_pattern_ops);

CREATE INDEX IF NOT EXISTS "thematic_fields_themenfeld_de_begins_idx" ON "thematic_fields" (fold_umlauts(fold_text("themenfeld_de")) text_pattern_ops);

CREATE INDEX IF NOT EXISTS "thematic_fields_themenfeld_en_begins_idx" ON "thematic_fields" (fold_umlauts(fold_text("themenfeld_en")) text_pattern_ops);

-- What is searched may have changed.

UPDATE "members" SET "ph_id" = "ph_id";

UPDATE "projects" SET "projekt_id" = "projekt_id";

UPDATE "institutions" SET "partner_institution_id" = "partner_institution_id";

UPDATE "persons" SET "person_id" = "person_id";

UPDATE "thematic_fields" SET "themenfeld_id" = "themenfeld_id";
