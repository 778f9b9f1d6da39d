-- Links with roles and a period (contract §13). Adding the columns rewrites no rows.
ALTER TABLE "institution_persons"
    ADD COLUMN "rollen" INTEGER[] NOT NULL DEFAULT '{}',
    ADD COLUMN "seit" DATE,
    ADD COLUMN "bis" DATE,
    ADD COLUMN "hauptkontakt" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN "bemerkung" VARCHAR(500) NOT NULL DEFAULT '',
    ADD CONSTRAINT "institution_persons_period" CHECK ("seit" <= "bis");

ALTER TABLE "member_projects"
    ADD COLUMN "rollen" INTEGER[] NOT NULL DEFAULT '{}',
    ADD COLUMN "seit" DATE,
    ADD COLUMN "bis" DATE,
    ADD COLUMN "hauptkontakt" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN "bemerkung" VARCHAR(500) NOT NULL DEFAULT '',
    ADD CONSTRAINT "member_projects_period" CHECK ("seit" <= "bis");

ALTER TABLE "project_institutions"
    ADD COLUMN "rollen" INTEGER[] NOT NULL DEFAULT '{}',
    ADD COLUMN "seit" DATE,
    ADD COLUMN "bis" DATE,
    ADD COLUMN "hauptkontakt" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN "bemerkung" VARCHAR(500) NOT NULL DEFAULT '',
    ADD CONSTRAINT "project_institutions_period" CHECK ("seit" <= "bis");

ALTER TABLE "project_persons"
    ADD COLUMN "rollen" INTEGER[] NOT NULL DEFAULT '{}',
    ADD COLUMN "seit" DATE,
    ADD COLUMN "bis" DATE,
    ADD COLUMN "hauptkontakt" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN "bemerkung" VARCHAR(500) NOT NULL DEFAULT '',
    ADD CONSTRAINT "project_persons_period" CHECK ("seit" <= "bis");

CREATE TABLE "verknuepfungsrollen" (
    "rolle_id" SERIAL NOT NULL,
    "rolle_de" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,
    "rolle_en" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,
    "relation" VARCHAR(30) NOT NULL,
    "position" SERIAL NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "eindeutig" BOOLEAN NOT NULL DEFAULT false,
    "zustaendig" BOOLEAN NOT NULL DEFAULT false,
    CONSTRAINT "verknuepfungsrollen_pkey" PRIMARY KEY ("rolle_id"),
    CONSTRAINT "verknuepfungsrollen_filled" CHECK (btrim("rolle_de") <> '' AND btrim("rolle_en") <> '')
);
CREATE UNIQUE INDEX "verknuepfungsrollen_rolle_id_relation_key" ON "verknuepfungsrollen"("rolle_id", "relation");

-- Compares integers in the exclusion constraint below.
CREATE EXTENSION IF NOT EXISTS btree_gist WITH SCHEMA public;

-- The roles of links, one row each, derived by triggers. The foreign key holds roles that links have,
-- and only roles of their relation; "link_roles_unique_role" refuses two holders of a unique role at
-- the same time. It is checked at the end of a transaction, in which a role may pass from one to the other.
CREATE TABLE "link_roles" (
    "rolle_id" INTEGER NOT NULL,
    "relation" VARCHAR(30) NOT NULL,
    "scope_id" INTEGER NOT NULL,
    "other_id" INTEGER NOT NULL,
    "zeitraum" DATERANGE NOT NULL,
    "eindeutig" BOOLEAN NOT NULL,
    CONSTRAINT "link_roles_pkey" PRIMARY KEY ("rolle_id", "scope_id", "other_id"),
    CONSTRAINT "link_roles_rolle_id_relation_fkey" FOREIGN KEY ("rolle_id", "relation")
        REFERENCES "verknuepfungsrollen"("rolle_id", "relation") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "link_roles_unique_role"
        EXCLUDE USING gist ("rolle_id" WITH =, "scope_id" WITH =, "zeitraum" WITH &&) WHERE ("eindeutig")
        DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX "link_roles_relation_idx" ON "link_roles"("relation");

-- Returns the values of a link that differ from the empty ones, or null if there are none.
CREATE OR REPLACE FUNCTION filled_values(given jsonb, empties jsonb) RETURNS jsonb
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ SELECT jsonb_object_agg(key, value) FROM jsonb_each(given) WHERE value IS DISTINCT FROM empties -> key $$;

-- Returns the changed values of a link. Of a new or removed link, these are the values that differ
-- from the empty ones; the missing side is null.
CREATE OR REPLACE FUNCTION link_history_fields(before jsonb, after jsonb, empties jsonb, names text[]) RETURNS jsonb
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
        SELECT coalesce(jsonb_agg(jsonb_build_object('name', name, 'old', before -> name, 'new', after -> name) ORDER BY place), '[]')
        FROM unnest(names) WITH ORDINALITY AS named(name, place)
        WHERE coalesce(before, empties) -> name IS DISTINCT FROM coalesce(after, empties) -> name
    $$;

-- Generated functions

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
            history_fields(jsonb_build_object('titel', OLD."titel", 'vorname', OLD."vorname", 'nachname', OLD."nachname", 'email', OLD."email", 'telefon', OLD."telefon", 'adresse', OLD."adresse", 'ph_webseite', OLD."ph_webseite", 'fakultaet', OLD."fakultaet", 'institut', OLD."institut", 'einrichtungen', (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (SELECT l."einrichtung_id" AS entry FROM "member_facilities" l WHERE l."ph_id" = OLD."ph_id") AS entries), 'status', (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (SELECT l."status_id" AS entry FROM "member_statuses" l WHERE l."ph_id" = OLD."ph_id") AS entries), 'kommentare', OLD."kommentare", 'aliases', OLD."aliases"), NULL, ARRAY['titel', 'vorname', 'nachname', 'email', 'telefon', 'adresse', 'ph_webseite', 'fakultaet', 'institut', 'einrichtungen', 'status', 'kommentare'] || CASE WHEN cardinality(OLD."aliases") = 0 THEN ARRAY[]::text[] ELSE ARRAY['aliases'] END), (SELECT jsonb_agg(link) FROM (SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'memberProjects', 'kind', 'projects', 'id', r."projekt_id", 'label', concat_ws(' ', r."projekt_titel"), 'values', filled_values(jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb))) AS link FROM "member_projects" l JOIN "projects" r ON r."projekt_id" = l."projekt_id" WHERE l."ph_id" = OLD."ph_id" UNION ALL SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'memberThematicFields', 'kind', 'thematicfields', 'id', r."themenfeld_id", 'label', concat_ws(' ', r."themenfeld_de"))) AS link FROM "member_thematic_fields" l JOIN "thematic_fields" r ON r."themenfeld_id" = l."themenfeld_id" WHERE l."ph_id" = OLD."ph_id") AS links));
        RETURN OLD;
    ELSIF jsonb_build_object('titel', OLD."titel", 'vorname', OLD."vorname", 'nachname', OLD."nachname", 'email', OLD."email", 'telefon', OLD."telefon", 'adresse', OLD."adresse", 'ph_webseite', OLD."ph_webseite", 'fakultaet', OLD."fakultaet", 'institut', OLD."institut", 'kommentare', OLD."kommentare", 'aliases', OLD."aliases") IS DISTINCT FROM jsonb_build_object('titel', NEW."titel", 'vorname', NEW."vorname", 'nachname', NEW."nachname", 'email', NEW."email", 'telefon', NEW."telefon", 'adresse', NEW."adresse", 'ph_webseite', NEW."ph_webseite", 'fakultaet', NEW."fakultaet", 'institut', NEW."institut", 'kommentare', NEW."kommentare", 'aliases', NEW."aliases") THEN
        NEW.version := OLD.version + 1;
        PERFORM record_change('update', 'members', NEW."ph_id", concat_ws(' ', NEW."vorname", NEW."nachname"), NEW.version,
            history_fields(jsonb_build_object('titel', OLD."titel", 'vorname', OLD."vorname", 'nachname', OLD."nachname", 'email', OLD."email", 'telefon', OLD."telefon", 'adresse', OLD."adresse", 'ph_webseite', OLD."ph_webseite", 'fakultaet', OLD."fakultaet", 'institut', OLD."institut", 'kommentare', OLD."kommentare", 'aliases', OLD."aliases"), jsonb_build_object('titel', NEW."titel", 'vorname', NEW."vorname", 'nachname', NEW."nachname", 'email', NEW."email", 'telefon', NEW."telefon", 'adresse', NEW."adresse", 'ph_webseite', NEW."ph_webseite", 'fakultaet', NEW."fakultaet", 'institut', NEW."institut", 'kommentare', NEW."kommentare", 'aliases', NEW."aliases"), ARRAY['titel', 'vorname', 'nachname', 'email', 'telefon', 'adresse', 'ph_webseite', 'fakultaet', 'institut', 'kommentare', 'aliases']), NULL);
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
            history_fields(jsonb_build_object('projekt_titel', OLD."projekt_titel", 'status', OLD."status", 'vertragsgrundlage', OLD."vertragsgrundlage", 'projektbeginn', OLD."projektbeginn", 'projektende', OLD."projektende", 'kuendigungsfrist', OLD."kuendigungsfrist", 'zusammenarbeit_ende_nach_vertrag', OLD."zusammenarbeit_ende_nach_vertrag", 'foerderer', OLD."foerderer", 'foerderer_link', OLD."foerderer_link", 'mittelvolumen', OLD."mittelvolumen", 'drittelmittelanteil', OLD."drittelmittelanteil", 'projektwebsite', OLD."projektwebsite", 'einrichtungen', (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (SELECT l."einrichtung_id" AS entry FROM "project_facilities" l WHERE l."projekt_id" = OLD."projekt_id") AS entries), 'kommentare', OLD."kommentare", 'aliases', OLD."aliases"), NULL, ARRAY['projekt_titel', 'status', 'vertragsgrundlage', 'projektbeginn', 'projektende', 'kuendigungsfrist', 'zusammenarbeit_ende_nach_vertrag', 'foerderer', 'foerderer_link', 'mittelvolumen', 'drittelmittelanteil', 'projektwebsite', 'einrichtungen', 'kommentare'] || CASE WHEN cardinality(OLD."aliases") = 0 THEN ARRAY[]::text[] ELSE ARRAY['aliases'] END), (SELECT jsonb_agg(link) FROM (SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'memberProjects', 'kind', 'members', 'id', r."ph_id", 'label', concat_ws(' ', r."vorname", r."nachname"), 'values', filled_values(jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb))) AS link FROM "member_projects" l JOIN "members" r ON r."ph_id" = l."ph_id" WHERE l."projekt_id" = OLD."projekt_id" UNION ALL SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'projectInstitutions', 'kind', 'institutions', 'id', r."partner_institution_id", 'label', concat_ws(' ', r."name"), 'values', filled_values(jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb))) AS link FROM "project_institutions" l JOIN "institutions" r ON r."partner_institution_id" = l."partner_institution_id" WHERE l."projekt_id" = OLD."projekt_id" UNION ALL SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'projectPersons', 'kind', 'persons', 'id', r."person_id", 'label', concat_ws(' ', r."vorname", r."nachname"), 'values', filled_values(jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb))) AS link FROM "project_persons" l JOIN "persons" r ON r."person_id" = l."person_id" WHERE l."projekt_id" = OLD."projekt_id" UNION ALL SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'projectThematicFields', 'kind', 'thematicfields', 'id', r."themenfeld_id", 'label', concat_ws(' ', r."themenfeld_de"))) AS link FROM "project_thematic_fields" l JOIN "thematic_fields" r ON r."themenfeld_id" = l."themenfeld_id" WHERE l."projekt_id" = OLD."projekt_id") AS links));
        RETURN OLD;
    ELSIF jsonb_build_object('projekt_titel', OLD."projekt_titel", 'status', OLD."status", 'vertragsgrundlage', OLD."vertragsgrundlage", 'projektbeginn', OLD."projektbeginn", 'projektende', OLD."projektende", 'kuendigungsfrist', OLD."kuendigungsfrist", 'zusammenarbeit_ende_nach_vertrag', OLD."zusammenarbeit_ende_nach_vertrag", 'foerderer', OLD."foerderer", 'foerderer_link', OLD."foerderer_link", 'mittelvolumen', OLD."mittelvolumen", 'drittelmittelanteil', OLD."drittelmittelanteil", 'projektwebsite', OLD."projektwebsite", 'kommentare', OLD."kommentare", 'aliases', OLD."aliases") IS DISTINCT FROM jsonb_build_object('projekt_titel', NEW."projekt_titel", 'status', NEW."status", 'vertragsgrundlage', NEW."vertragsgrundlage", 'projektbeginn', NEW."projektbeginn", 'projektende', NEW."projektende", 'kuendigungsfrist', NEW."kuendigungsfrist", 'zusammenarbeit_ende_nach_vertrag', NEW."zusammenarbeit_ende_nach_vertrag", 'foerderer', NEW."foerderer", 'foerderer_link', NEW."foerderer_link", 'mittelvolumen', NEW."mittelvolumen", 'drittelmittelanteil', NEW."drittelmittelanteil", 'projektwebsite', NEW."projektwebsite", 'kommentare', NEW."kommentare", 'aliases', NEW."aliases") THEN
        NEW.version := OLD.version + 1;
        PERFORM record_change('update', 'projects', NEW."projekt_id", concat_ws(' ', NEW."projekt_titel"), NEW.version,
            history_fields(jsonb_build_object('projekt_titel', OLD."projekt_titel", 'status', OLD."status", 'vertragsgrundlage', OLD."vertragsgrundlage", 'projektbeginn', OLD."projektbeginn", 'projektende', OLD."projektende", 'kuendigungsfrist', OLD."kuendigungsfrist", 'zusammenarbeit_ende_nach_vertrag', OLD."zusammenarbeit_ende_nach_vertrag", 'foerderer', OLD."foerderer", 'foerderer_link', OLD."foerderer_link", 'mittelvolumen', OLD."mittelvolumen", 'drittelmittelanteil', OLD."drittelmittelanteil", 'projektwebsite', OLD."projektwebsite", 'kommentare', OLD."kommentare", 'aliases', OLD."aliases"), jsonb_build_object('projekt_titel', NEW."projekt_titel", 'status', NEW."status", 'vertragsgrundlage', NEW."vertragsgrundlage", 'projektbeginn', NEW."projektbeginn", 'projektende', NEW."projektende", 'kuendigungsfrist', NEW."kuendigungsfrist", 'zusammenarbeit_ende_nach_vertrag', NEW."zusammenarbeit_ende_nach_vertrag", 'foerderer', NEW."foerderer", 'foerderer_link', NEW."foerderer_link", 'mittelvolumen', NEW."mittelvolumen", 'drittelmittelanteil', NEW."drittelmittelanteil", 'projektwebsite', NEW."projektwebsite", 'kommentare', NEW."kommentare", 'aliases', NEW."aliases"), ARRAY['projekt_titel', 'status', 'vertragsgrundlage', 'projektbeginn', 'projektende', 'kuendigungsfrist', 'zusammenarbeit_ende_nach_vertrag', 'foerderer', 'foerderer_link', 'mittelvolumen', 'drittelmittelanteil', 'projektwebsite', 'kommentare', 'aliases']), NULL);
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
            history_fields(jsonb_build_object('name', OLD."name", 'organisationsform', OLD."organisationsform", 'branchen', OLD."branchen", 'abteilung', OLD."abteilung", 'kontaktperson', OLD."kontaktperson", 'email', OLD."email", 'telefon', OLD."telefon", 'adresse', OLD."adresse", 'webseite', OLD."webseite", 'kommentare', OLD."kommentare", 'aliases', OLD."aliases"), NULL, ARRAY['name', 'organisationsform', 'branchen', 'abteilung', 'kontaktperson', 'email', 'telefon', 'adresse', 'webseite', 'kommentare'] || CASE WHEN cardinality(OLD."aliases") = 0 THEN ARRAY[]::text[] ELSE ARRAY['aliases'] END), (SELECT jsonb_agg(link) FROM (SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'projectInstitutions', 'kind', 'projects', 'id', r."projekt_id", 'label', concat_ws(' ', r."projekt_titel"), 'values', filled_values(jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb))) AS link FROM "project_institutions" l JOIN "projects" r ON r."projekt_id" = l."projekt_id" WHERE l."partner_institution_id" = OLD."partner_institution_id" UNION ALL SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'institutionPersons', 'kind', 'persons', 'id', r."person_id", 'label', concat_ws(' ', r."vorname", r."nachname"), 'values', filled_values(jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb))) AS link FROM "institution_persons" l JOIN "persons" r ON r."person_id" = l."person_id" WHERE l."partner_institution_id" = OLD."partner_institution_id" UNION ALL SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'institutionThematicFields', 'kind', 'thematicfields', 'id', r."themenfeld_id", 'label', concat_ws(' ', r."themenfeld_de"))) AS link FROM "institution_thematic_fields" l JOIN "thematic_fields" r ON r."themenfeld_id" = l."themenfeld_id" WHERE l."partner_institution_id" = OLD."partner_institution_id") AS links));
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
            history_fields(jsonb_build_object('titel', OLD."titel", 'vorname', OLD."vorname", 'nachname', OLD."nachname", 'email', OLD."email", 'telefon', OLD."telefon", 'adresse', OLD."adresse", 'abteilung', OLD."abteilung", 'position', OLD."position", 'ph_webseite', OLD."ph_webseite", 'kommentare', OLD."kommentare", 'aliases', OLD."aliases"), NULL, ARRAY['titel', 'vorname', 'nachname', 'email', 'telefon', 'adresse', 'abteilung', 'position', 'ph_webseite', 'kommentare'] || CASE WHEN cardinality(OLD."aliases") = 0 THEN ARRAY[]::text[] ELSE ARRAY['aliases'] END), (SELECT jsonb_agg(link) FROM (SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'projectPersons', 'kind', 'projects', 'id', r."projekt_id", 'label', concat_ws(' ', r."projekt_titel"), 'values', filled_values(jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb))) AS link FROM "project_persons" l JOIN "projects" r ON r."projekt_id" = l."projekt_id" WHERE l."person_id" = OLD."person_id" UNION ALL SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'institutionPersons', 'kind', 'institutions', 'id', r."partner_institution_id", 'label', concat_ws(' ', r."name"), 'values', filled_values(jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb))) AS link FROM "institution_persons" l JOIN "institutions" r ON r."partner_institution_id" = l."partner_institution_id" WHERE l."person_id" = OLD."person_id" UNION ALL SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'personThematicFields', 'kind', 'thematicfields', 'id', r."themenfeld_id", 'label', concat_ws(' ', r."themenfeld_de"))) AS link FROM "person_thematic_fields" l JOIN "thematic_fields" r ON r."themenfeld_id" = l."themenfeld_id" WHERE l."person_id" = OLD."person_id") AS links));
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
            history_fields(jsonb_build_object('themenfeld_de', OLD."themenfeld_de", 'themenfeld_en', OLD."themenfeld_en", 'aliases', OLD."aliases"), NULL, ARRAY['themenfeld_de', 'themenfeld_en'] || CASE WHEN cardinality(OLD."aliases") = 0 THEN ARRAY[]::text[] ELSE ARRAY['aliases'] END), (SELECT jsonb_agg(link) FROM (SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'memberThematicFields', 'kind', 'members', 'id', r."ph_id", 'label', concat_ws(' ', r."vorname", r."nachname"))) AS link FROM "member_thematic_fields" l JOIN "members" r ON r."ph_id" = l."ph_id" WHERE l."themenfeld_id" = OLD."themenfeld_id" UNION ALL SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'projectThematicFields', 'kind', 'projects', 'id', r."projekt_id", 'label', concat_ws(' ', r."projekt_titel"))) AS link FROM "project_thematic_fields" l JOIN "projects" r ON r."projekt_id" = l."projekt_id" WHERE l."themenfeld_id" = OLD."themenfeld_id" UNION ALL SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'institutionThematicFields', 'kind', 'institutions', 'id', r."partner_institution_id", 'label', concat_ws(' ', r."name"))) AS link FROM "institution_thematic_fields" l JOIN "institutions" r ON r."partner_institution_id" = l."partner_institution_id" WHERE l."themenfeld_id" = OLD."themenfeld_id" UNION ALL SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'personThematicFields', 'kind', 'persons', 'id', r."person_id", 'label', concat_ws(' ', r."vorname", r."nachname"))) AS link FROM "person_thematic_fields" l JOIN "persons" r ON r."person_id" = l."person_id" WHERE l."themenfeld_id" = OLD."themenfeld_id") AS links));
        RETURN OLD;
    ELSIF jsonb_build_object('themenfeld_de', OLD."themenfeld_de", 'themenfeld_en', OLD."themenfeld_en", 'aliases', OLD."aliases") IS DISTINCT FROM jsonb_build_object('themenfeld_de', NEW."themenfeld_de", 'themenfeld_en', NEW."themenfeld_en", 'aliases', NEW."aliases") THEN
        NEW.version := OLD.version + 1;
        PERFORM record_change('update', 'thematicfields', NEW."themenfeld_id", concat_ws(' ', NEW."themenfeld_de"), NEW.version,
            history_fields(jsonb_build_object('themenfeld_de', OLD."themenfeld_de", 'themenfeld_en', OLD."themenfeld_en", 'aliases', OLD."aliases"), jsonb_build_object('themenfeld_de', NEW."themenfeld_de", 'themenfeld_en', NEW."themenfeld_en", 'aliases', NEW."aliases"), ARRAY['themenfeld_de', 'themenfeld_en', 'aliases']), NULL);
    END IF;
    RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION member_projects_history_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, fields, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'link', 'members', l."ph_id", concat_ws(' ', a."vorname", a."nachname"), a.version, link_history_fields(NULL, jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb, ARRAY['rollen', 'seit', 'bis', 'hauptkontakt', 'bemerkung']), 'memberProjects', 'projects', l."projekt_id", concat_ws(' ', b2."projekt_titel")
        FROM history_origin() o, come l JOIN "members" a ON a."ph_id" = l."ph_id" JOIN "projects" b2 ON b2."projekt_id" = l."projekt_id"
        ORDER BY l."ph_id", l."projekt_id"
    $sql$;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION member_projects_history_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, fields, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'unlink', 'members', l."ph_id", concat_ws(' ', a."vorname", a."nachname"), a.version, link_history_fields(jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), NULL, '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb, ARRAY['rollen', 'seit', 'bis', 'hauptkontakt', 'bemerkung']), 'memberProjects', 'projects', l."projekt_id", concat_ws(' ', b2."projekt_titel")
        FROM history_origin() o, gone l JOIN "members" a ON a."ph_id" = l."ph_id" JOIN "projects" b2 ON b2."projekt_id" = l."projekt_id"
        ORDER BY l."ph_id", l."projekt_id"
    $sql$;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION member_projects_history_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, fields, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'unlink', 'members', l."ph_id", concat_ws(' ', a."vorname", a."nachname"), a.version, link_history_fields(jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), NULL, '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb, ARRAY['rollen', 'seit', 'bis', 'hauptkontakt', 'bemerkung']), 'memberProjects', 'projects', l."projekt_id", concat_ws(' ', b2."projekt_titel")
        FROM history_origin() o, (SELECT * FROM gone l WHERE NOT EXISTS (SELECT FROM come b WHERE b."ph_id" = l."ph_id" AND b."projekt_id" = l."projekt_id")) l JOIN "members" a ON a."ph_id" = l."ph_id" JOIN "projects" b2 ON b2."projekt_id" = l."projekt_id"
        ORDER BY l."ph_id", l."projekt_id"
    $sql$;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, fields, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'link', 'members', l."ph_id", concat_ws(' ', a."vorname", a."nachname"), a.version, link_history_fields(NULL, jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb, ARRAY['rollen', 'seit', 'bis', 'hauptkontakt', 'bemerkung']), 'memberProjects', 'projects', l."projekt_id", concat_ws(' ', b2."projekt_titel")
        FROM history_origin() o, (SELECT * FROM come l WHERE NOT EXISTS (SELECT FROM gone b WHERE b."ph_id" = l."ph_id" AND b."projekt_id" = l."projekt_id")) l JOIN "members" a ON a."ph_id" = l."ph_id" JOIN "projects" b2 ON b2."projekt_id" = l."projekt_id"
        ORDER BY l."ph_id", l."projekt_id"
    $sql$;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, fields, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'update', 'members', l."ph_id", concat_ws(' ', a."vorname", a."nachname"), a.version, link_history_fields(jsonb_build_object('rollen', b."rollen", 'seit', to_char(b."seit", 'YYYY-MM-DD'), 'bis', to_char(b."bis", 'YYYY-MM-DD'), 'hauptkontakt', b."hauptkontakt", 'bemerkung', b."bemerkung"), jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb, ARRAY['rollen', 'seit', 'bis', 'hauptkontakt', 'bemerkung']), 'memberProjects', 'projects', l."projekt_id", concat_ws(' ', b2."projekt_titel")
        FROM history_origin() o, come l JOIN gone b ON b."ph_id" = l."ph_id" AND b."projekt_id" = l."projekt_id" AND jsonb_build_object('rollen', b."rollen", 'seit', to_char(b."seit", 'YYYY-MM-DD'), 'bis', to_char(b."bis", 'YYYY-MM-DD'), 'hauptkontakt', b."hauptkontakt", 'bemerkung', b."bemerkung") <> jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung") JOIN "members" a ON a."ph_id" = l."ph_id" JOIN "projects" b2 ON b2."projekt_id" = l."projekt_id"
        ORDER BY l."ph_id", l."projekt_id"
    $sql$;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION project_institutions_history_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, fields, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'link', 'institutions', l."partner_institution_id", concat_ws(' ', a."name"), a.version, link_history_fields(NULL, jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb, ARRAY['rollen', 'seit', 'bis', 'hauptkontakt', 'bemerkung']), 'projectInstitutions', 'projects', l."projekt_id", concat_ws(' ', b2."projekt_titel")
        FROM history_origin() o, come l JOIN "institutions" a ON a."partner_institution_id" = l."partner_institution_id" JOIN "projects" b2 ON b2."projekt_id" = l."projekt_id"
        ORDER BY l."partner_institution_id", l."projekt_id"
    $sql$;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION project_institutions_history_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, fields, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'unlink', 'institutions', l."partner_institution_id", concat_ws(' ', a."name"), a.version, link_history_fields(jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), NULL, '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb, ARRAY['rollen', 'seit', 'bis', 'hauptkontakt', 'bemerkung']), 'projectInstitutions', 'projects', l."projekt_id", concat_ws(' ', b2."projekt_titel")
        FROM history_origin() o, gone l JOIN "institutions" a ON a."partner_institution_id" = l."partner_institution_id" JOIN "projects" b2 ON b2."projekt_id" = l."projekt_id"
        ORDER BY l."partner_institution_id", l."projekt_id"
    $sql$;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION project_institutions_history_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, fields, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'unlink', 'institutions', l."partner_institution_id", concat_ws(' ', a."name"), a.version, link_history_fields(jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), NULL, '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb, ARRAY['rollen', 'seit', 'bis', 'hauptkontakt', 'bemerkung']), 'projectInstitutions', 'projects', l."projekt_id", concat_ws(' ', b2."projekt_titel")
        FROM history_origin() o, (SELECT * FROM gone l WHERE NOT EXISTS (SELECT FROM come b WHERE b."partner_institution_id" = l."partner_institution_id" AND b."projekt_id" = l."projekt_id")) l JOIN "institutions" a ON a."partner_institution_id" = l."partner_institution_id" JOIN "projects" b2 ON b2."projekt_id" = l."projekt_id"
        ORDER BY l."partner_institution_id", l."projekt_id"
    $sql$;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, fields, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'link', 'institutions', l."partner_institution_id", concat_ws(' ', a."name"), a.version, link_history_fields(NULL, jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb, ARRAY['rollen', 'seit', 'bis', 'hauptkontakt', 'bemerkung']), 'projectInstitutions', 'projects', l."projekt_id", concat_ws(' ', b2."projekt_titel")
        FROM history_origin() o, (SELECT * FROM come l WHERE NOT EXISTS (SELECT FROM gone b WHERE b."partner_institution_id" = l."partner_institution_id" AND b."projekt_id" = l."projekt_id")) l JOIN "institutions" a ON a."partner_institution_id" = l."partner_institution_id" JOIN "projects" b2 ON b2."projekt_id" = l."projekt_id"
        ORDER BY l."partner_institution_id", l."projekt_id"
    $sql$;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, fields, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'update', 'institutions', l."partner_institution_id", concat_ws(' ', a."name"), a.version, link_history_fields(jsonb_build_object('rollen', b."rollen", 'seit', to_char(b."seit", 'YYYY-MM-DD'), 'bis', to_char(b."bis", 'YYYY-MM-DD'), 'hauptkontakt', b."hauptkontakt", 'bemerkung', b."bemerkung"), jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb, ARRAY['rollen', 'seit', 'bis', 'hauptkontakt', 'bemerkung']), 'projectInstitutions', 'projects', l."projekt_id", concat_ws(' ', b2."projekt_titel")
        FROM history_origin() o, come l JOIN gone b ON b."partner_institution_id" = l."partner_institution_id" AND b."projekt_id" = l."projekt_id" AND jsonb_build_object('rollen', b."rollen", 'seit', to_char(b."seit", 'YYYY-MM-DD'), 'bis', to_char(b."bis", 'YYYY-MM-DD'), 'hauptkontakt', b."hauptkontakt", 'bemerkung', b."bemerkung") <> jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung") JOIN "institutions" a ON a."partner_institution_id" = l."partner_institution_id" JOIN "projects" b2 ON b2."projekt_id" = l."projekt_id"
        ORDER BY l."partner_institution_id", l."projekt_id"
    $sql$;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION project_persons_history_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, fields, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'link', 'persons', l."person_id", concat_ws(' ', a."vorname", a."nachname"), a.version, link_history_fields(NULL, jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb, ARRAY['rollen', 'seit', 'bis', 'hauptkontakt', 'bemerkung']), 'projectPersons', 'projects', l."projekt_id", concat_ws(' ', b2."projekt_titel")
        FROM history_origin() o, come l JOIN "persons" a ON a."person_id" = l."person_id" JOIN "projects" b2 ON b2."projekt_id" = l."projekt_id"
        ORDER BY l."person_id", l."projekt_id"
    $sql$;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION project_persons_history_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, fields, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'unlink', 'persons', l."person_id", concat_ws(' ', a."vorname", a."nachname"), a.version, link_history_fields(jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), NULL, '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb, ARRAY['rollen', 'seit', 'bis', 'hauptkontakt', 'bemerkung']), 'projectPersons', 'projects', l."projekt_id", concat_ws(' ', b2."projekt_titel")
        FROM history_origin() o, gone l JOIN "persons" a ON a."person_id" = l."person_id" JOIN "projects" b2 ON b2."projekt_id" = l."projekt_id"
        ORDER BY l."person_id", l."projekt_id"
    $sql$;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION project_persons_history_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, fields, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'unlink', 'persons', l."person_id", concat_ws(' ', a."vorname", a."nachname"), a.version, link_history_fields(jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), NULL, '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb, ARRAY['rollen', 'seit', 'bis', 'hauptkontakt', 'bemerkung']), 'projectPersons', 'projects', l."projekt_id", concat_ws(' ', b2."projekt_titel")
        FROM history_origin() o, (SELECT * FROM gone l WHERE NOT EXISTS (SELECT FROM come b WHERE b."person_id" = l."person_id" AND b."projekt_id" = l."projekt_id")) l JOIN "persons" a ON a."person_id" = l."person_id" JOIN "projects" b2 ON b2."projekt_id" = l."projekt_id"
        ORDER BY l."person_id", l."projekt_id"
    $sql$;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, fields, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'link', 'persons', l."person_id", concat_ws(' ', a."vorname", a."nachname"), a.version, link_history_fields(NULL, jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb, ARRAY['rollen', 'seit', 'bis', 'hauptkontakt', 'bemerkung']), 'projectPersons', 'projects', l."projekt_id", concat_ws(' ', b2."projekt_titel")
        FROM history_origin() o, (SELECT * FROM come l WHERE NOT EXISTS (SELECT FROM gone b WHERE b."person_id" = l."person_id" AND b."projekt_id" = l."projekt_id")) l JOIN "persons" a ON a."person_id" = l."person_id" JOIN "projects" b2 ON b2."projekt_id" = l."projekt_id"
        ORDER BY l."person_id", l."projekt_id"
    $sql$;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, fields, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'update', 'persons', l."person_id", concat_ws(' ', a."vorname", a."nachname"), a.version, link_history_fields(jsonb_build_object('rollen', b."rollen", 'seit', to_char(b."seit", 'YYYY-MM-DD'), 'bis', to_char(b."bis", 'YYYY-MM-DD'), 'hauptkontakt', b."hauptkontakt", 'bemerkung', b."bemerkung"), jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb, ARRAY['rollen', 'seit', 'bis', 'hauptkontakt', 'bemerkung']), 'projectPersons', 'projects', l."projekt_id", concat_ws(' ', b2."projekt_titel")
        FROM history_origin() o, come l JOIN gone b ON b."person_id" = l."person_id" AND b."projekt_id" = l."projekt_id" AND jsonb_build_object('rollen', b."rollen", 'seit', to_char(b."seit", 'YYYY-MM-DD'), 'bis', to_char(b."bis", 'YYYY-MM-DD'), 'hauptkontakt', b."hauptkontakt", 'bemerkung', b."bemerkung") <> jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung") JOIN "persons" a ON a."person_id" = l."person_id" JOIN "projects" b2 ON b2."projekt_id" = l."projekt_id"
        ORDER BY l."person_id", l."projekt_id"
    $sql$;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION institution_persons_history_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, fields, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'link', 'persons', l."person_id", concat_ws(' ', a."vorname", a."nachname"), a.version, link_history_fields(NULL, jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb, ARRAY['rollen', 'seit', 'bis', 'hauptkontakt', 'bemerkung']), 'institutionPersons', 'institutions', l."partner_institution_id", concat_ws(' ', b2."name")
        FROM history_origin() o, come l JOIN "persons" a ON a."person_id" = l."person_id" JOIN "institutions" b2 ON b2."partner_institution_id" = l."partner_institution_id"
        ORDER BY l."person_id", l."partner_institution_id"
    $sql$;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION institution_persons_history_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, fields, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'unlink', 'persons', l."person_id", concat_ws(' ', a."vorname", a."nachname"), a.version, link_history_fields(jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), NULL, '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb, ARRAY['rollen', 'seit', 'bis', 'hauptkontakt', 'bemerkung']), 'institutionPersons', 'institutions', l."partner_institution_id", concat_ws(' ', b2."name")
        FROM history_origin() o, gone l JOIN "persons" a ON a."person_id" = l."person_id" JOIN "institutions" b2 ON b2."partner_institution_id" = l."partner_institution_id"
        ORDER BY l."person_id", l."partner_institution_id"
    $sql$;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION institution_persons_history_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, fields, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'unlink', 'persons', l."person_id", concat_ws(' ', a."vorname", a."nachname"), a.version, link_history_fields(jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), NULL, '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb, ARRAY['rollen', 'seit', 'bis', 'hauptkontakt', 'bemerkung']), 'institutionPersons', 'institutions', l."partner_institution_id", concat_ws(' ', b2."name")
        FROM history_origin() o, (SELECT * FROM gone l WHERE NOT EXISTS (SELECT FROM come b WHERE b."person_id" = l."person_id" AND b."partner_institution_id" = l."partner_institution_id")) l JOIN "persons" a ON a."person_id" = l."person_id" JOIN "institutions" b2 ON b2."partner_institution_id" = l."partner_institution_id"
        ORDER BY l."person_id", l."partner_institution_id"
    $sql$;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, fields, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'link', 'persons', l."person_id", concat_ws(' ', a."vorname", a."nachname"), a.version, link_history_fields(NULL, jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb, ARRAY['rollen', 'seit', 'bis', 'hauptkontakt', 'bemerkung']), 'institutionPersons', 'institutions', l."partner_institution_id", concat_ws(' ', b2."name")
        FROM history_origin() o, (SELECT * FROM come l WHERE NOT EXISTS (SELECT FROM gone b WHERE b."person_id" = l."person_id" AND b."partner_institution_id" = l."partner_institution_id")) l JOIN "persons" a ON a."person_id" = l."person_id" JOIN "institutions" b2 ON b2."partner_institution_id" = l."partner_institution_id"
        ORDER BY l."person_id", l."partner_institution_id"
    $sql$;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, fields, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'update', 'persons', l."person_id", concat_ws(' ', a."vorname", a."nachname"), a.version, link_history_fields(jsonb_build_object('rollen', b."rollen", 'seit', to_char(b."seit", 'YYYY-MM-DD'), 'bis', to_char(b."bis", 'YYYY-MM-DD'), 'hauptkontakt', b."hauptkontakt", 'bemerkung', b."bemerkung"), jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb, ARRAY['rollen', 'seit', 'bis', 'hauptkontakt', 'bemerkung']), 'institutionPersons', 'institutions', l."partner_institution_id", concat_ws(' ', b2."name")
        FROM history_origin() o, come l JOIN gone b ON b."person_id" = l."person_id" AND b."partner_institution_id" = l."partner_institution_id" AND jsonb_build_object('rollen', b."rollen", 'seit', to_char(b."seit", 'YYYY-MM-DD'), 'bis', to_char(b."bis", 'YYYY-MM-DD'), 'hauptkontakt', b."hauptkontakt", 'bemerkung', b."bemerkung") <> jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung") JOIN "persons" a ON a."person_id" = l."person_id" JOIN "institutions" b2 ON b2."partner_institution_id" = l."partner_institution_id"
        ORDER BY l."person_id", l."partner_institution_id"
    $sql$;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION member_thematic_fields_history_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'link', 'members', l."ph_id", concat_ws(' ', a."vorname", a."nachname"), a.version, 'memberThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b2."themenfeld_de")
        FROM history_origin() o, come l JOIN "members" a ON a."ph_id" = l."ph_id" JOIN "thematic_fields" b2 ON b2."themenfeld_id" = l."themenfeld_id"
        ORDER BY l."ph_id", l."themenfeld_id"
    $sql$;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION member_thematic_fields_history_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'unlink', 'members', l."ph_id", concat_ws(' ', a."vorname", a."nachname"), a.version, 'memberThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b2."themenfeld_de")
        FROM history_origin() o, gone l JOIN "members" a ON a."ph_id" = l."ph_id" JOIN "thematic_fields" b2 ON b2."themenfeld_id" = l."themenfeld_id"
        ORDER BY l."ph_id", l."themenfeld_id"
    $sql$;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION member_thematic_fields_history_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'unlink', 'members', l."ph_id", concat_ws(' ', a."vorname", a."nachname"), a.version, 'memberThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b2."themenfeld_de")
        FROM history_origin() o, (SELECT * FROM gone l WHERE NOT EXISTS (SELECT FROM come b WHERE b."ph_id" = l."ph_id" AND b."themenfeld_id" = l."themenfeld_id")) l JOIN "members" a ON a."ph_id" = l."ph_id" JOIN "thematic_fields" b2 ON b2."themenfeld_id" = l."themenfeld_id"
        ORDER BY l."ph_id", l."themenfeld_id"
    $sql$;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'link', 'members', l."ph_id", concat_ws(' ', a."vorname", a."nachname"), a.version, 'memberThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b2."themenfeld_de")
        FROM history_origin() o, (SELECT * FROM come l WHERE NOT EXISTS (SELECT FROM gone b WHERE b."ph_id" = l."ph_id" AND b."themenfeld_id" = l."themenfeld_id")) l JOIN "members" a ON a."ph_id" = l."ph_id" JOIN "thematic_fields" b2 ON b2."themenfeld_id" = l."themenfeld_id"
        ORDER BY l."ph_id", l."themenfeld_id"
    $sql$;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION project_thematic_fields_history_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'link', 'projects', l."projekt_id", concat_ws(' ', a."projekt_titel"), a.version, 'projectThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b2."themenfeld_de")
        FROM history_origin() o, come l JOIN "projects" a ON a."projekt_id" = l."projekt_id" JOIN "thematic_fields" b2 ON b2."themenfeld_id" = l."themenfeld_id"
        ORDER BY l."projekt_id", l."themenfeld_id"
    $sql$;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION project_thematic_fields_history_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'unlink', 'projects', l."projekt_id", concat_ws(' ', a."projekt_titel"), a.version, 'projectThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b2."themenfeld_de")
        FROM history_origin() o, gone l JOIN "projects" a ON a."projekt_id" = l."projekt_id" JOIN "thematic_fields" b2 ON b2."themenfeld_id" = l."themenfeld_id"
        ORDER BY l."projekt_id", l."themenfeld_id"
    $sql$;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION project_thematic_fields_history_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'unlink', 'projects', l."projekt_id", concat_ws(' ', a."projekt_titel"), a.version, 'projectThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b2."themenfeld_de")
        FROM history_origin() o, (SELECT * FROM gone l WHERE NOT EXISTS (SELECT FROM come b WHERE b."projekt_id" = l."projekt_id" AND b."themenfeld_id" = l."themenfeld_id")) l JOIN "projects" a ON a."projekt_id" = l."projekt_id" JOIN "thematic_fields" b2 ON b2."themenfeld_id" = l."themenfeld_id"
        ORDER BY l."projekt_id", l."themenfeld_id"
    $sql$;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'link', 'projects', l."projekt_id", concat_ws(' ', a."projekt_titel"), a.version, 'projectThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b2."themenfeld_de")
        FROM history_origin() o, (SELECT * FROM come l WHERE NOT EXISTS (SELECT FROM gone b WHERE b."projekt_id" = l."projekt_id" AND b."themenfeld_id" = l."themenfeld_id")) l JOIN "projects" a ON a."projekt_id" = l."projekt_id" JOIN "thematic_fields" b2 ON b2."themenfeld_id" = l."themenfeld_id"
        ORDER BY l."projekt_id", l."themenfeld_id"
    $sql$;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION institution_thematic_fields_history_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'link', 'institutions', l."partner_institution_id", concat_ws(' ', a."name"), a.version, 'institutionThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b2."themenfeld_de")
        FROM history_origin() o, come l JOIN "institutions" a ON a."partner_institution_id" = l."partner_institution_id" JOIN "thematic_fields" b2 ON b2."themenfeld_id" = l."themenfeld_id"
        ORDER BY l."partner_institution_id", l."themenfeld_id"
    $sql$;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION institution_thematic_fields_history_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'unlink', 'institutions', l."partner_institution_id", concat_ws(' ', a."name"), a.version, 'institutionThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b2."themenfeld_de")
        FROM history_origin() o, gone l JOIN "institutions" a ON a."partner_institution_id" = l."partner_institution_id" JOIN "thematic_fields" b2 ON b2."themenfeld_id" = l."themenfeld_id"
        ORDER BY l."partner_institution_id", l."themenfeld_id"
    $sql$;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION institution_thematic_fields_history_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'unlink', 'institutions', l."partner_institution_id", concat_ws(' ', a."name"), a.version, 'institutionThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b2."themenfeld_de")
        FROM history_origin() o, (SELECT * FROM gone l WHERE NOT EXISTS (SELECT FROM come b WHERE b."partner_institution_id" = l."partner_institution_id" AND b."themenfeld_id" = l."themenfeld_id")) l JOIN "institutions" a ON a."partner_institution_id" = l."partner_institution_id" JOIN "thematic_fields" b2 ON b2."themenfeld_id" = l."themenfeld_id"
        ORDER BY l."partner_institution_id", l."themenfeld_id"
    $sql$;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'link', 'institutions', l."partner_institution_id", concat_ws(' ', a."name"), a.version, 'institutionThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b2."themenfeld_de")
        FROM history_origin() o, (SELECT * FROM come l WHERE NOT EXISTS (SELECT FROM gone b WHERE b."partner_institution_id" = l."partner_institution_id" AND b."themenfeld_id" = l."themenfeld_id")) l JOIN "institutions" a ON a."partner_institution_id" = l."partner_institution_id" JOIN "thematic_fields" b2 ON b2."themenfeld_id" = l."themenfeld_id"
        ORDER BY l."partner_institution_id", l."themenfeld_id"
    $sql$;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION person_thematic_fields_history_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'link', 'persons', l."person_id", concat_ws(' ', a."vorname", a."nachname"), a.version, 'personThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b2."themenfeld_de")
        FROM history_origin() o, come l JOIN "persons" a ON a."person_id" = l."person_id" JOIN "thematic_fields" b2 ON b2."themenfeld_id" = l."themenfeld_id"
        ORDER BY l."person_id", l."themenfeld_id"
    $sql$;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION person_thematic_fields_history_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'unlink', 'persons', l."person_id", concat_ws(' ', a."vorname", a."nachname"), a.version, 'personThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b2."themenfeld_de")
        FROM history_origin() o, gone l JOIN "persons" a ON a."person_id" = l."person_id" JOIN "thematic_fields" b2 ON b2."themenfeld_id" = l."themenfeld_id"
        ORDER BY l."person_id", l."themenfeld_id"
    $sql$;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION person_thematic_fields_history_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'unlink', 'persons', l."person_id", concat_ws(' ', a."vorname", a."nachname"), a.version, 'personThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b2."themenfeld_de")
        FROM history_origin() o, (SELECT * FROM gone l WHERE NOT EXISTS (SELECT FROM come b WHERE b."person_id" = l."person_id" AND b."themenfeld_id" = l."themenfeld_id")) l JOIN "persons" a ON a."person_id" = l."person_id" JOIN "thematic_fields" b2 ON b2."themenfeld_id" = l."themenfeld_id"
        ORDER BY l."person_id", l."themenfeld_id"
    $sql$;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'link', 'persons', l."person_id", concat_ws(' ', a."vorname", a."nachname"), a.version, 'personThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b2."themenfeld_de")
        FROM history_origin() o, (SELECT * FROM come l WHERE NOT EXISTS (SELECT FROM gone b WHERE b."person_id" = l."person_id" AND b."themenfeld_id" = l."themenfeld_id")) l JOIN "persons" a ON a."person_id" = l."person_id" JOIN "thematic_fields" b2 ON b2."themenfeld_id" = l."themenfeld_id"
        ORDER BY l."person_id", l."themenfeld_id"
    $sql$;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION member_projects_roles_come() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM come WHERE "rollen" <> '{}') THEN
        EXECUTE $sql$
            WITH locked AS MATERIALIZED (
                SELECT rolle_id, eindeutig FROM verknuepfungsrollen WHERE rolle_id IN (SELECT named.id FROM come AS l, unnest(l."rollen") AS named(id)) ORDER BY rolle_id FOR SHARE
            )
            INSERT INTO link_roles (rolle_id, relation, scope_id, other_id, zeitraum, eindeutig)
            SELECT named.id, 'project_member', l."projekt_id", l."ph_id", daterange(l."seit", l."bis", '[]'),
                coalesce(locked.eindeutig, false)
            FROM come AS l, unnest(l."rollen") AS named(id) LEFT JOIN locked ON locked.rolle_id = named.id
        $sql$;
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION member_projects_roles_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM gone WHERE "rollen" <> '{}') THEN
        EXECUTE $sql$
            DELETE FROM link_roles k USING gone AS l, unnest(l."rollen") AS named(id)
            WHERE k.rolle_id = named.id AND k.scope_id = l."projekt_id" AND k.other_id = l."ph_id"
        $sql$;
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION member_projects_roles_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM gone WHERE "rollen" <> '{}') THEN
        EXECUTE $sql$
            DELETE FROM link_roles k USING (SELECT "projekt_id", "ph_id", "rollen", "seit", "bis" FROM gone EXCEPT SELECT "projekt_id", "ph_id", "rollen", "seit", "bis" FROM come) AS l, unnest(l."rollen") AS named(id)
            WHERE k.rolle_id = named.id AND k.scope_id = l."projekt_id" AND k.other_id = l."ph_id"
        $sql$;
    END IF;
    IF EXISTS (SELECT FROM come WHERE "rollen" <> '{}') THEN
        EXECUTE $sql$
            WITH locked AS MATERIALIZED (
                SELECT rolle_id, eindeutig FROM verknuepfungsrollen WHERE rolle_id IN (SELECT named.id FROM (SELECT "projekt_id", "ph_id", "rollen", "seit", "bis" FROM come EXCEPT SELECT "projekt_id", "ph_id", "rollen", "seit", "bis" FROM gone) AS l, unnest(l."rollen") AS named(id)) ORDER BY rolle_id FOR SHARE
            )
            INSERT INTO link_roles (rolle_id, relation, scope_id, other_id, zeitraum, eindeutig)
            SELECT named.id, 'project_member', l."projekt_id", l."ph_id", daterange(l."seit", l."bis", '[]'),
                coalesce(locked.eindeutig, false)
            FROM (SELECT "projekt_id", "ph_id", "rollen", "seit", "bis" FROM come EXCEPT SELECT "projekt_id", "ph_id", "rollen", "seit", "bis" FROM gone) AS l, unnest(l."rollen") AS named(id) LEFT JOIN locked ON locked.rolle_id = named.id
        $sql$;
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION member_projects_roles_none() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM link_roles WHERE relation = 'project_member';
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION project_institutions_roles_come() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM come WHERE "rollen" <> '{}') THEN
        EXECUTE $sql$
            WITH locked AS MATERIALIZED (
                SELECT rolle_id, eindeutig FROM verknuepfungsrollen WHERE rolle_id IN (SELECT named.id FROM come AS l, unnest(l."rollen") AS named(id)) ORDER BY rolle_id FOR SHARE
            )
            INSERT INTO link_roles (rolle_id, relation, scope_id, other_id, zeitraum, eindeutig)
            SELECT named.id, 'project_institution', l."projekt_id", l."partner_institution_id", daterange(l."seit", l."bis", '[]'),
                coalesce(locked.eindeutig, false)
            FROM come AS l, unnest(l."rollen") AS named(id) LEFT JOIN locked ON locked.rolle_id = named.id
        $sql$;
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION project_institutions_roles_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM gone WHERE "rollen" <> '{}') THEN
        EXECUTE $sql$
            DELETE FROM link_roles k USING gone AS l, unnest(l."rollen") AS named(id)
            WHERE k.rolle_id = named.id AND k.scope_id = l."projekt_id" AND k.other_id = l."partner_institution_id"
        $sql$;
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION project_institutions_roles_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM gone WHERE "rollen" <> '{}') THEN
        EXECUTE $sql$
            DELETE FROM link_roles k USING (SELECT "projekt_id", "partner_institution_id", "rollen", "seit", "bis" FROM gone EXCEPT SELECT "projekt_id", "partner_institution_id", "rollen", "seit", "bis" FROM come) AS l, unnest(l."rollen") AS named(id)
            WHERE k.rolle_id = named.id AND k.scope_id = l."projekt_id" AND k.other_id = l."partner_institution_id"
        $sql$;
    END IF;
    IF EXISTS (SELECT FROM come WHERE "rollen" <> '{}') THEN
        EXECUTE $sql$
            WITH locked AS MATERIALIZED (
                SELECT rolle_id, eindeutig FROM verknuepfungsrollen WHERE rolle_id IN (SELECT named.id FROM (SELECT "projekt_id", "partner_institution_id", "rollen", "seit", "bis" FROM come EXCEPT SELECT "projekt_id", "partner_institution_id", "rollen", "seit", "bis" FROM gone) AS l, unnest(l."rollen") AS named(id)) ORDER BY rolle_id FOR SHARE
            )
            INSERT INTO link_roles (rolle_id, relation, scope_id, other_id, zeitraum, eindeutig)
            SELECT named.id, 'project_institution', l."projekt_id", l."partner_institution_id", daterange(l."seit", l."bis", '[]'),
                coalesce(locked.eindeutig, false)
            FROM (SELECT "projekt_id", "partner_institution_id", "rollen", "seit", "bis" FROM come EXCEPT SELECT "projekt_id", "partner_institution_id", "rollen", "seit", "bis" FROM gone) AS l, unnest(l."rollen") AS named(id) LEFT JOIN locked ON locked.rolle_id = named.id
        $sql$;
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION project_institutions_roles_none() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM link_roles WHERE relation = 'project_institution';
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION project_persons_roles_come() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM come WHERE "rollen" <> '{}') THEN
        EXECUTE $sql$
            WITH locked AS MATERIALIZED (
                SELECT rolle_id, eindeutig FROM verknuepfungsrollen WHERE rolle_id IN (SELECT named.id FROM come AS l, unnest(l."rollen") AS named(id)) ORDER BY rolle_id FOR SHARE
            )
            INSERT INTO link_roles (rolle_id, relation, scope_id, other_id, zeitraum, eindeutig)
            SELECT named.id, 'project_person', l."projekt_id", l."person_id", daterange(l."seit", l."bis", '[]'),
                coalesce(locked.eindeutig, false)
            FROM come AS l, unnest(l."rollen") AS named(id) LEFT JOIN locked ON locked.rolle_id = named.id
        $sql$;
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION project_persons_roles_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM gone WHERE "rollen" <> '{}') THEN
        EXECUTE $sql$
            DELETE FROM link_roles k USING gone AS l, unnest(l."rollen") AS named(id)
            WHERE k.rolle_id = named.id AND k.scope_id = l."projekt_id" AND k.other_id = l."person_id"
        $sql$;
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION project_persons_roles_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM gone WHERE "rollen" <> '{}') THEN
        EXECUTE $sql$
            DELETE FROM link_roles k USING (SELECT "projekt_id", "person_id", "rollen", "seit", "bis" FROM gone EXCEPT SELECT "projekt_id", "person_id", "rollen", "seit", "bis" FROM come) AS l, unnest(l."rollen") AS named(id)
            WHERE k.rolle_id = named.id AND k.scope_id = l."projekt_id" AND k.other_id = l."person_id"
        $sql$;
    END IF;
    IF EXISTS (SELECT FROM come WHERE "rollen" <> '{}') THEN
        EXECUTE $sql$
            WITH locked AS MATERIALIZED (
                SELECT rolle_id, eindeutig FROM verknuepfungsrollen WHERE rolle_id IN (SELECT named.id FROM (SELECT "projekt_id", "person_id", "rollen", "seit", "bis" FROM come EXCEPT SELECT "projekt_id", "person_id", "rollen", "seit", "bis" FROM gone) AS l, unnest(l."rollen") AS named(id)) ORDER BY rolle_id FOR SHARE
            )
            INSERT INTO link_roles (rolle_id, relation, scope_id, other_id, zeitraum, eindeutig)
            SELECT named.id, 'project_person', l."projekt_id", l."person_id", daterange(l."seit", l."bis", '[]'),
                coalesce(locked.eindeutig, false)
            FROM (SELECT "projekt_id", "person_id", "rollen", "seit", "bis" FROM come EXCEPT SELECT "projekt_id", "person_id", "rollen", "seit", "bis" FROM gone) AS l, unnest(l."rollen") AS named(id) LEFT JOIN locked ON locked.rolle_id = named.id
        $sql$;
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION project_persons_roles_none() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM link_roles WHERE relation = 'project_person';
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION institution_persons_roles_come() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM come WHERE "rollen" <> '{}') THEN
        EXECUTE $sql$
            WITH locked AS MATERIALIZED (
                SELECT rolle_id, eindeutig FROM verknuepfungsrollen WHERE rolle_id IN (SELECT named.id FROM come AS l, unnest(l."rollen") AS named(id)) ORDER BY rolle_id FOR SHARE
            )
            INSERT INTO link_roles (rolle_id, relation, scope_id, other_id, zeitraum, eindeutig)
            SELECT named.id, 'institution_person', l."partner_institution_id", l."person_id", daterange(l."seit", l."bis", '[]'),
                coalesce(locked.eindeutig, false)
            FROM come AS l, unnest(l."rollen") AS named(id) LEFT JOIN locked ON locked.rolle_id = named.id
        $sql$;
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION institution_persons_roles_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM gone WHERE "rollen" <> '{}') THEN
        EXECUTE $sql$
            DELETE FROM link_roles k USING gone AS l, unnest(l."rollen") AS named(id)
            WHERE k.rolle_id = named.id AND k.scope_id = l."partner_institution_id" AND k.other_id = l."person_id"
        $sql$;
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION institution_persons_roles_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM gone WHERE "rollen" <> '{}') THEN
        EXECUTE $sql$
            DELETE FROM link_roles k USING (SELECT "partner_institution_id", "person_id", "rollen", "seit", "bis" FROM gone EXCEPT SELECT "partner_institution_id", "person_id", "rollen", "seit", "bis" FROM come) AS l, unnest(l."rollen") AS named(id)
            WHERE k.rolle_id = named.id AND k.scope_id = l."partner_institution_id" AND k.other_id = l."person_id"
        $sql$;
    END IF;
    IF EXISTS (SELECT FROM come WHERE "rollen" <> '{}') THEN
        EXECUTE $sql$
            WITH locked AS MATERIALIZED (
                SELECT rolle_id, eindeutig FROM verknuepfungsrollen WHERE rolle_id IN (SELECT named.id FROM (SELECT "partner_institution_id", "person_id", "rollen", "seit", "bis" FROM come EXCEPT SELECT "partner_institution_id", "person_id", "rollen", "seit", "bis" FROM gone) AS l, unnest(l."rollen") AS named(id)) ORDER BY rolle_id FOR SHARE
            )
            INSERT INTO link_roles (rolle_id, relation, scope_id, other_id, zeitraum, eindeutig)
            SELECT named.id, 'institution_person', l."partner_institution_id", l."person_id", daterange(l."seit", l."bis", '[]'),
                coalesce(locked.eindeutig, false)
            FROM (SELECT "partner_institution_id", "person_id", "rollen", "seit", "bis" FROM come EXCEPT SELECT "partner_institution_id", "person_id", "rollen", "seit", "bis" FROM gone) AS l, unnest(l."rollen") AS named(id) LEFT JOIN locked ON locked.rolle_id = named.id
        $sql$;
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION institution_persons_roles_none() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM link_roles WHERE relation = 'institution_person';
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION link_roles_uniqueness() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE link_roles SET eindeutig = NEW.eindeutig WHERE rolle_id = NEW.rolle_id;
    RETURN NULL;
END
$$;

-- Generated triggers

CREATE OR REPLACE TRIGGER "member_projects_roles_come" AFTER INSERT ON "member_projects" REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION member_projects_roles_come();
CREATE OR REPLACE TRIGGER "member_projects_roles_gone" AFTER DELETE ON "member_projects" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION member_projects_roles_gone();
CREATE OR REPLACE TRIGGER "member_projects_roles_changed" AFTER UPDATE ON "member_projects" REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION member_projects_roles_changed();
CREATE OR REPLACE TRIGGER "member_projects_roles_none" AFTER TRUNCATE ON "member_projects" FOR EACH STATEMENT EXECUTE FUNCTION member_projects_roles_none();
CREATE OR REPLACE TRIGGER "project_institutions_roles_come" AFTER INSERT ON "project_institutions" REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION project_institutions_roles_come();
CREATE OR REPLACE TRIGGER "project_institutions_roles_gone" AFTER DELETE ON "project_institutions" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION project_institutions_roles_gone();
CREATE OR REPLACE TRIGGER "project_institutions_roles_changed" AFTER UPDATE ON "project_institutions" REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION project_institutions_roles_changed();
CREATE OR REPLACE TRIGGER "project_institutions_roles_none" AFTER TRUNCATE ON "project_institutions" FOR EACH STATEMENT EXECUTE FUNCTION project_institutions_roles_none();
CREATE OR REPLACE TRIGGER "project_persons_roles_come" AFTER INSERT ON "project_persons" REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION project_persons_roles_come();
CREATE OR REPLACE TRIGGER "project_persons_roles_gone" AFTER DELETE ON "project_persons" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION project_persons_roles_gone();
CREATE OR REPLACE TRIGGER "project_persons_roles_changed" AFTER UPDATE ON "project_persons" REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION project_persons_roles_changed();
CREATE OR REPLACE TRIGGER "project_persons_roles_none" AFTER TRUNCATE ON "project_persons" FOR EACH STATEMENT EXECUTE FUNCTION project_persons_roles_none();
CREATE OR REPLACE TRIGGER "institution_persons_roles_come" AFTER INSERT ON "institution_persons" REFERENCING NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION institution_persons_roles_come();
CREATE OR REPLACE TRIGGER "institution_persons_roles_gone" AFTER DELETE ON "institution_persons" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION institution_persons_roles_gone();
CREATE OR REPLACE TRIGGER "institution_persons_roles_changed" AFTER UPDATE ON "institution_persons" REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION institution_persons_roles_changed();
CREATE OR REPLACE TRIGGER "institution_persons_roles_none" AFTER TRUNCATE ON "institution_persons" FOR EACH STATEMENT EXECUTE FUNCTION institution_persons_roles_none();
CREATE OR REPLACE TRIGGER "link_roles_uniqueness" AFTER UPDATE ON "verknuepfungsrollen" FOR EACH ROW WHEN (OLD.eindeutig IS DISTINCT FROM NEW.eindeutig) EXECUTE FUNCTION link_roles_uniqueness();
CREATE OR REPLACE TRIGGER "verknuepfungsrollen_history" AFTER UPDATE ON "verknuepfungsrollen" FOR EACH ROW EXECUTE FUNCTION record_row('verknuepfungsrollen', 'rolle_id', 'rolle_de', 'rolle_de', 'rolle_en', 'active', 'eindeutig', 'zustaendig');
CREATE OR REPLACE TRIGGER "verknuepfungsrollen_history_rows" AFTER INSERT OR DELETE ON "verknuepfungsrollen" FOR EACH ROW EXECUTE FUNCTION record_row('verknuepfungsrollen', 'rolle_id', 'rolle_de', 'rolle_de', 'rolle_en', 'active', 'eindeutig', 'zustaendig', 'relation', 'position');
