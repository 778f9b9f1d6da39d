-- The initial migration: the whole schema of the database as one script. It replaces all earlier
-- migrations (docs/decisions/0019-initial-migration.md).
-- Sections: extensions, functions that tables use, tables, indexes, required rows, history
-- functions, generated functions, triggers and indexes, job queues.

-- ================================================================================================
-- Extensions, types, and the functions that columns and indexes use
-- ================================================================================================

CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
CREATE EXTENSION IF NOT EXISTS unaccent WITH SCHEMA public;
CREATE EXTENSION IF NOT EXISTS btree_gist WITH SCHEMA public;

CREATE TYPE "token_purpose" AS ENUM ('verify_email', 'reset_password');

-- Normalizes text for searches (contract §2): lower case without accents. "Müller" and "MULLER"
-- become "muller", "Straße" becomes "strasse". IMMUTABLE although unaccent() is only STABLE, because
-- stored columns and indexes need it; nothing edits the dictionary of unaccent(). In PL/pgSQL: for
-- that reason PostgreSQL cannot inline it, and would plan a function in SQL anew for every statement.
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

-- Maps ae, oe, ue of folded text to a, o, u, so that "mueller" and "muller" are equal.
CREATE OR REPLACE FUNCTION fold_umlauts(folded text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$ SELECT replace(replace(replace(folded, 'ae', 'a'), 'oe', 'o'), 'ue', 'u') $$;

-- Returns a LIKE pattern that finds the folded text anywhere; escapes %, _ and \.
CREATE OR REPLACE FUNCTION containing(folded text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$ SELECT '%' || regexp_replace(folded, '([\\%_])', '\\\1', 'g') || '%' $$;

-- Time of a change, rounded down to milliseconds: reading the state of that time includes it.
CREATE OR REPLACE FUNCTION history_now() RETURNS timestamptz
    LANGUAGE sql VOLATILE
    AS $$ SELECT date_trunc('milliseconds', clock_timestamp()) $$;

-- ================================================================================================
-- Tables
-- Constraints make invalid data impossible, whichever program writes it.
-- ================================================================================================

-- ----- Reference lists -----
-- The position orders a list; a new entry gets the next number and is therefore the last.

CREATE TABLE "titel" (
    "titel_id" SERIAL NOT NULL,
    "titel_de" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,
    "titel_en" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,
    "position" SERIAL NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    CONSTRAINT "titel_pkey" PRIMARY KEY ("titel_id"),
    CONSTRAINT "titel_filled" CHECK (btrim("titel_de") <> '' AND btrim("titel_en") <> '')
);

CREATE TABLE "fakultaeten" (
    "fakultaet_id" SERIAL NOT NULL,
    "fakultaet_name_de" VARCHAR(255) COLLATE "de-x-icu" NOT NULL,
    "fakultaet_name_en" VARCHAR(255) COLLATE "de-x-icu" NOT NULL,
    "position" SERIAL NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    CONSTRAINT "fakultaeten_pkey" PRIMARY KEY ("fakultaet_id"),
    CONSTRAINT "fakultaeten_filled" CHECK (btrim("fakultaet_name_de") <> '' AND btrim("fakultaet_name_en") <> '')
);

CREATE TABLE "institute" (
    "institut_id" SERIAL NOT NULL,
    "institut_name_de" VARCHAR(255) COLLATE "de-x-icu" NOT NULL,
    "institut_name_en" VARCHAR(255) COLLATE "de-x-icu" NOT NULL,
    "position" SERIAL NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    CONSTRAINT "institute_pkey" PRIMARY KEY ("institut_id"),
    CONSTRAINT "institute_filled" CHECK (btrim("institut_name_de") <> '' AND btrim("institut_name_en") <> '')
);

CREATE TABLE "einrichtungen" (
    "einrichtung_id" SERIAL NOT NULL,
    "einrichtung_name_de" VARCHAR(255) COLLATE "de-x-icu" NOT NULL,
    "einrichtung_name_en" VARCHAR(255) COLLATE "de-x-icu" NOT NULL,
    "position" SERIAL NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    CONSTRAINT "einrichtungen_pkey" PRIMARY KEY ("einrichtung_id"),
    CONSTRAINT "einrichtungen_filled" CHECK (btrim("einrichtung_name_de") <> '' AND btrim("einrichtung_name_en") <> '')
);

CREATE TABLE "personenstatus" (
    "status_id" SERIAL NOT NULL,
    "status_de" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,
    "status_en" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,
    "position" SERIAL NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    CONSTRAINT "personenstatus_pkey" PRIMARY KEY ("status_id"),
    CONSTRAINT "personenstatus_filled" CHECK (btrim("status_de") <> '' AND btrim("status_en") <> '')
);

CREATE TABLE "vertragsgrundlagen" (
    "grundlage_id" SERIAL NOT NULL,
    "grundlage_de" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,
    "grundlage_en" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,
    "position" SERIAL NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    CONSTRAINT "vertragsgrundlagen_pkey" PRIMARY KEY ("grundlage_id"),
    CONSTRAINT "vertragsgrundlagen_filled" CHECK (btrim("grundlage_de") <> '' AND btrim("grundlage_en") <> '')
);

-- "beendet" marks statuses of ended projects.
CREATE TABLE "projekt_status" (
    "projektstatus_id" SERIAL NOT NULL,
    "projektstatus_de" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,
    "projektstatus_en" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,
    "position" SERIAL NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "beendet" BOOLEAN NOT NULL DEFAULT false,
    CONSTRAINT "projekt_status_pkey" PRIMARY KEY ("projektstatus_id"),
    CONSTRAINT "projekt_status_filled" CHECK (btrim("projektstatus_de") <> '' AND btrim("projektstatus_en") <> '')
);

CREATE TABLE "zusammenarbeit" (
    "zusammenarbeit_id" SERIAL NOT NULL,
    "zusammenarbeit_de" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,
    "zusammenarbeit_en" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,
    "position" SERIAL NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    CONSTRAINT "zusammenarbeit_pkey" PRIMARY KEY ("zusammenarbeit_id"),
    CONSTRAINT "zusammenarbeit_filled" CHECK (btrim("zusammenarbeit_de") <> '' AND btrim("zusammenarbeit_en") <> '')
);

CREATE TABLE "organisationsformen" (
    "ogf_id" SERIAL NOT NULL,
    "organisationsform_de" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,
    "organisationsform_en" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,
    "position" SERIAL NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    CONSTRAINT "organisationsformen_pkey" PRIMARY KEY ("ogf_id"),
    CONSTRAINT "organisationsformen_filled" CHECK (btrim("organisationsform_de") <> '' AND btrim("organisationsform_en") <> '')
);

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

-- ----- Records -----
-- Generated triggers maintain the derived columns: "suche" holds the folded text of all searched
-- fields (one trigram index scan per filter), "suche_kompakt" the same with folded umlauts, "namen"
-- the text that typeahead searches, "suche_verknuepft" the text by which lists of linked records
-- find a record; lists are sorted by columns such as "institut_name_de".
-- "version" counts the changes of a record, "aliases" holds its further names.

CREATE TABLE "members" (
    "ph_id" SERIAL NOT NULL,
    "titel" INTEGER NOT NULL DEFAULT -1,
    "vorname" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,
    "nachname" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,
    "email" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,
    "telefon" VARCHAR(100) NOT NULL DEFAULT '',
    "adresse" VARCHAR(100) NOT NULL DEFAULT '',
    "ph_webseite" VARCHAR(255) NOT NULL DEFAULT '',
    "fakultaet" INTEGER NOT NULL,
    "institut" INTEGER NOT NULL,
    "kommentare" VARCHAR(10000) NOT NULL DEFAULT '',
    "suche" TEXT NOT NULL DEFAULT '',
    "suche_kompakt" TEXT NOT NULL DEFAULT '',
    "version" INTEGER NOT NULL DEFAULT 1,
    "institut_name_de" VARCHAR(255) COLLATE "de-x-icu" NOT NULL DEFAULT '',
    "institut_name_en" VARCHAR(255) COLLATE "de-x-icu" NOT NULL DEFAULT '',
    "namen" TEXT NOT NULL DEFAULT '',
    "aliases" VARCHAR(255)[] NOT NULL DEFAULT ARRAY[]::VARCHAR(255)[],
    "suche_verknuepft" TEXT NOT NULL DEFAULT '',
    "suche_verknuepft_kompakt" TEXT NOT NULL DEFAULT '',
    "bestaetigt_am" TIMESTAMPTZ(3),
    "bestaetigt_von" VARCHAR(201),
    CONSTRAINT "members_pkey" PRIMARY KEY ("ph_id"),
    CONSTRAINT "members_vorname_filled" CHECK (btrim("vorname") <> ''),
    CONSTRAINT "members_nachname_filled" CHECK (btrim("nachname") <> ''),
    CONSTRAINT "members_email_filled" CHECK (btrim("email") <> ''),
    CONSTRAINT "members_titel_fkey" FOREIGN KEY ("titel") REFERENCES "titel"("titel_id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "members_fakultaet_fkey" FOREIGN KEY ("fakultaet") REFERENCES "fakultaeten"("fakultaet_id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "members_institut_fkey" FOREIGN KEY ("institut") REFERENCES "institute"("institut_id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TABLE "projects" (
    "projekt_id" SERIAL NOT NULL,
    "projekt_titel" VARCHAR(500) COLLATE "de-x-icu" NOT NULL,
    "projektbeginn" DATE,
    "projektende" DATE,
    "status" INTEGER NOT NULL DEFAULT 1,
    "vertragsgrundlage" INTEGER NOT NULL,
    "kuendigungsfrist" VARCHAR(100) NOT NULL DEFAULT '',
    "foerderer" VARCHAR(100) NOT NULL DEFAULT '',
    "foerderer_link" VARCHAR(255) NOT NULL DEFAULT '',
    "mittelvolumen" VARCHAR(100) NOT NULL DEFAULT '',
    "drittelmittelanteil" VARCHAR(100) NOT NULL DEFAULT '',
    "projektwebsite" VARCHAR(255) NOT NULL DEFAULT '',
    "zusammenarbeit_ende_nach_vertrag" INTEGER NOT NULL DEFAULT 0,
    "kommentare" VARCHAR(10000) NOT NULL DEFAULT '',
    "suche" TEXT NOT NULL DEFAULT '',
    "suche_kompakt" TEXT NOT NULL DEFAULT '',
    "version" INTEGER NOT NULL DEFAULT 1,
    "projektstatus_de" VARCHAR(100) COLLATE "de-x-icu" NOT NULL DEFAULT '',
    "projektstatus_en" VARCHAR(100) COLLATE "de-x-icu" NOT NULL DEFAULT '',
    "namen" TEXT NOT NULL DEFAULT '',
    "aliases" VARCHAR(255)[] NOT NULL DEFAULT ARRAY[]::VARCHAR(255)[],
    "suche_verknuepft" TEXT NOT NULL DEFAULT '',
    "suche_verknuepft_kompakt" TEXT NOT NULL DEFAULT '',
    "bestaetigt_am" TIMESTAMPTZ(3),
    "bestaetigt_von" VARCHAR(201),
    CONSTRAINT "projects_pkey" PRIMARY KEY ("projekt_id"),
    CONSTRAINT "projects_projekt_titel_filled" CHECK (btrim("projekt_titel") <> ''),
    CONSTRAINT "projects_projektbeginn_with_contract" CHECK (("vertragsgrundlage" > -1) = ("projektbeginn" IS NOT NULL)),
    CONSTRAINT "projects_projektende_with_fixed_term" CHECK (("vertragsgrundlage" = 1) = ("projektende" IS NOT NULL)),
    CONSTRAINT "projects_date_order" CHECK ("projektende" >= "projektbeginn"),
    CONSTRAINT "projects_status_fkey" FOREIGN KEY ("status") REFERENCES "projekt_status"("projektstatus_id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "projects_vertragsgrundlage_fkey" FOREIGN KEY ("vertragsgrundlage") REFERENCES "vertragsgrundlagen"("grundlage_id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "projects_zusammenarbeit_ende_nach_vertrag_fkey" FOREIGN KEY ("zusammenarbeit_ende_nach_vertrag") REFERENCES "zusammenarbeit"("zusammenarbeit_id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TABLE "institutions" (
    "partner_institution_id" SERIAL NOT NULL,
    "name" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,
    "organisationsform" INTEGER NOT NULL DEFAULT -1,
    "branchen" VARCHAR(100) NOT NULL,
    "abteilung" VARCHAR(100) NOT NULL DEFAULT '',
    "kontaktperson" VARCHAR(100) NOT NULL DEFAULT '',
    "email" VARCHAR(100) COLLATE "de-x-icu" NOT NULL DEFAULT '',
    "telefon" VARCHAR(100) NOT NULL DEFAULT '',
    "adresse" VARCHAR(100) NOT NULL DEFAULT '',
    "webseite" VARCHAR(100) NOT NULL DEFAULT '',
    "kommentare" VARCHAR(10000) NOT NULL DEFAULT '',
    "suche" TEXT NOT NULL DEFAULT '',
    "suche_kompakt" TEXT NOT NULL DEFAULT '',
    "version" INTEGER NOT NULL DEFAULT 1,
    "organisationsform_de" VARCHAR(100) COLLATE "de-x-icu" NOT NULL DEFAULT '',
    "organisationsform_en" VARCHAR(100) COLLATE "de-x-icu" NOT NULL DEFAULT '',
    "namen" TEXT NOT NULL DEFAULT '',
    "aliases" VARCHAR(255)[] NOT NULL DEFAULT ARRAY[]::VARCHAR(255)[],
    "suche_verknuepft" TEXT NOT NULL DEFAULT '',
    "suche_verknuepft_kompakt" TEXT NOT NULL DEFAULT '',
    "bestaetigt_am" TIMESTAMPTZ(3),
    "bestaetigt_von" VARCHAR(201),
    CONSTRAINT "institutions_pkey" PRIMARY KEY ("partner_institution_id"),
    CONSTRAINT "institutions_name_filled" CHECK (btrim("name") <> ''),
    CONSTRAINT "institutions_branchen_filled" CHECK (btrim("branchen") <> ''),
    CONSTRAINT "institutions_organisationsform_fkey" FOREIGN KEY ("organisationsform") REFERENCES "organisationsformen"("ogf_id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TABLE "persons" (
    "person_id" SERIAL NOT NULL,
    "titel" INTEGER NOT NULL DEFAULT -1,
    "vorname" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,
    "nachname" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,
    "email" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,
    "telefon" VARCHAR(100) NOT NULL DEFAULT '',
    "adresse" VARCHAR(100) NOT NULL DEFAULT '',
    "abteilung" VARCHAR(100) NOT NULL DEFAULT '',
    "position" VARCHAR(100) NOT NULL DEFAULT '',
    "ph_webseite" VARCHAR(255) NOT NULL DEFAULT '',
    "kommentare" VARCHAR(10000) NOT NULL DEFAULT '',
    "suche" TEXT NOT NULL DEFAULT '',
    "suche_kompakt" TEXT NOT NULL DEFAULT '',
    "version" INTEGER NOT NULL DEFAULT 1,
    "namen" TEXT NOT NULL DEFAULT '',
    "aliases" VARCHAR(255)[] NOT NULL DEFAULT ARRAY[]::VARCHAR(255)[],
    "suche_verknuepft" TEXT NOT NULL DEFAULT '',
    "suche_verknuepft_kompakt" TEXT NOT NULL DEFAULT '',
    "bestaetigt_am" TIMESTAMPTZ(3),
    "bestaetigt_von" VARCHAR(201),
    CONSTRAINT "persons_pkey" PRIMARY KEY ("person_id"),
    CONSTRAINT "persons_vorname_filled" CHECK (btrim("vorname") <> ''),
    CONSTRAINT "persons_nachname_filled" CHECK (btrim("nachname") <> ''),
    CONSTRAINT "persons_email_filled" CHECK (btrim("email") <> ''),
    CONSTRAINT "persons_titel_fkey" FOREIGN KEY ("titel") REFERENCES "titel"("titel_id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TABLE "thematic_fields" (
    "themenfeld_id" SERIAL NOT NULL,
    "themenfeld_de" VARCHAR(255) COLLATE "de-x-icu" NOT NULL,
    "themenfeld_en" VARCHAR(255) COLLATE "de-x-icu" NOT NULL,
    "suche" TEXT NOT NULL DEFAULT '',
    "suche_kompakt" TEXT NOT NULL DEFAULT '',
    "version" INTEGER NOT NULL DEFAULT 1,
    "namen" TEXT NOT NULL DEFAULT '',
    "aliases" VARCHAR(255)[] NOT NULL DEFAULT ARRAY[]::VARCHAR(255)[],
    "suche_verknuepft" TEXT NOT NULL DEFAULT '',
    "suche_verknuepft_kompakt" TEXT NOT NULL DEFAULT '',
    CONSTRAINT "thematic_fields_pkey" PRIMARY KEY ("themenfeld_id"),
    CONSTRAINT "thematic_fields_themenfeld_de_filled" CHECK (btrim("themenfeld_de") <> ''),
    CONSTRAINT "thematic_fields_themenfeld_en_filled" CHECK (btrim("themenfeld_en") <> '')
);

-- Deadlines derived from contracts (contract §11), valid from "holds_from" to "holds_until".
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
    CONSTRAINT "project_deadlines_pkey" PRIMARY KEY ("projekt_id"),
    CONSTRAINT "project_deadlines_projekt_id_fkey" FOREIGN KEY ("projekt_id") REFERENCES "projects"("projekt_id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- Records that were merged into another record, for redirects.
CREATE TABLE "merged_records" (
    "kind" VARCHAR(30) NOT NULL,
    "id" INTEGER NOT NULL,
    "into_id" INTEGER NOT NULL,
    CONSTRAINT "merged_records_pkey" PRIMARY KEY ("kind", "id")
);

-- ----- List fields of records -----

CREATE TABLE "member_facilities" (
    "ph_id" INTEGER NOT NULL,
    "einrichtung_id" INTEGER NOT NULL,
    CONSTRAINT "member_facilities_pkey" PRIMARY KEY ("ph_id", "einrichtung_id"),
    CONSTRAINT "member_facilities_ph_id_fkey" FOREIGN KEY ("ph_id") REFERENCES "members"("ph_id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "member_facilities_einrichtung_id_fkey" FOREIGN KEY ("einrichtung_id") REFERENCES "einrichtungen"("einrichtung_id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TABLE "member_statuses" (
    "ph_id" INTEGER NOT NULL,
    "status_id" INTEGER NOT NULL,
    CONSTRAINT "member_statuses_pkey" PRIMARY KEY ("ph_id", "status_id"),
    CONSTRAINT "member_statuses_ph_id_fkey" FOREIGN KEY ("ph_id") REFERENCES "members"("ph_id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "member_statuses_status_id_fkey" FOREIGN KEY ("status_id") REFERENCES "personenstatus"("status_id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TABLE "project_facilities" (
    "projekt_id" INTEGER NOT NULL,
    "einrichtung_id" INTEGER NOT NULL,
    CONSTRAINT "project_facilities_pkey" PRIMARY KEY ("projekt_id", "einrichtung_id"),
    CONSTRAINT "project_facilities_projekt_id_fkey" FOREIGN KEY ("projekt_id") REFERENCES "projects"("projekt_id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "project_facilities_einrichtung_id_fkey" FOREIGN KEY ("einrichtung_id") REFERENCES "einrichtungen"("einrichtung_id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- ----- Relations between records -----

CREATE TABLE "member_projects" (
    "ph_id" INTEGER NOT NULL,
    "projekt_id" INTEGER NOT NULL,
    "rollen" INTEGER[] NOT NULL DEFAULT '{}',
    "seit" DATE,
    "bis" DATE,
    "hauptkontakt" BOOLEAN NOT NULL DEFAULT false,
    "bemerkung" VARCHAR(500) NOT NULL DEFAULT '',
    CONSTRAINT "member_projects_pkey" PRIMARY KEY ("ph_id", "projekt_id"),
    CONSTRAINT "member_projects_ph_id_fkey" FOREIGN KEY ("ph_id") REFERENCES "members"("ph_id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "member_projects_projekt_id_fkey" FOREIGN KEY ("projekt_id") REFERENCES "projects"("projekt_id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "member_projects_period" CHECK ("seit" <= "bis")
);

CREATE TABLE "member_thematic_fields" (
    "ph_id" INTEGER NOT NULL,
    "themenfeld_id" INTEGER NOT NULL,
    CONSTRAINT "member_thematic_fields_pkey" PRIMARY KEY ("ph_id", "themenfeld_id"),
    CONSTRAINT "member_thematic_fields_ph_id_fkey" FOREIGN KEY ("ph_id") REFERENCES "members"("ph_id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "member_thematic_fields_themenfeld_id_fkey" FOREIGN KEY ("themenfeld_id") REFERENCES "thematic_fields"("themenfeld_id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TABLE "project_institutions" (
    "projekt_id" INTEGER NOT NULL,
    "partner_institution_id" INTEGER NOT NULL,
    "rollen" INTEGER[] NOT NULL DEFAULT '{}',
    "seit" DATE,
    "bis" DATE,
    "hauptkontakt" BOOLEAN NOT NULL DEFAULT false,
    "bemerkung" VARCHAR(500) NOT NULL DEFAULT '',
    CONSTRAINT "project_institutions_pkey" PRIMARY KEY ("projekt_id", "partner_institution_id"),
    CONSTRAINT "project_institutions_projekt_id_fkey" FOREIGN KEY ("projekt_id") REFERENCES "projects"("projekt_id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "project_institutions_partner_institution_id_fkey" FOREIGN KEY ("partner_institution_id") REFERENCES "institutions"("partner_institution_id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "project_institutions_period" CHECK ("seit" <= "bis")
);

CREATE TABLE "project_persons" (
    "projekt_id" INTEGER NOT NULL,
    "person_id" INTEGER NOT NULL,
    "rollen" INTEGER[] NOT NULL DEFAULT '{}',
    "seit" DATE,
    "bis" DATE,
    "hauptkontakt" BOOLEAN NOT NULL DEFAULT false,
    "bemerkung" VARCHAR(500) NOT NULL DEFAULT '',
    CONSTRAINT "project_persons_pkey" PRIMARY KEY ("projekt_id", "person_id"),
    CONSTRAINT "project_persons_projekt_id_fkey" FOREIGN KEY ("projekt_id") REFERENCES "projects"("projekt_id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "project_persons_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "persons"("person_id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "project_persons_period" CHECK ("seit" <= "bis")
);

CREATE TABLE "project_thematic_fields" (
    "projekt_id" INTEGER NOT NULL,
    "themenfeld_id" INTEGER NOT NULL,
    CONSTRAINT "project_thematic_fields_pkey" PRIMARY KEY ("projekt_id", "themenfeld_id"),
    CONSTRAINT "project_thematic_fields_projekt_id_fkey" FOREIGN KEY ("projekt_id") REFERENCES "projects"("projekt_id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "project_thematic_fields_themenfeld_id_fkey" FOREIGN KEY ("themenfeld_id") REFERENCES "thematic_fields"("themenfeld_id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TABLE "institution_persons" (
    "partner_institution_id" INTEGER NOT NULL,
    "person_id" INTEGER NOT NULL,
    "rollen" INTEGER[] NOT NULL DEFAULT '{}',
    "seit" DATE,
    "bis" DATE,
    "hauptkontakt" BOOLEAN NOT NULL DEFAULT false,
    "bemerkung" VARCHAR(500) NOT NULL DEFAULT '',
    CONSTRAINT "institution_persons_pkey" PRIMARY KEY ("partner_institution_id", "person_id"),
    CONSTRAINT "institution_persons_partner_institution_id_fkey" FOREIGN KEY ("partner_institution_id") REFERENCES "institutions"("partner_institution_id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "institution_persons_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "persons"("person_id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "institution_persons_period" CHECK ("seit" <= "bis")
);

CREATE TABLE "institution_thematic_fields" (
    "partner_institution_id" INTEGER NOT NULL,
    "themenfeld_id" INTEGER NOT NULL,
    CONSTRAINT "institution_thematic_fields_pkey" PRIMARY KEY ("partner_institution_id", "themenfeld_id"),
    CONSTRAINT "institution_thematic_fields_partner_institution_id_fkey" FOREIGN KEY ("partner_institution_id") REFERENCES "institutions"("partner_institution_id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "institution_thematic_fields_themenfeld_id_fkey" FOREIGN KEY ("themenfeld_id") REFERENCES "thematic_fields"("themenfeld_id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TABLE "person_thematic_fields" (
    "person_id" INTEGER NOT NULL,
    "themenfeld_id" INTEGER NOT NULL,
    CONSTRAINT "person_thematic_fields_pkey" PRIMARY KEY ("person_id", "themenfeld_id"),
    CONSTRAINT "person_thematic_fields_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "persons"("person_id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "person_thematic_fields_themenfeld_id_fkey" FOREIGN KEY ("themenfeld_id") REFERENCES "thematic_fields"("themenfeld_id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- ----- Accounts (contract §9) -----

-- An invited account has no password until its owner sets one. "sso_subject" identifies the account
-- at the single sign-on provider, even if the email address changes. "factor_step" is the last time
-- step whose code was used, so that no code is valid twice.
CREATE TABLE "users" (
    "id" SERIAL NOT NULL,
    "email" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,
    "name" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,
    "password_hash" VARCHAR(60),
    "language" VARCHAR(2) NOT NULL DEFAULT 'de',
    "email_verified_at" TIMESTAMPTZ(3),
    "disabled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "preferences" JSONB NOT NULL DEFAULT '{}',
    "role" VARCHAR(10) NOT NULL DEFAULT 'editor',
    "last_seen_at" TIMESTAMPTZ(3),
    "sso_issuer" VARCHAR(255),
    "sso_subject" VARCHAR(255),
    "factor_secret" VARCHAR(200),
    "factor_since" TIMESTAMPTZ(3),
    "factor_step" INTEGER,
    "digest" VARCHAR(10) NOT NULL DEFAULT 'none',
    "digest_scope" VARCHAR(10) NOT NULL DEFAULT 'all',
    "digest_told" DATE,
    CONSTRAINT "users_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "users_email_lower_case" CHECK ("email" = lower("email")),
    CONSTRAINT "users_language_known" CHECK ("language" IN ('de', 'en')),
    CONSTRAINT "users_role_known" CHECK ("role" IN ('reader', 'editor', 'admin')),
    CONSTRAINT "users_sso_whole" CHECK (("sso_issuer" IS NULL) = ("sso_subject" IS NULL)),
    CONSTRAINT "users_factor_whole" CHECK ("factor_since" IS NULL OR "factor_secret" IS NOT NULL),
    CONSTRAINT "users_digest_known" CHECK ("digest" IN ('none', 'daily', 'weekly', 'monthly')),
    CONSTRAINT "users_digest_scope_known" CHECK ("digest_scope" IN ('all', 'mine'))
);

-- "id_token" is needed for logging out at the single sign-on provider.
CREATE TABLE "sessions" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "token_hash" CHAR(64) NOT NULL,
    "user_agent" VARCHAR(255) NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "id_token" TEXT,
    "by_sso" BOOLEAN NOT NULL DEFAULT false,
    "by_factor" BOOLEAN NOT NULL DEFAULT false,
    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- Tokens of links in mails.
CREATE TABLE "tokens" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "purpose" "token_purpose" NOT NULL,
    "token_hash" CHAR(64) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "tokens_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- API tokens, which never have more rights than their owner.
CREATE TABLE "api_tokens" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "name" VARCHAR(100) NOT NULL,
    "scope" VARCHAR(5) NOT NULL,
    "token_hash" CHAR(64) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "by_sso" BOOLEAN NOT NULL DEFAULT false,
    "by_factor" BOOLEAN NOT NULL DEFAULT false,
    CONSTRAINT "api_tokens_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "api_tokens_scope_known" CHECK ("scope" IN ('read', 'write')),
    CONSTRAINT "api_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- One-time codes for accounts whose second factor is lost.
CREATE TABLE "recovery_codes" (
    "user_id" INTEGER NOT NULL,
    "code_hash" CHAR(64) NOT NULL,
    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("user_id", "code_hash"),
    CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- Single sign-on logins in progress; each handle is valid once, for minutes.
CREATE TABLE "sso_errands" (
    "handle_hash" CHAR(64) NOT NULL,
    "errand" VARCHAR(10) NOT NULL,
    "content" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "sso_errands_pkey" PRIMARY KEY ("handle_hash")
);

-- Attempt counters. rate-limiter-flexible inserts by position: the order of columns matters.
CREATE TABLE "rate_limits" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,
    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
);

-- Secret addresses of calendar feeds (contract §11).
CREATE TABLE "calendar_feeds" (
    "user_id" INTEGER NOT NULL,
    "secret_hash" CHAR(64) NOT NULL,
    "sealed_secret" VARCHAR(200) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "by_sso" BOOLEAN NOT NULL DEFAULT false,
    CONSTRAINT "calendar_feeds_pkey" PRIMARY KEY ("user_id"),
    CONSTRAINT "calendar_feeds_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- Saved list views, private or shared (contract §10).
CREATE TABLE "views" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "kind" VARCHAR(50) NOT NULL,
    "name" VARCHAR(100) NOT NULL,
    "query" TEXT NOT NULL,
    "columns" TEXT[],
    "shared" BOOLEAN NOT NULL,
    CONSTRAINT "views_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "views_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- ----- History (contract §8) -----

-- One row per change. "erased_at" is the time at which a person's data were erased from it.
CREATE TABLE "changes" (
    "change_id" SERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT history_now(),
    "user_id" INTEGER,
    "user_name" VARCHAR(100),
    "source" VARCHAR(10) NOT NULL,
    "action" VARCHAR(10) NOT NULL,
    "kind" VARCHAR(40) NOT NULL,
    "id" INTEGER NOT NULL,
    "label" TEXT NOT NULL,
    "version" INTEGER,
    "fields" JSONB NOT NULL DEFAULT '[]',
    "relation" VARCHAR(60),
    "related_kind" VARCHAR(40),
    "related_id" INTEGER,
    "related_label" TEXT,
    "links" JSONB,
    "batch" UUID,
    "reverts" INTEGER,
    "erased_at" TIMESTAMPTZ(3),
    CONSTRAINT "changes_pkey" PRIMARY KEY ("change_id"),
    CONSTRAINT "changes_action_known" CHECK ("action" IN ('create', 'update', 'delete', 'link', 'unlink')),
    CONSTRAINT "changes_source_known" CHECK ("source" IN ('app', 'token', 'import', 'job', 'command', 'round'))
);

-- Number of changes per day, so that pages of the history need not count all rows.
CREATE TABLE "change_counts" (
    "row_id" SERIAL NOT NULL,
    "day" DATE NOT NULL,
    "kind" VARCHAR(40) NOT NULL,
    "related_kind" VARCHAR(40),
    "action" VARCHAR(10) NOT NULL,
    "count" INTEGER NOT NULL,
    CONSTRAINT "change_counts_pkey" PRIMARY KEY ("row_id")
);

-- ----- Imports (contract §10) -----

-- Uploaded tables; they are deleted after a week.
CREATE TABLE "imports" (
    "import_id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "kind" VARCHAR(40) NOT NULL,
    "file_name" VARCHAR(255) NOT NULL,
    "headers" JSONB NOT NULL,
    "mapping" JSONB NOT NULL,
    "match" JSONB NOT NULL DEFAULT '[]',
    "unknown" VARCHAR(10) NOT NULL DEFAULT 'refuse',
    "state" VARCHAR(10) NOT NULL DEFAULT 'uploaded',
    "batch" UUID,
    "runner" UUID,
    "seen_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "counts" JSONB NOT NULL DEFAULT '{}',
    "row_bytes" INTEGER NOT NULL DEFAULT 0,
    "create_with" JSONB NOT NULL DEFAULT '{}',
    "header_row" INTEGER NOT NULL DEFAULT 1,
    "names" JSONB NOT NULL DEFAULT '{}',
    "day_orders" JSONB NOT NULL DEFAULT '{}',
    "encoding" VARCHAR(20),
    "groups" JSONB NOT NULL DEFAULT '[]',
    "not_applicable" VARCHAR(10) NOT NULL DEFAULT 'refuse',
    "sheet" TEXT,
    "sheets" JSONB,
    CONSTRAINT "imports_pkey" PRIMARY KEY ("import_id"),
    CONSTRAINT "imports_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "import_rows" (
    "import_id" INTEGER NOT NULL,
    "row" INTEGER NOT NULL,
    "cells" JSONB NOT NULL,
    "action" VARCHAR(10),
    "record_id" INTEGER,
    "errors" JSONB NOT NULL DEFAULT '{}',
    "changes" JSONB NOT NULL DEFAULT '[]',
    "body" JSONB NOT NULL DEFAULT '{}',
    "links" JSONB NOT NULL DEFAULT '{}',
    "written" BOOLEAN NOT NULL DEFAULT false,
    "choice" VARCHAR(10),
    "choice_id" INTEGER,
    "similar" JSONB,
    "repeats" INTEGER,
    "dropped" BOOLEAN NOT NULL DEFAULT false,
    "label" TEXT,
    "new_label" TEXT,
    CONSTRAINT "import_rows_pkey" PRIMARY KEY ("import_id", "row"),
    CONSTRAINT "import_rows_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "imports"("import_id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- ----- Counts and duplicates -----

-- The sum of a kind's rows is its number of records (`prisma/triggers/count.ts`).
CREATE TABLE "record_counts" (
    "row_id" SERIAL NOT NULL,
    "kind" VARCHAR(40) NOT NULL,
    "count" INTEGER NOT NULL,
    CONSTRAINT "record_counts_pkey" PRIMARY KEY ("row_id")
);

-- Daily results of the data quality checks.
CREATE TABLE "quality_counts" (
    "list" VARCHAR(60) NOT NULL,
    "day" DATE NOT NULL,
    "count" INTEGER NOT NULL,
    "counted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "quality_counts_pkey" PRIMARY KEY ("day", "list")
);

-- Names extracted from records, for the duplicate search; "known" is null until they are extracted.
CREATE TABLE "alike_records" (
    "kind" VARCHAR(50) NOT NULL,
    "id" INTEGER NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "known" JSONB,
    "keys" TEXT[] DEFAULT ARRAY[]::TEXT[],
    CONSTRAINT "alike_records_pkey" PRIMARY KEY ("kind", "id")
);

-- Records that are not yet compared.
CREATE TABLE "alike_waiting" (
    "kind" VARCHAR(50) NOT NULL,
    "id" INTEGER NOT NULL,
    "is_read" BOOLEAN NOT NULL DEFAULT false,
    CONSTRAINT "alike_waiting_pkey" PRIMARY KEY ("kind", "id")
);

CREATE TABLE "duplicate_pairs" (
    "kind" VARCHAR(50) NOT NULL,
    "a" INTEGER NOT NULL,
    "b" INTEGER NOT NULL,
    "score" REAL NOT NULL,
    "reasons" TEXT[],
    "differences" TEXT[] DEFAULT ARRAY[]::TEXT[],
    CONSTRAINT "duplicate_pairs_pkey" PRIMARY KEY ("kind", "a", "b")
);

-- Pairs that users have marked as different records.
CREATE TABLE "duplicate_dismissals" (
    "kind" VARCHAR(50) NOT NULL,
    "a" INTEGER NOT NULL,
    "b" INTEGER NOT NULL,
    "user_id" INTEGER,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "duplicate_dismissals_pkey" PRIMARY KEY ("kind", "a", "b"),
    CONSTRAINT "duplicate_dismissals_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE
);

-- ----- Roles of links (contract §13) -----

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
-- The foreign key below refers to it.
CREATE UNIQUE INDEX "verknuepfungsrollen_rolle_id_relation_key" ON "verknuepfungsrollen"("rolle_id", "relation");

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

-- ----- Confirmation rounds and proposals (contract §§14, 15) -----

CREATE TABLE "rounds" (
    "runde_id" SERIAL NOT NULL,
    "titel" VARCHAR(200) NOT NULL,
    "kind" VARCHAR(30) NOT NULL,
    "query" TEXT NOT NULL,
    "an" VARCHAR(20) NOT NULL,
    "felder" VARCHAR(60)[],
    "text_de" VARCHAR(5000) NOT NULL,
    "text_en" VARCHAR(5000) NOT NULL,
    "faellig_am" DATE NOT NULL,
    "status" VARCHAR(10) NOT NULL DEFAULT 'draft',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "reminded_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),
    "counts" JSONB,
    "without_address" JSONB,
    CONSTRAINT "rounds_pkey" PRIMARY KEY ("runde_id"),
    CONSTRAINT "rounds_status_known" CHECK ("status" IN ('draft', 'running', 'closed')),
    CONSTRAINT "rounds_an_known" CHECK ("an" IN ('self', 'responsible', 'contacts'))
);

CREATE TABLE "round_recipients" (
    "recipient_id" SERIAL NOT NULL,
    "runde_id" INTEGER NOT NULL,
    "email" VARCHAR(255) NOT NULL,
    "name" VARCHAR(201) NOT NULL,
    "person_kind" VARCHAR(30),
    "person_id" INTEGER,
    "generation" INTEGER NOT NULL DEFAULT 1,
    "token_hash" VARCHAR(64) NOT NULL,
    "state" VARCHAR(10) NOT NULL DEFAULT 'planned',
    "mail" VARCHAR(10),
    "mail_due" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "failure" VARCHAR(500),
    "sent_at" TIMESTAMPTZ(3),
    "reminders" INTEGER NOT NULL DEFAULT 0,
    "answered_at" TIMESTAMPTZ(3),
    "declined_at" TIMESTAMPTZ(3),
    CONSTRAINT "round_recipients_pkey" PRIMARY KEY ("recipient_id"),
    CONSTRAINT "round_recipients_state_known" CHECK ("state" IN ('planned', 'sent', 'failed', 'answered', 'declined')),
    CONSTRAINT "round_recipients_mail_known" CHECK ("mail" IN ('start', 'reminder')),
    CONSTRAINT "round_recipients_runde_id_fkey" FOREIGN KEY ("runde_id") REFERENCES "rounds"("runde_id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "round_records" (
    "recipient_id" INTEGER NOT NULL,
    "record_id" INTEGER NOT NULL,
    "label" TEXT NOT NULL,
    "answer" VARCHAR(10),
    "changes" JSONB,
    "successor" JSONB,
    "comment" VARCHAR(2000),
    "answered_at" TIMESTAMPTZ(3),
    "confirmed_digest" VARCHAR(8),
    "shown_digest" VARCHAR(8),
    CONSTRAINT "round_records_pkey" PRIMARY KEY ("recipient_id", "record_id"),
    CONSTRAINT "round_records_answer_known" CHECK ("answer" IN ('confirmed', 'changed', 'ended', 'not_mine')),
    CONSTRAINT "round_records_recipient_id_fkey" FOREIGN KEY ("recipient_id") REFERENCES "round_recipients"("recipient_id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "proposals" (
    "proposal_id" SERIAL NOT NULL,
    "type" VARCHAR(10) NOT NULL DEFAULT 'round',
    "kind" VARCHAR(30) NOT NULL,
    "id" INTEGER NOT NULL,
    "label" TEXT NOT NULL,
    "moved_from" INTEGER[] NOT NULL DEFAULT '{}',
    "field" VARCHAR(60),
    "value" JSONB,
    "now" JSONB,
    "runde_id" INTEGER,
    "recipient_id" INTEGER,
    "name" VARCHAR(201) NOT NULL DEFAULT '',
    "email" VARCHAR(255) NOT NULL DEFAULT '',
    "answer" VARCHAR(10),
    "comment" VARCHAR(2000),
    "successor" JSONB,
    "answered_at" TIMESTAMPTZ(3),
    "state" VARCHAR(10) NOT NULL DEFAULT 'open',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_by" INTEGER,
    "decider_name" VARCHAR(100),
    "decided_at" TIMESTAMPTZ(3),
    CONSTRAINT "proposals_pkey" PRIMARY KEY ("proposal_id"),
    CONSTRAINT "proposals_state_known" CHECK ("state" IN ('open', 'accepted', 'rejected', 'replaced')),
    CONSTRAINT "proposals_runde_id_fkey" FOREIGN KEY ("runde_id") REFERENCES "rounds"("runde_id") ON DELETE SET NULL ON UPDATE CASCADE
);

-- ================================================================================================
-- Indexes
-- ================================================================================================

CREATE INDEX "members_nachname_ph_id_idx" ON "members"("nachname", "ph_id");
CREATE INDEX "members_vorname_ph_id_idx" ON "members"("vorname", "ph_id");
CREATE INDEX "members_email_ph_id_idx" ON "members"("email", "ph_id");
CREATE INDEX "members_institut_idx" ON "members"("institut");
CREATE INDEX "members_fakultaet_idx" ON "members"("fakultaet");
CREATE INDEX "members_titel_idx" ON "members"("titel");
CREATE INDEX "members_suche_idx" ON "members" USING GIN ("suche_kompakt" gin_trgm_ops, "suche_verknuepft_kompakt" gin_trgm_ops);
CREATE INDEX "members_institut_name_de_ph_id_idx" ON "members"("institut_name_de", "ph_id");
CREATE INDEX "members_institut_name_en_ph_id_idx" ON "members"("institut_name_en", "ph_id");

CREATE INDEX "projects_projekt_titel_projekt_id_idx" ON "projects"("projekt_titel", "projekt_id");
CREATE INDEX "projects_projektbeginn_projekt_id_idx" ON "projects"("projektbeginn", "projekt_id");
CREATE INDEX "projects_projektende_projekt_id_idx" ON "projects"("projektende", "projekt_id");
CREATE INDEX "projects_status_idx" ON "projects"("status");
CREATE INDEX "projects_vertragsgrundlage_idx" ON "projects"("vertragsgrundlage");
CREATE INDEX "projects_zusammenarbeit_ende_nach_vertrag_idx" ON "projects"("zusammenarbeit_ende_nach_vertrag");
CREATE INDEX "projects_suche_idx" ON "projects" USING GIN ("suche_kompakt" gin_trgm_ops, "suche_verknuepft_kompakt" gin_trgm_ops);
CREATE INDEX "projects_projektstatus_de_projekt_id_idx" ON "projects"("projektstatus_de", "projekt_id");
CREATE INDEX "projects_projektstatus_en_projekt_id_idx" ON "projects"("projektstatus_en", "projekt_id");

CREATE INDEX "institutions_name_partner_institution_id_idx" ON "institutions"("name", "partner_institution_id");
CREATE INDEX "institutions_organisationsform_idx" ON "institutions"("organisationsform");
CREATE INDEX "institutions_suche_idx" ON "institutions" USING GIN ("suche_kompakt" gin_trgm_ops, "suche_verknuepft_kompakt" gin_trgm_ops);
CREATE INDEX "institutions_organisationsform_de_partner_institution_id_idx" ON "institutions"("organisationsform_de", "partner_institution_id");
CREATE INDEX "institutions_organisationsform_en_partner_institution_id_idx" ON "institutions"("organisationsform_en", "partner_institution_id");

CREATE INDEX "persons_nachname_person_id_idx" ON "persons"("nachname", "person_id");
CREATE INDEX "persons_vorname_person_id_idx" ON "persons"("vorname", "person_id");
CREATE INDEX "persons_email_person_id_idx" ON "persons"("email", "person_id");
CREATE INDEX "persons_titel_idx" ON "persons"("titel");
CREATE INDEX "persons_suche_idx" ON "persons" USING GIN ("suche_kompakt" gin_trgm_ops, "suche_verknuepft_kompakt" gin_trgm_ops);

CREATE INDEX "thematic_fields_themenfeld_de_themenfeld_id_idx" ON "thematic_fields"("themenfeld_de", "themenfeld_id");
CREATE INDEX "thematic_fields_themenfeld_en_themenfeld_id_idx" ON "thematic_fields"("themenfeld_en", "themenfeld_id");
CREATE INDEX "thematic_fields_suche_idx" ON "thematic_fields" USING GIN ("suche_kompakt" gin_trgm_ops, "suche_verknuepft_kompakt" gin_trgm_ops);

CREATE INDEX "project_deadlines_letzter_kuendigungstag_idx" ON "project_deadlines"("letzter_kuendigungstag");
CREATE INDEX "project_deadlines_endet_am_idx" ON "project_deadlines"("endet_am");
CREATE INDEX "project_deadlines_fristenstand_idx" ON "project_deadlines"("fristenstand");
CREATE INDEX "project_deadlines_holds_until_idx" ON "project_deadlines"("holds_until");

CREATE INDEX "merged_records_kind_into_id_idx" ON "merged_records"("kind", "into_id");

CREATE INDEX "member_facilities_einrichtung_id_ph_id_idx" ON "member_facilities"("einrichtung_id", "ph_id");

CREATE INDEX "member_statuses_status_id_ph_id_idx" ON "member_statuses"("status_id", "ph_id");

CREATE INDEX "project_facilities_einrichtung_id_projekt_id_idx" ON "project_facilities"("einrichtung_id", "projekt_id");

CREATE INDEX "member_projects_projekt_id_ph_id_idx" ON "member_projects"("projekt_id", "ph_id");

CREATE INDEX "member_thematic_fields_themenfeld_id_ph_id_idx" ON "member_thematic_fields"("themenfeld_id", "ph_id");

CREATE INDEX "project_institutions_partner_institution_id_projekt_id_idx" ON "project_institutions"("partner_institution_id", "projekt_id");

CREATE INDEX "project_persons_person_id_projekt_id_idx" ON "project_persons"("person_id", "projekt_id");

CREATE INDEX "project_thematic_fields_themenfeld_id_projekt_id_idx" ON "project_thematic_fields"("themenfeld_id", "projekt_id");

CREATE INDEX "institution_persons_person_id_partner_institution_id_idx" ON "institution_persons"("person_id", "partner_institution_id");

CREATE INDEX "institution_thematic_fields_themenfeld_id_partner_instituti_idx" ON "institution_thematic_fields"("themenfeld_id", "partner_institution_id");

CREATE INDEX "person_thematic_fields_themenfeld_id_person_id_idx" ON "person_thematic_fields"("themenfeld_id", "person_id");

CREATE UNIQUE INDEX "users_email_key" ON "users"("email");
CREATE UNIQUE INDEX "users_sso_issuer_sso_subject_key" ON "users"("sso_issuer", "sso_subject");

CREATE UNIQUE INDEX "sessions_token_hash_key" ON "sessions"("token_hash");
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

CREATE UNIQUE INDEX "tokens_token_hash_key" ON "tokens"("token_hash");
CREATE INDEX "tokens_user_id_purpose_idx" ON "tokens"("user_id", "purpose");
CREATE INDEX "tokens_expires_at_idx" ON "tokens"("expires_at");

CREATE UNIQUE INDEX "api_tokens_token_hash_key" ON "api_tokens"("token_hash");
CREATE INDEX "api_tokens_user_id_idx" ON "api_tokens"("user_id");
CREATE INDEX "api_tokens_expires_at_idx" ON "api_tokens"("expires_at");

CREATE INDEX "sso_errands_expires_at_idx" ON "sso_errands"("expires_at");

CREATE INDEX "rate_limits_expire_idx" ON "rate_limits"("expire");

CREATE UNIQUE INDEX "calendar_feeds_secret_hash_key" ON "calendar_feeds"("secret_hash");

CREATE INDEX "views_user_id_idx" ON "views"("user_id");
CREATE INDEX "views_shared_idx" ON "views"("shared");

CREATE UNIQUE INDEX "changes_reverts_key" ON "changes"("reverts");
CREATE INDEX "changes_kind_id_change_id_idx" ON "changes"("kind", "id", "change_id");
CREATE INDEX "changes_related_kind_related_id_change_id_idx" ON "changes"("related_kind", "related_id", "change_id");
-- Finds changes by the records that a deleted record was linked to.
CREATE INDEX "changes_links_idx" ON "changes" USING GIN ("links" jsonb_path_ops);
CREATE INDEX "changes_kind_at_idx" ON "changes"("kind", "at");
CREATE INDEX "changes_related_kind_at_idx" ON "changes"("related_kind", "at");
CREATE INDEX "changes_action_at_idx" ON "changes"("action", "at");
CREATE INDEX "changes_user_id_kind_action_at_idx" ON "changes"("user_id", "kind", "action", "at");
CREATE INDEX "changes_at_change_id_idx" ON "changes"("at", "change_id");

CREATE INDEX "change_counts_day_idx" ON "change_counts"("day");

CREATE INDEX "imports_user_id_idx" ON "imports"("user_id");
CREATE INDEX "imports_created_at_idx" ON "imports"("created_at");

CREATE INDEX "import_rows_import_id_action_row_idx" ON "import_rows"("import_id", "action", "row");

CREATE INDEX "record_counts_kind_row_id_count_idx" ON "record_counts"("kind", "row_id", "count");

-- Without fastupdate, because each search would read the whole list of pending entries.
CREATE INDEX "alike_records_keys_idx" ON "alike_records" USING GIN ("keys") WITH (fastupdate = off);

CREATE INDEX "alike_waiting_kind_is_read_id_idx" ON "alike_waiting"("kind", "is_read", "id");

CREATE INDEX "duplicate_pairs_kind_b_idx" ON "duplicate_pairs"("kind", "b");
CREATE INDEX "duplicate_pairs_kind_score_a_b_idx" ON "duplicate_pairs"("kind", "score" DESC, "a", "b");

CREATE INDEX "duplicate_dismissals_kind_b_idx" ON "duplicate_dismissals"("kind", "b");
CREATE INDEX "duplicate_dismissals_user_id_idx" ON "duplicate_dismissals"("user_id");

CREATE INDEX "changes_batch_change_id_idx" ON "changes"("batch", "change_id");
CREATE INDEX "link_roles_relation_idx" ON "link_roles"("relation");
CREATE INDEX "members_bestaetigt_am_ph_id_idx" ON "members"("bestaetigt_am", "ph_id");
CREATE INDEX "projects_bestaetigt_am_projekt_id_idx" ON "projects"("bestaetigt_am", "projekt_id");
CREATE INDEX "institutions_bestaetigt_am_partner_institution_id_idx" ON "institutions"("bestaetigt_am", "partner_institution_id");
CREATE INDEX "persons_bestaetigt_am_person_id_idx" ON "persons"("bestaetigt_am", "person_id");
CREATE INDEX "rounds_status_idx" ON "rounds"("status");
CREATE UNIQUE INDEX "round_recipients_token_hash_key" ON "round_recipients"("token_hash");
CREATE UNIQUE INDEX "round_recipients_runde_id_email_key" ON "round_recipients"("runde_id", "email");
CREATE INDEX "round_recipients_mail_due_idx" ON "round_recipients"("mail_due") WHERE "mail" IS NOT NULL;
CREATE INDEX "round_recipients_sent_at_idx" ON "round_recipients"("sent_at");
CREATE INDEX "round_recipients_email_idx" ON "round_recipients"("email");
CREATE INDEX "round_recipients_person_kind_person_id_idx" ON "round_recipients"("person_kind", "person_id");
CREATE INDEX "round_records_record_id_idx" ON "round_records"("record_id");
CREATE INDEX "proposals_state_proposal_id_idx" ON "proposals"("state", "proposal_id");
CREATE INDEX "proposals_kind_id_state_idx" ON "proposals"("kind", "id", "state");
CREATE INDEX "proposals_runde_id_state_idx" ON "proposals"("runde_id", "state");
CREATE INDEX "proposals_recipient_id_state_idx" ON "proposals"("recipient_id", "state");
CREATE INDEX "proposals_email_idx" ON "proposals"("email");

-- ================================================================================================
-- Rows that the app requires
-- Reference entries that rules name (contract §1), so that records can be saved before the seed.
-- Inserted before the triggers exist, which would record them in the history.
-- ================================================================================================

INSERT INTO "titel" VALUES (-1, 'k. A.', 'n/a');
INSERT INTO "fakultaeten" VALUES (-1, 'k. A.', 'n/a');
INSERT INTO "institute" VALUES (-1, 'k. A.', 'n/a');
INSERT INTO "einrichtungen" VALUES (-1, 'k. A.', 'n/a');
INSERT INTO "organisationsformen" VALUES (-1, 'k. A.', 'n/a');
INSERT INTO "vertragsgrundlagen" VALUES (-1, 'k. A.', 'n/a'), (0, 'unbefristet', 'open-ended'), (1, 'befristet', 'fixed-term');
INSERT INTO "zusammenarbeit" VALUES (-1, 'k. A.', 'n/a'), (0, 'offen', 'undecided');
INSERT INTO "projekt_status" VALUES (1, 'in Planung', 'planned');
INSERT INTO "personenstatus" VALUES (1, 'aktiv', 'active');

-- The sequences must not return the ids inserted above.
SELECT setval(pg_get_serial_sequence('"vertragsgrundlagen"', 'grundlage_id'), 1);
SELECT setval(pg_get_serial_sequence('"projekt_status"', 'projektstatus_id'), 1);
SELECT setval(pg_get_serial_sequence('"personenstatus"', 'status_id'), 1);

INSERT INTO record_counts (kind, count)
VALUES ('members', 0), ('projects', 0), ('institutions', 0), ('persons', 0), ('thematicfields', 0);

-- ================================================================================================
-- History functions and triggers that are written by hand (contract §8)
-- ================================================================================================

-- Returns a setting of the current unit of work (`lib/store/database/transaction.ts`), or null:
-- `actor`, `source`, `batch`, `reverts`, `rule`, and `recorder`, which is `app` while the app
-- itself records changes.
CREATE OR REPLACE FUNCTION history_setting(setting text) RETURNS text
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$ SELECT nullif(current_setting('cooperation.' || setting, true), '') $$;

-- Returns user, source and batch of a change; outside of a unit of work, a command without a user.
CREATE OR REPLACE FUNCTION history_origin() RETURNS TABLE (user_id integer, user_name text, source text, batch uuid, reverts integer)
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
        SELECT (history_setting('actor')::jsonb ->> 'id')::integer, history_setting('actor')::jsonb ->> 'name',
            coalesce(history_setting('source'), 'command'), history_setting('batch')::uuid,
            history_setting('reverts')::integer
    $$;

-- Returns the named fields that differ between two sets of values, or all if one set is null.
CREATE OR REPLACE FUNCTION history_fields(before jsonb, after jsonb, names text[]) RETURNS jsonb
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
        SELECT coalesce(jsonb_agg(jsonb_build_object('name', name, 'old', before -> name, 'new', after -> name) ORDER BY place), '[]')
        FROM unnest(names) WITH ORDINALITY AS named(name, place)
        WHERE before IS NULL OR after IS NULL OR before -> name IS DISTINCT FROM after -> name
    $$;

-- Writes one change.
CREATE OR REPLACE FUNCTION record_change(
    action text, kind text, id integer, label text, version integer, fields jsonb, links jsonb,
    relation text DEFAULT NULL, related_kind text DEFAULT NULL, related_id integer DEFAULT NULL, related_label text DEFAULT NULL
) RETURNS void
    LANGUAGE sql
    AS $$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, fields, links,
            relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts, action, kind, id, label, version, fields, links,
            relation, related_kind, related_id, related_label
        FROM history_origin() o
    $$;

-- Records changes of a table whose changes the app itself does not record. Arguments: the kind, the
-- key column, the label column, and the recorded columns.
CREATE OR REPLACE FUNCTION record_row() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    before jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END;
    after jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END;
    row_now jsonb := coalesce(after, before);
    fields jsonb := history_fields(before, after, TG_ARGV[3:]);
BEGIN
    IF fields <> '[]' THEN
        PERFORM record_change(
            CASE TG_OP WHEN 'INSERT' THEN 'create' WHEN 'UPDATE' THEN 'update' ELSE 'delete' END,
            TG_ARGV[0], (row_now ->> TG_ARGV[1])::integer, row_now ->> TG_ARGV[2], NULL, fields, NULL);
    END IF;
    RETURN NULL;
END $$;

-- Accounts, without their secrets.
CREATE TRIGGER "users_history_insert" AFTER INSERT ON "users" FOR EACH ROW
    EXECUTE FUNCTION record_row('users', 'id', 'name', 'email', 'name', 'role', 'language', 'email_verified_at', 'disabled_at');
CREATE TRIGGER "users_history_update" AFTER UPDATE ON "users" FOR EACH ROW
    EXECUTE FUNCTION record_row('users', 'id', 'name', 'email', 'name', 'role', 'language', 'email_verified_at', 'disabled_at');
CREATE TRIGGER "users_history_delete" AFTER DELETE ON "users" FOR EACH ROW
    EXECUTE FUNCTION record_row('users', 'id', 'name', 'email', 'name', 'role', 'language', 'email_verified_at', 'disabled_at');

-- Refuses to alter the history, except in transactions that apply a rule of contract §8.
CREATE OR REPLACE FUNCTION changes_are_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('rule') IS NULL THEN
        RAISE EXCEPTION 'The history is kept as it was written' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER "changes_are_kept" BEFORE UPDATE OR DELETE OR TRUNCATE ON "changes"
    FOR EACH STATEMENT EXECUTE FUNCTION changes_are_kept();

-- Counts changes per day. Only inserts rows, so that no save waits for another.
CREATE OR REPLACE FUNCTION changes_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO change_counts (day, kind, related_kind, action, count)
    SELECT (at AT TIME ZONE 'Europe/Berlin')::date, kind, related_kind, action,
        CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END
    FROM counted GROUP BY 1, 2, 3, 4;
    RETURN NULL;
END $$;
CREATE TRIGGER "changes_counted_insert" AFTER INSERT ON "changes" REFERENCING NEW TABLE AS counted
    FOR EACH STATEMENT EXECUTE FUNCTION changes_counted();
CREATE TRIGGER "changes_counted_delete" AFTER DELETE ON "changes" REFERENCING OLD TABLE AS counted
    FOR EACH STATEMENT EXECUTE FUNCTION changes_counted();

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

-- ================================================================================================
-- Generated functions
-- `npm run migration` generates the following from `lib/model` and `prisma/triggers`: to change
-- it, change the declarations.
-- ================================================================================================

CREATE OR REPLACE FUNCTION members_fold() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE recompute boolean := TG_OP = 'INSERT' OR (NEW."suche", NEW."suche_kompakt", NEW."namen", NEW."suche_verknuepft", NEW."suche_verknuepft_kompakt", NEW."institut_name_de", NEW."institut_name_en") IS DISTINCT FROM (OLD."suche", OLD."suche_kompakt", OLD."namen", OLD."suche_verknuepft", OLD."suche_verknuepft_kompakt", OLD."institut_name_de", OLD."institut_name_en");
BEGIN
    IF recompute OR (NEW."titel", NEW."vorname", NEW."nachname", NEW."email", NEW."telefon", NEW."fakultaet", NEW."institut", NEW."kommentare", NEW."aliases") IS DISTINCT FROM (OLD."titel", OLD."vorname", OLD."nachname", OLD."email", OLD."telefon", OLD."fakultaet", OLD."institut", OLD."kommentare", OLD."aliases") THEN
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
    IF recompute OR (NEW."vorname", NEW."nachname", NEW."email", NEW."aliases") IS DISTINCT FROM (OLD."vorname", OLD."nachname", OLD."email", OLD."aliases") THEN
        NEW.namen := fold_text(concat_ws(E'\n', translate(NEW."vorname", E'\n', ' '), translate(NEW."nachname", E'\n', ' '), NEW."email", array_to_string(NEW."aliases", E'\n')));
        NEW.suche_verknuepft := fold_text(concat_ws(E'\n', NEW."vorname", NEW."nachname", array_to_string(NEW."aliases", E'\n')));
        NEW.suche_verknuepft_kompakt := fold_umlauts(NEW.suche_verknuepft);
    END IF;
    IF recompute OR (NEW."institut") IS DISTINCT FROM (OLD."institut") THEN
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
DECLARE recompute boolean := TG_OP = 'INSERT' OR (NEW."suche", NEW."suche_kompakt", NEW."namen", NEW."suche_verknuepft", NEW."suche_verknuepft_kompakt", NEW."projektstatus_de", NEW."projektstatus_en") IS DISTINCT FROM (OLD."suche", OLD."suche_kompakt", OLD."namen", OLD."suche_verknuepft", OLD."suche_verknuepft_kompakt", OLD."projektstatus_de", OLD."projektstatus_en");
BEGIN
    IF recompute OR (NEW."projekt_titel", NEW."foerderer", NEW."status", NEW."kommentare", NEW."aliases") IS DISTINCT FROM (OLD."projekt_titel", OLD."foerderer", OLD."status", OLD."kommentare", OLD."aliases") THEN
        NEW.suche := fold_text(concat_ws(E'\n',
            NEW."projekt_titel",
            NEW."foerderer",
            (SELECT concat_ws(E'\n', e."projektstatus_de", e."projektstatus_en") FROM "projekt_status" e WHERE e."projektstatus_id" = NEW."status"),
            NEW."kommentare",
            array_to_string(NEW."aliases", E'\n')));
        NEW.suche_kompakt := fold_umlauts(NEW.suche);
    END IF;
    IF recompute OR (NEW."projekt_titel", NEW."aliases") IS DISTINCT FROM (OLD."projekt_titel", OLD."aliases") THEN
        NEW.namen := fold_text(concat_ws(E'\n', translate(NEW."projekt_titel", E'\n', ' '), array_to_string(NEW."aliases", E'\n')));
        NEW.suche_verknuepft := fold_text(concat_ws(E'\n', NEW."projekt_titel", array_to_string(NEW."aliases", E'\n')));
        NEW.suche_verknuepft_kompakt := fold_umlauts(NEW.suche_verknuepft);
    END IF;
    IF recompute OR (NEW."status") IS DISTINCT FROM (OLD."status") THEN
        NEW."projektstatus_de" := coalesce((SELECT e."projektstatus_de" FROM "projekt_status" e WHERE e."projektstatus_id" = NEW."status"), '');
        NEW."projektstatus_en" := coalesce((SELECT e."projektstatus_en" FROM "projekt_status" e WHERE e."projektstatus_id" = NEW."status"), '');
    END IF;
    RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION institutions_fold() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE recompute boolean := TG_OP = 'INSERT' OR (NEW."suche", NEW."suche_kompakt", NEW."namen", NEW."suche_verknuepft", NEW."suche_verknuepft_kompakt", NEW."organisationsform_de", NEW."organisationsform_en") IS DISTINCT FROM (OLD."suche", OLD."suche_kompakt", OLD."namen", OLD."suche_verknuepft", OLD."suche_verknuepft_kompakt", OLD."organisationsform_de", OLD."organisationsform_en");
BEGIN
    IF recompute OR (NEW."name", NEW."abteilung", NEW."kontaktperson", NEW."branchen", NEW."adresse", NEW."email", NEW."telefon", NEW."kommentare", NEW."aliases") IS DISTINCT FROM (OLD."name", OLD."abteilung", OLD."kontaktperson", OLD."branchen", OLD."adresse", OLD."email", OLD."telefon", OLD."kommentare", OLD."aliases") THEN
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
    IF recompute OR (NEW."name", NEW."aliases", NEW."adresse") IS DISTINCT FROM (OLD."name", OLD."aliases", OLD."adresse") THEN
        NEW.namen := fold_text(concat_ws(E'\n', translate(NEW."name", E'\n', ' '), array_to_string(NEW."aliases", E'\n')));
        NEW.suche_verknuepft := fold_text(concat_ws(E'\n', NEW."name", NEW."adresse", array_to_string(NEW."aliases", E'\n')));
        NEW.suche_verknuepft_kompakt := fold_umlauts(NEW.suche_verknuepft);
    END IF;
    IF recompute OR (NEW."organisationsform") IS DISTINCT FROM (OLD."organisationsform") THEN
        NEW."organisationsform_de" := coalesce((SELECT e."organisationsform_de" FROM "organisationsformen" e WHERE e."ogf_id" = NEW."organisationsform"), '');
        NEW."organisationsform_en" := coalesce((SELECT e."organisationsform_en" FROM "organisationsformen" e WHERE e."ogf_id" = NEW."organisationsform"), '');
    END IF;
    RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION persons_fold() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE recompute boolean := TG_OP = 'INSERT' OR (NEW."suche", NEW."suche_kompakt", NEW."namen", NEW."suche_verknuepft", NEW."suche_verknuepft_kompakt") IS DISTINCT FROM (OLD."suche", OLD."suche_kompakt", OLD."namen", OLD."suche_verknuepft", OLD."suche_verknuepft_kompakt");
BEGIN
    IF recompute OR (NEW."vorname", NEW."nachname", NEW."email", NEW."telefon", NEW."abteilung", NEW."position", NEW."kommentare", NEW."aliases") IS DISTINCT FROM (OLD."vorname", OLD."nachname", OLD."email", OLD."telefon", OLD."abteilung", OLD."position", OLD."kommentare", OLD."aliases") THEN
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
    IF recompute OR (NEW."vorname", NEW."nachname", NEW."email", NEW."aliases") IS DISTINCT FROM (OLD."vorname", OLD."nachname", OLD."email", OLD."aliases") THEN
        NEW.namen := fold_text(concat_ws(E'\n', translate(NEW."vorname", E'\n', ' '), translate(NEW."nachname", E'\n', ' '), NEW."email", array_to_string(NEW."aliases", E'\n')));
        NEW.suche_verknuepft := fold_text(concat_ws(E'\n', NEW."vorname", NEW."nachname", array_to_string(NEW."aliases", E'\n')));
        NEW.suche_verknuepft_kompakt := fold_umlauts(NEW.suche_verknuepft);
    END IF;
    RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION thematic_fields_fold() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE recompute boolean := TG_OP = 'INSERT' OR (NEW."suche", NEW."suche_kompakt", NEW."namen", NEW."suche_verknuepft", NEW."suche_verknuepft_kompakt") IS DISTINCT FROM (OLD."suche", OLD."suche_kompakt", OLD."namen", OLD."suche_verknuepft", OLD."suche_verknuepft_kompakt");
BEGIN
    IF recompute OR (NEW."themenfeld_de", NEW."themenfeld_en", NEW."aliases") IS DISTINCT FROM (OLD."themenfeld_de", OLD."themenfeld_en", OLD."aliases") THEN
        NEW.suche := fold_text(concat_ws(E'\n',
            NEW."themenfeld_de",
            NEW."themenfeld_en",
            array_to_string(NEW."aliases", E'\n')));
        NEW.suche_kompakt := fold_umlauts(NEW.suche);
    END IF;
    IF recompute OR (NEW."themenfeld_de", NEW."themenfeld_en", NEW."aliases") IS DISTINCT FROM (OLD."themenfeld_de", OLD."themenfeld_en", OLD."aliases") THEN
        NEW.namen := fold_text(concat_ws(E'\n', translate(NEW."themenfeld_de", E'\n', ' '), translate(NEW."themenfeld_en", E'\n', ' '), array_to_string(NEW."aliases", E'\n')));
        NEW.suche_verknuepft := fold_text(concat_ws(E'\n', NEW."themenfeld_de", NEW."themenfeld_en", array_to_string(NEW."aliases", E'\n')));
        NEW.suche_verknuepft_kompakt := fold_umlauts(NEW.suche_verknuepft);
    END IF;
    RETURN NEW;
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
    IF NOT EXISTS (SELECT "ph_id" FROM (SELECT "ph_id", "nachname", "vorname", "email", "institut_name_de", "institut_name_en" FROM after EXCEPT SELECT "ph_id", "nachname", "vorname", "email", "institut_name_de", "institut_name_en" FROM before) AS changed_rows) THEN
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
    IF NOT EXISTS (SELECT "projekt_id" FROM (SELECT "projekt_id", "projekt_titel", "projektstatus_de", "projektstatus_en", "projektbeginn", "projektende" FROM after EXCEPT SELECT "projekt_id", "projekt_titel", "projektstatus_de", "projektstatus_en", "projektbeginn", "projektende" FROM before) AS changed_rows) THEN
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
    IF NOT EXISTS (SELECT "partner_institution_id" FROM (SELECT "partner_institution_id", "name", "organisationsform_de", "organisationsform_en" FROM after EXCEPT SELECT "partner_institution_id", "name", "organisationsform_de", "organisationsform_en" FROM before) AS changed_rows) THEN
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
    IF NOT EXISTS (SELECT "person_id" FROM (SELECT "person_id", "nachname", "vorname", "email" FROM after EXCEPT SELECT "person_id", "nachname", "vorname", "email" FROM before) AS changed_rows) THEN
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
    IF NOT EXISTS (SELECT "themenfeld_id" FROM (SELECT "themenfeld_id", "themenfeld_de", "themenfeld_en" FROM after EXCEPT SELECT "themenfeld_id", "themenfeld_de", "themenfeld_en" FROM before) AS changed_rows) THEN
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
    UPDATE "project_deadlines" d SET holds_until = NULL, revision = d.revision + 1 FROM (SELECT "projekt_id" FROM (SELECT "projekt_id", "kuendigungsfrist", "vertragsgrundlage", "projektende", "status" FROM after EXCEPT SELECT "projekt_id", "kuendigungsfrist", "vertragsgrundlage", "projektende", "status" FROM before) AS changed_rows) AS changed
    WHERE d."projekt_id" = changed."projekt_id";
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION project_deadlines_status_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "project_deadlines" d SET holds_until = NULL, revision = d.revision + 1 FROM (SELECT "projektstatus_id" FROM (SELECT "projektstatus_id", "beendet" FROM after EXCEPT SELECT "projektstatus_id", "beendet" FROM before) AS changed_rows) AS changed JOIN "projects" r ON r."status" = changed."projektstatus_id"
    WHERE d."projekt_id" = r."projekt_id";
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION members_alike_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO alike_records (kind, id) SELECT 'members', "ph_id" FROM added;
    INSERT INTO alike_waiting (kind, id) SELECT 'members', "ph_id" FROM added
        ON CONFLICT (kind, id) DO UPDATE SET is_read = false;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION members_alike_forgotten() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ids integer[];
BEGIN
    SELECT array_agg("ph_id" ORDER BY "ph_id") INTO ids FROM (SELECT "ph_id" FROM (SELECT "ph_id", "vorname", "nachname", "email", "ph_webseite", "adresse", "aliases" FROM after EXCEPT SELECT "ph_id", "vorname", "nachname", "email", "ph_webseite", "adresse", "aliases" FROM before) AS changed_rows) AS changed;
    IF ids IS NULL THEN
        RETURN NULL;
    END IF;
    UPDATE alike_records SET known = NULL, keys = '{}', revision = revision + 1 WHERE kind = 'members' AND id = ANY(ids);
    INSERT INTO alike_waiting (kind, id) SELECT 'members', id FROM unnest(ids) id
        ON CONFLICT (kind, id) DO UPDATE SET is_read = false;
    DELETE FROM duplicate_pairs WHERE kind = 'members' AND a = ANY(ids);
    DELETE FROM duplicate_pairs WHERE kind = 'members' AND b = ANY(ids);
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION members_alike_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM alike_records d USING gone WHERE d.kind = 'members' AND d.id = gone."ph_id";
    DELETE FROM alike_waiting d USING gone WHERE d.kind = 'members' AND d.id = gone."ph_id";
    DELETE FROM duplicate_pairs d USING gone WHERE d.kind = 'members' AND d.a = gone."ph_id";
    DELETE FROM duplicate_pairs d USING gone WHERE d.kind = 'members' AND d.b = gone."ph_id";
    DELETE FROM duplicate_dismissals d USING gone WHERE d.kind = 'members' AND d.a = gone."ph_id";
    DELETE FROM duplicate_dismissals d USING gone WHERE d.kind = 'members' AND d.b = gone."ph_id";
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION members_alike_none() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM alike_records WHERE kind = 'members';
    DELETE FROM alike_waiting WHERE kind = 'members';
    DELETE FROM duplicate_pairs WHERE kind = 'members';
    DELETE FROM duplicate_dismissals WHERE kind = 'members';
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION projects_alike_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO alike_records (kind, id) SELECT 'projects', "projekt_id" FROM added;
    INSERT INTO alike_waiting (kind, id) SELECT 'projects', "projekt_id" FROM added
        ON CONFLICT (kind, id) DO UPDATE SET is_read = false;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION projects_alike_forgotten() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ids integer[];
BEGIN
    SELECT array_agg("projekt_id" ORDER BY "projekt_id") INTO ids FROM (SELECT "projekt_id" FROM (SELECT "projekt_id", "projekt_titel", "projektwebsite", "aliases" FROM after EXCEPT SELECT "projekt_id", "projekt_titel", "projektwebsite", "aliases" FROM before) AS changed_rows) AS changed;
    IF ids IS NULL THEN
        RETURN NULL;
    END IF;
    UPDATE alike_records SET known = NULL, keys = '{}', revision = revision + 1 WHERE kind = 'projects' AND id = ANY(ids);
    INSERT INTO alike_waiting (kind, id) SELECT 'projects', id FROM unnest(ids) id
        ON CONFLICT (kind, id) DO UPDATE SET is_read = false;
    DELETE FROM duplicate_pairs WHERE kind = 'projects' AND a = ANY(ids);
    DELETE FROM duplicate_pairs WHERE kind = 'projects' AND b = ANY(ids);
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION projects_alike_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM alike_records d USING gone WHERE d.kind = 'projects' AND d.id = gone."projekt_id";
    DELETE FROM alike_waiting d USING gone WHERE d.kind = 'projects' AND d.id = gone."projekt_id";
    DELETE FROM duplicate_pairs d USING gone WHERE d.kind = 'projects' AND d.a = gone."projekt_id";
    DELETE FROM duplicate_pairs d USING gone WHERE d.kind = 'projects' AND d.b = gone."projekt_id";
    DELETE FROM duplicate_dismissals d USING gone WHERE d.kind = 'projects' AND d.a = gone."projekt_id";
    DELETE FROM duplicate_dismissals d USING gone WHERE d.kind = 'projects' AND d.b = gone."projekt_id";
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION projects_alike_none() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM alike_records WHERE kind = 'projects';
    DELETE FROM alike_waiting WHERE kind = 'projects';
    DELETE FROM duplicate_pairs WHERE kind = 'projects';
    DELETE FROM duplicate_dismissals WHERE kind = 'projects';
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION institutions_alike_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO alike_records (kind, id) SELECT 'institutions', "partner_institution_id" FROM added;
    INSERT INTO alike_waiting (kind, id) SELECT 'institutions', "partner_institution_id" FROM added
        ON CONFLICT (kind, id) DO UPDATE SET is_read = false;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION institutions_alike_forgotten() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ids integer[];
BEGIN
    SELECT array_agg("partner_institution_id" ORDER BY "partner_institution_id") INTO ids FROM (SELECT "partner_institution_id" FROM (SELECT "partner_institution_id", "name", "email", "webseite", "adresse", "aliases" FROM after EXCEPT SELECT "partner_institution_id", "name", "email", "webseite", "adresse", "aliases" FROM before) AS changed_rows) AS changed;
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

CREATE OR REPLACE FUNCTION institutions_alike_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM alike_records d USING gone WHERE d.kind = 'institutions' AND d.id = gone."partner_institution_id";
    DELETE FROM alike_waiting d USING gone WHERE d.kind = 'institutions' AND d.id = gone."partner_institution_id";
    DELETE FROM duplicate_pairs d USING gone WHERE d.kind = 'institutions' AND d.a = gone."partner_institution_id";
    DELETE FROM duplicate_pairs d USING gone WHERE d.kind = 'institutions' AND d.b = gone."partner_institution_id";
    DELETE FROM duplicate_dismissals d USING gone WHERE d.kind = 'institutions' AND d.a = gone."partner_institution_id";
    DELETE FROM duplicate_dismissals d USING gone WHERE d.kind = 'institutions' AND d.b = gone."partner_institution_id";
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION institutions_alike_none() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM alike_records WHERE kind = 'institutions';
    DELETE FROM alike_waiting WHERE kind = 'institutions';
    DELETE FROM duplicate_pairs WHERE kind = 'institutions';
    DELETE FROM duplicate_dismissals WHERE kind = 'institutions';
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION persons_alike_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO alike_records (kind, id) SELECT 'persons', "person_id" FROM added;
    INSERT INTO alike_waiting (kind, id) SELECT 'persons', "person_id" FROM added
        ON CONFLICT (kind, id) DO UPDATE SET is_read = false;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION persons_alike_forgotten() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ids integer[];
BEGIN
    SELECT array_agg("person_id" ORDER BY "person_id") INTO ids FROM (SELECT "person_id" FROM (SELECT "person_id", "vorname", "nachname", "email", "ph_webseite", "adresse", "aliases" FROM after EXCEPT SELECT "person_id", "vorname", "nachname", "email", "ph_webseite", "adresse", "aliases" FROM before) AS changed_rows) AS changed;
    IF ids IS NULL THEN
        RETURN NULL;
    END IF;
    UPDATE alike_records SET known = NULL, keys = '{}', revision = revision + 1 WHERE kind = 'persons' AND id = ANY(ids);
    INSERT INTO alike_waiting (kind, id) SELECT 'persons', id FROM unnest(ids) id
        ON CONFLICT (kind, id) DO UPDATE SET is_read = false;
    DELETE FROM duplicate_pairs WHERE kind = 'persons' AND a = ANY(ids);
    DELETE FROM duplicate_pairs WHERE kind = 'persons' AND b = ANY(ids);
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION persons_alike_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM alike_records d USING gone WHERE d.kind = 'persons' AND d.id = gone."person_id";
    DELETE FROM alike_waiting d USING gone WHERE d.kind = 'persons' AND d.id = gone."person_id";
    DELETE FROM duplicate_pairs d USING gone WHERE d.kind = 'persons' AND d.a = gone."person_id";
    DELETE FROM duplicate_pairs d USING gone WHERE d.kind = 'persons' AND d.b = gone."person_id";
    DELETE FROM duplicate_dismissals d USING gone WHERE d.kind = 'persons' AND d.a = gone."person_id";
    DELETE FROM duplicate_dismissals d USING gone WHERE d.kind = 'persons' AND d.b = gone."person_id";
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION persons_alike_none() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM alike_records WHERE kind = 'persons';
    DELETE FROM alike_waiting WHERE kind = 'persons';
    DELETE FROM duplicate_pairs WHERE kind = 'persons';
    DELETE FROM duplicate_dismissals WHERE kind = 'persons';
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION thematic_fields_alike_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO alike_records (kind, id) SELECT 'thematicfields', "themenfeld_id" FROM added;
    INSERT INTO alike_waiting (kind, id) SELECT 'thematicfields', "themenfeld_id" FROM added
        ON CONFLICT (kind, id) DO UPDATE SET is_read = false;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION thematic_fields_alike_forgotten() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE ids integer[];
BEGIN
    SELECT array_agg("themenfeld_id" ORDER BY "themenfeld_id") INTO ids FROM (SELECT "themenfeld_id" FROM (SELECT "themenfeld_id", "themenfeld_de", "themenfeld_en", "aliases" FROM after EXCEPT SELECT "themenfeld_id", "themenfeld_de", "themenfeld_en", "aliases" FROM before) AS changed_rows) AS changed;
    IF ids IS NULL THEN
        RETURN NULL;
    END IF;
    UPDATE alike_records SET known = NULL, keys = '{}', revision = revision + 1 WHERE kind = 'thematicfields' AND id = ANY(ids);
    INSERT INTO alike_waiting (kind, id) SELECT 'thematicfields', id FROM unnest(ids) id
        ON CONFLICT (kind, id) DO UPDATE SET is_read = false;
    DELETE FROM duplicate_pairs WHERE kind = 'thematicfields' AND a = ANY(ids);
    DELETE FROM duplicate_pairs WHERE kind = 'thematicfields' AND b = ANY(ids);
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION thematic_fields_alike_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM alike_records d USING gone WHERE d.kind = 'thematicfields' AND d.id = gone."themenfeld_id";
    DELETE FROM alike_waiting d USING gone WHERE d.kind = 'thematicfields' AND d.id = gone."themenfeld_id";
    DELETE FROM duplicate_pairs d USING gone WHERE d.kind = 'thematicfields' AND d.a = gone."themenfeld_id";
    DELETE FROM duplicate_pairs d USING gone WHERE d.kind = 'thematicfields' AND d.b = gone."themenfeld_id";
    DELETE FROM duplicate_dismissals d USING gone WHERE d.kind = 'thematicfields' AND d.a = gone."themenfeld_id";
    DELETE FROM duplicate_dismissals d USING gone WHERE d.kind = 'thematicfields' AND d.b = gone."themenfeld_id";
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION thematic_fields_alike_none() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM alike_records WHERE kind = 'thematicfields';
    DELETE FROM alike_waiting WHERE kind = 'thematicfields';
    DELETE FROM duplicate_pairs WHERE kind = 'thematicfields';
    DELETE FROM duplicate_dismissals WHERE kind = 'thematicfields';
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
            history_fields(NULL, jsonb_build_object('titel', NEW."titel", 'vorname', NEW."vorname", 'nachname', NEW."nachname", 'email', NEW."email", 'telefon', NEW."telefon", 'adresse', NEW."adresse", 'ph_webseite', NEW."ph_webseite", 'fakultaet', NEW."fakultaet", 'institut', NEW."institut", 'einrichtungen', (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (SELECT l."einrichtung_id" AS entry FROM "member_facilities" l WHERE l."ph_id" = NEW."ph_id") AS entries), 'status', (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (SELECT l."status_id" AS entry FROM "member_statuses" l WHERE l."ph_id" = NEW."ph_id") AS entries), 'kommentare', NEW."kommentare", 'aliases', NEW."aliases", 'bestaetigt_am', to_char(NEW."bestaetigt_am" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bestaetigt_von', NEW."bestaetigt_von"), ARRAY['titel', 'vorname', 'nachname', 'email', 'telefon', 'adresse', 'ph_webseite', 'fakultaet', 'institut', 'einrichtungen', 'status', 'kommentare'] || CASE WHEN cardinality(NEW."aliases") = 0 THEN ARRAY[]::text[] ELSE ARRAY['aliases'] END || CASE WHEN NEW."bestaetigt_am" IS NULL THEN ARRAY[]::text[] ELSE ARRAY['bestaetigt_am'] END || CASE WHEN coalesce(NEW."bestaetigt_von", '') = '' THEN ARRAY[]::text[] ELSE ARRAY['bestaetigt_von'] END), NULL);
    ELSIF TG_OP = 'DELETE' THEN
        PERFORM record_change('delete', 'members', OLD."ph_id", concat_ws(' ', OLD."vorname", OLD."nachname"), OLD.version,
            history_fields(jsonb_build_object('titel', OLD."titel", 'vorname', OLD."vorname", 'nachname', OLD."nachname", 'email', OLD."email", 'telefon', OLD."telefon", 'adresse', OLD."adresse", 'ph_webseite', OLD."ph_webseite", 'fakultaet', OLD."fakultaet", 'institut', OLD."institut", 'einrichtungen', (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (SELECT l."einrichtung_id" AS entry FROM "member_facilities" l WHERE l."ph_id" = OLD."ph_id") AS entries), 'status', (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (SELECT l."status_id" AS entry FROM "member_statuses" l WHERE l."ph_id" = OLD."ph_id") AS entries), 'kommentare', OLD."kommentare", 'aliases', OLD."aliases", 'bestaetigt_am', to_char(OLD."bestaetigt_am" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bestaetigt_von', OLD."bestaetigt_von"), NULL, ARRAY['titel', 'vorname', 'nachname', 'email', 'telefon', 'adresse', 'ph_webseite', 'fakultaet', 'institut', 'einrichtungen', 'status', 'kommentare'] || CASE WHEN cardinality(OLD."aliases") = 0 THEN ARRAY[]::text[] ELSE ARRAY['aliases'] END || CASE WHEN OLD."bestaetigt_am" IS NULL THEN ARRAY[]::text[] ELSE ARRAY['bestaetigt_am'] END || CASE WHEN coalesce(OLD."bestaetigt_von", '') = '' THEN ARRAY[]::text[] ELSE ARRAY['bestaetigt_von'] END), (SELECT jsonb_agg(link) FROM (SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'memberProjects', 'kind', 'projects', 'id', r."projekt_id", 'label', concat_ws(' ', r."projekt_titel"), 'values', filled_values(jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb))) AS link FROM "member_projects" l JOIN "projects" r ON r."projekt_id" = l."projekt_id" WHERE l."ph_id" = OLD."ph_id" UNION ALL SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'memberThematicFields', 'kind', 'thematicfields', 'id', r."themenfeld_id", 'label', concat_ws(' ', r."themenfeld_de"))) AS link FROM "member_thematic_fields" l JOIN "thematic_fields" r ON r."themenfeld_id" = l."themenfeld_id" WHERE l."ph_id" = OLD."ph_id") AS links));
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
            history_fields(jsonb_build_object('projekt_titel', OLD."projekt_titel", 'status', OLD."status", 'vertragsgrundlage', OLD."vertragsgrundlage", 'projektbeginn', OLD."projektbeginn", 'projektende', OLD."projektende", 'kuendigungsfrist', OLD."kuendigungsfrist", 'zusammenarbeit_ende_nach_vertrag', OLD."zusammenarbeit_ende_nach_vertrag", 'foerderer', OLD."foerderer", 'foerderer_link', OLD."foerderer_link", 'mittelvolumen', OLD."mittelvolumen", 'drittelmittelanteil', OLD."drittelmittelanteil", 'projektwebsite', OLD."projektwebsite", 'einrichtungen', (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (SELECT l."einrichtung_id" AS entry FROM "project_facilities" l WHERE l."projekt_id" = OLD."projekt_id") AS entries), 'kommentare', OLD."kommentare", 'aliases', OLD."aliases", 'bestaetigt_am', to_char(OLD."bestaetigt_am" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bestaetigt_von', OLD."bestaetigt_von"), NULL, ARRAY['projekt_titel', 'status', 'vertragsgrundlage', 'projektbeginn', 'projektende', 'kuendigungsfrist', 'zusammenarbeit_ende_nach_vertrag', 'foerderer', 'foerderer_link', 'mittelvolumen', 'drittelmittelanteil', 'projektwebsite', 'einrichtungen', 'kommentare'] || CASE WHEN cardinality(OLD."aliases") = 0 THEN ARRAY[]::text[] ELSE ARRAY['aliases'] END || CASE WHEN OLD."bestaetigt_am" IS NULL THEN ARRAY[]::text[] ELSE ARRAY['bestaetigt_am'] END || CASE WHEN coalesce(OLD."bestaetigt_von", '') = '' THEN ARRAY[]::text[] ELSE ARRAY['bestaetigt_von'] END), (SELECT jsonb_agg(link) FROM (SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'memberProjects', 'kind', 'members', 'id', r."ph_id", 'label', concat_ws(' ', r."vorname", r."nachname"), 'values', filled_values(jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb))) AS link FROM "member_projects" l JOIN "members" r ON r."ph_id" = l."ph_id" WHERE l."projekt_id" = OLD."projekt_id" UNION ALL SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'projectInstitutions', 'kind', 'institutions', 'id', r."partner_institution_id", 'label', concat_ws(' ', r."name"), 'values', filled_values(jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb))) AS link FROM "project_institutions" l JOIN "institutions" r ON r."partner_institution_id" = l."partner_institution_id" WHERE l."projekt_id" = OLD."projekt_id" UNION ALL SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'projectPersons', 'kind', 'persons', 'id', r."person_id", 'label', concat_ws(' ', r."vorname", r."nachname"), 'values', filled_values(jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb))) AS link FROM "project_persons" l JOIN "persons" r ON r."person_id" = l."person_id" WHERE l."projekt_id" = OLD."projekt_id" UNION ALL SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'projectThematicFields', 'kind', 'thematicfields', 'id', r."themenfeld_id", 'label', concat_ws(' ', r."themenfeld_de"))) AS link FROM "project_thematic_fields" l JOIN "thematic_fields" r ON r."themenfeld_id" = l."themenfeld_id" WHERE l."projekt_id" = OLD."projekt_id") AS links));
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
            history_fields(NULL, jsonb_build_object('name', NEW."name", 'organisationsform', NEW."organisationsform", 'branchen', NEW."branchen", 'abteilung', NEW."abteilung", 'kontaktperson', NEW."kontaktperson", 'email', NEW."email", 'telefon', NEW."telefon", 'adresse', NEW."adresse", 'webseite', NEW."webseite", 'kommentare', NEW."kommentare", 'aliases', NEW."aliases", 'bestaetigt_am', to_char(NEW."bestaetigt_am" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bestaetigt_von', NEW."bestaetigt_von"), ARRAY['name', 'organisationsform', 'branchen', 'abteilung', 'kontaktperson', 'email', 'telefon', 'adresse', 'webseite', 'kommentare'] || CASE WHEN cardinality(NEW."aliases") = 0 THEN ARRAY[]::text[] ELSE ARRAY['aliases'] END || CASE WHEN NEW."bestaetigt_am" IS NULL THEN ARRAY[]::text[] ELSE ARRAY['bestaetigt_am'] END || CASE WHEN coalesce(NEW."bestaetigt_von", '') = '' THEN ARRAY[]::text[] ELSE ARRAY['bestaetigt_von'] END), NULL);
    ELSIF TG_OP = 'DELETE' THEN
        PERFORM record_change('delete', 'institutions', OLD."partner_institution_id", concat_ws(' ', OLD."name"), OLD.version,
            history_fields(jsonb_build_object('name', OLD."name", 'organisationsform', OLD."organisationsform", 'branchen', OLD."branchen", 'abteilung', OLD."abteilung", 'kontaktperson', OLD."kontaktperson", 'email', OLD."email", 'telefon', OLD."telefon", 'adresse', OLD."adresse", 'webseite', OLD."webseite", 'kommentare', OLD."kommentare", 'aliases', OLD."aliases", 'bestaetigt_am', to_char(OLD."bestaetigt_am" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bestaetigt_von', OLD."bestaetigt_von"), NULL, ARRAY['name', 'organisationsform', 'branchen', 'abteilung', 'kontaktperson', 'email', 'telefon', 'adresse', 'webseite', 'kommentare'] || CASE WHEN cardinality(OLD."aliases") = 0 THEN ARRAY[]::text[] ELSE ARRAY['aliases'] END || CASE WHEN OLD."bestaetigt_am" IS NULL THEN ARRAY[]::text[] ELSE ARRAY['bestaetigt_am'] END || CASE WHEN coalesce(OLD."bestaetigt_von", '') = '' THEN ARRAY[]::text[] ELSE ARRAY['bestaetigt_von'] END), (SELECT jsonb_agg(link) FROM (SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'projectInstitutions', 'kind', 'projects', 'id', r."projekt_id", 'label', concat_ws(' ', r."projekt_titel"), 'values', filled_values(jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb))) AS link FROM "project_institutions" l JOIN "projects" r ON r."projekt_id" = l."projekt_id" WHERE l."partner_institution_id" = OLD."partner_institution_id" UNION ALL SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'institutionPersons', 'kind', 'persons', 'id', r."person_id", 'label', concat_ws(' ', r."vorname", r."nachname"), 'values', filled_values(jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb))) AS link FROM "institution_persons" l JOIN "persons" r ON r."person_id" = l."person_id" WHERE l."partner_institution_id" = OLD."partner_institution_id" UNION ALL SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'institutionThematicFields', 'kind', 'thematicfields', 'id', r."themenfeld_id", 'label', concat_ws(' ', r."themenfeld_de"))) AS link FROM "institution_thematic_fields" l JOIN "thematic_fields" r ON r."themenfeld_id" = l."themenfeld_id" WHERE l."partner_institution_id" = OLD."partner_institution_id") AS links));
        RETURN OLD;
    ELSIF jsonb_build_object('name', OLD."name", 'organisationsform', OLD."organisationsform", 'branchen', OLD."branchen", 'abteilung', OLD."abteilung", 'kontaktperson', OLD."kontaktperson", 'email', OLD."email", 'telefon', OLD."telefon", 'adresse', OLD."adresse", 'webseite', OLD."webseite", 'kommentare', OLD."kommentare", 'aliases', OLD."aliases", 'bestaetigt_am', to_char(OLD."bestaetigt_am" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bestaetigt_von', OLD."bestaetigt_von") IS DISTINCT FROM jsonb_build_object('name', NEW."name", 'organisationsform', NEW."organisationsform", 'branchen', NEW."branchen", 'abteilung', NEW."abteilung", 'kontaktperson', NEW."kontaktperson", 'email', NEW."email", 'telefon', NEW."telefon", 'adresse', NEW."adresse", 'webseite', NEW."webseite", 'kommentare', NEW."kommentare", 'aliases', NEW."aliases", 'bestaetigt_am', to_char(NEW."bestaetigt_am" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bestaetigt_von', NEW."bestaetigt_von") THEN
        IF jsonb_build_object('name', OLD."name", 'organisationsform', OLD."organisationsform", 'branchen', OLD."branchen", 'abteilung', OLD."abteilung", 'kontaktperson', OLD."kontaktperson", 'email', OLD."email", 'telefon', OLD."telefon", 'adresse', OLD."adresse", 'webseite', OLD."webseite", 'kommentare', OLD."kommentare", 'aliases', OLD."aliases", 'bestaetigt_am', to_char(OLD."bestaetigt_am" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bestaetigt_von', OLD."bestaetigt_von") - ARRAY['bestaetigt_am', 'bestaetigt_von'] IS DISTINCT FROM jsonb_build_object('name', NEW."name", 'organisationsform', NEW."organisationsform", 'branchen', NEW."branchen", 'abteilung', NEW."abteilung", 'kontaktperson', NEW."kontaktperson", 'email', NEW."email", 'telefon', NEW."telefon", 'adresse', NEW."adresse", 'webseite', NEW."webseite", 'kommentare', NEW."kommentare", 'aliases', NEW."aliases", 'bestaetigt_am', to_char(NEW."bestaetigt_am" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bestaetigt_von', NEW."bestaetigt_von") - ARRAY['bestaetigt_am', 'bestaetigt_von'] THEN
            NEW.version := OLD.version + 1;
        END IF;
        PERFORM record_change('update', 'institutions', NEW."partner_institution_id", concat_ws(' ', NEW."name"), NEW.version,
            history_fields(jsonb_build_object('name', OLD."name", 'organisationsform', OLD."organisationsform", 'branchen', OLD."branchen", 'abteilung', OLD."abteilung", 'kontaktperson', OLD."kontaktperson", 'email', OLD."email", 'telefon', OLD."telefon", 'adresse', OLD."adresse", 'webseite', OLD."webseite", 'kommentare', OLD."kommentare", 'aliases', OLD."aliases", 'bestaetigt_am', to_char(OLD."bestaetigt_am" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bestaetigt_von', OLD."bestaetigt_von"), jsonb_build_object('name', NEW."name", 'organisationsform', NEW."organisationsform", 'branchen', NEW."branchen", 'abteilung', NEW."abteilung", 'kontaktperson', NEW."kontaktperson", 'email', NEW."email", 'telefon', NEW."telefon", 'adresse', NEW."adresse", 'webseite', NEW."webseite", 'kommentare', NEW."kommentare", 'aliases', NEW."aliases", 'bestaetigt_am', to_char(NEW."bestaetigt_am" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bestaetigt_von', NEW."bestaetigt_von"), ARRAY['name', 'organisationsform', 'branchen', 'abteilung', 'kontaktperson', 'email', 'telefon', 'adresse', 'webseite', 'kommentare', 'aliases', 'bestaetigt_am', 'bestaetigt_von']), NULL);
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
            history_fields(jsonb_build_object('titel', OLD."titel", 'vorname', OLD."vorname", 'nachname', OLD."nachname", 'email', OLD."email", 'telefon', OLD."telefon", 'adresse', OLD."adresse", 'abteilung', OLD."abteilung", 'position', OLD."position", 'ph_webseite', OLD."ph_webseite", 'kommentare', OLD."kommentare", 'aliases', OLD."aliases", 'bestaetigt_am', to_char(OLD."bestaetigt_am" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'bestaetigt_von', OLD."bestaetigt_von"), NULL, ARRAY['titel', 'vorname', 'nachname', 'email', 'telefon', 'adresse', 'abteilung', 'position', 'ph_webseite', 'kommentare'] || CASE WHEN cardinality(OLD."aliases") = 0 THEN ARRAY[]::text[] ELSE ARRAY['aliases'] END || CASE WHEN OLD."bestaetigt_am" IS NULL THEN ARRAY[]::text[] ELSE ARRAY['bestaetigt_am'] END || CASE WHEN coalesce(OLD."bestaetigt_von", '') = '' THEN ARRAY[]::text[] ELSE ARRAY['bestaetigt_von'] END), (SELECT jsonb_agg(link) FROM (SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'projectPersons', 'kind', 'projects', 'id', r."projekt_id", 'label', concat_ws(' ', r."projekt_titel"), 'values', filled_values(jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb))) AS link FROM "project_persons" l JOIN "projects" r ON r."projekt_id" = l."projekt_id" WHERE l."person_id" = OLD."person_id" UNION ALL SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'institutionPersons', 'kind', 'institutions', 'id', r."partner_institution_id", 'label', concat_ws(' ', r."name"), 'values', filled_values(jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb))) AS link FROM "institution_persons" l JOIN "institutions" r ON r."partner_institution_id" = l."partner_institution_id" WHERE l."person_id" = OLD."person_id" UNION ALL SELECT jsonb_strip_nulls(jsonb_build_object('relation', 'personThematicFields', 'kind', 'thematicfields', 'id', r."themenfeld_id", 'label', concat_ws(' ', r."themenfeld_de"))) AS link FROM "person_thematic_fields" l JOIN "thematic_fields" r ON r."themenfeld_id" = l."themenfeld_id" WHERE l."person_id" = OLD."person_id") AS links));
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

CREATE OR REPLACE FUNCTION member_facilities_history_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    EXECUTE $sql$
        WITH entries AS (
            SELECT id, entry, bool_or(place = 'now') AS is_now, bool_or(place = 'come') AS has_come, bool_or(place = 'gone') AS has_gone
            FROM (
                SELECT now."ph_id" AS id, now."einrichtung_id" AS entry, 'now' AS place FROM (SELECT DISTINCT "ph_id" FROM come) AS changed CROSS JOIN LATERAL (SELECT * FROM "member_facilities" WHERE "ph_id" = changed."ph_id" OFFSET 0) now
                UNION ALL
                SELECT come."ph_id" AS id, come."einrichtung_id" AS entry, 'come' AS place FROM come
            ) AS placed GROUP BY id, entry
        ), changed AS (
            SELECT id, coalesce(jsonb_agg(entry ORDER BY entry) FILTER (WHERE has_gone OR is_now AND NOT has_come), '[]') AS before, coalesce(jsonb_agg(entry ORDER BY entry) FILTER (WHERE is_now), '[]') AS now
            FROM entries GROUP BY id
        ), raised AS (
            UPDATE "members" r SET version = r.version + 1 FROM changed c WHERE r."ph_id" = c.id AND c.before <> c.now
            RETURNING c.id, concat_ws(' ', r."vorname", r."nachname") AS label, r.version, c.before, c.now
        )
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, fields)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'update', 'members', c.id, c.label, c.version, jsonb_build_array(jsonb_build_object('name', 'einrichtungen', 'old', c.before, 'new', c.now))
        FROM history_origin() o, raised c
        ORDER BY c.id
    $sql$;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION member_facilities_history_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    EXECUTE $sql$
        WITH entries AS (
            SELECT id, entry, bool_or(place = 'now') AS is_now, bool_or(place = 'come') AS has_come, bool_or(place = 'gone') AS has_gone
            FROM (
                SELECT now."ph_id" AS id, now."einrichtung_id" AS entry, 'now' AS place FROM (SELECT DISTINCT "ph_id" FROM gone) AS changed CROSS JOIN LATERAL (SELECT * FROM "member_facilities" WHERE "ph_id" = changed."ph_id" OFFSET 0) now
                UNION ALL
                SELECT gone."ph_id" AS id, gone."einrichtung_id" AS entry, 'gone' AS place FROM gone
            ) AS placed GROUP BY id, entry
        ), changed AS (
            SELECT id, coalesce(jsonb_agg(entry ORDER BY entry) FILTER (WHERE has_gone OR is_now AND NOT has_come), '[]') AS before, coalesce(jsonb_agg(entry ORDER BY entry) FILTER (WHERE is_now), '[]') AS now
            FROM entries GROUP BY id
        ), raised AS (
            UPDATE "members" r SET version = r.version + 1 FROM changed c WHERE r."ph_id" = c.id AND c.before <> c.now
            RETURNING c.id, concat_ws(' ', r."vorname", r."nachname") AS label, r.version, c.before, c.now
        )
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, fields)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'update', 'members', c.id, c.label, c.version, jsonb_build_array(jsonb_build_object('name', 'einrichtungen', 'old', c.before, 'new', c.now))
        FROM history_origin() o, raised c
        ORDER BY c.id
    $sql$;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION member_facilities_history_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    EXECUTE $sql$
        WITH entries AS (
            SELECT id, entry, bool_or(place = 'now') AS is_now, bool_or(place = 'come') AS has_come, bool_or(place = 'gone') AS has_gone
            FROM (
                SELECT now."ph_id" AS id, now."einrichtung_id" AS entry, 'now' AS place FROM (SELECT DISTINCT "ph_id" FROM come UNION SELECT DISTINCT "ph_id" FROM gone) AS changed CROSS JOIN LATERAL (SELECT * FROM "member_facilities" WHERE "ph_id" = changed."ph_id" OFFSET 0) now
                UNION ALL
                SELECT come."ph_id" AS id, come."einrichtung_id" AS entry, 'come' AS place FROM come
                UNION ALL
                SELECT gone."ph_id" AS id, gone."einrichtung_id" AS entry, 'gone' AS place FROM gone
            ) AS placed GROUP BY id, entry
        ), changed AS (
            SELECT id, coalesce(jsonb_agg(entry ORDER BY entry) FILTER (WHERE has_gone OR is_now AND NOT has_come), '[]') AS before, coalesce(jsonb_agg(entry ORDER BY entry) FILTER (WHERE is_now), '[]') AS now
            FROM entries GROUP BY id
        ), raised AS (
            UPDATE "members" r SET version = r.version + 1 FROM changed c WHERE r."ph_id" = c.id AND c.before <> c.now
            RETURNING c.id, concat_ws(' ', r."vorname", r."nachname") AS label, r.version, c.before, c.now
        )
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, fields)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'update', 'members', c.id, c.label, c.version, jsonb_build_array(jsonb_build_object('name', 'einrichtungen', 'old', c.before, 'new', c.now))
        FROM history_origin() o, raised c
        ORDER BY c.id
    $sql$;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION member_statuses_history_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    EXECUTE $sql$
        WITH entries AS (
            SELECT id, entry, bool_or(place = 'now') AS is_now, bool_or(place = 'come') AS has_come, bool_or(place = 'gone') AS has_gone
            FROM (
                SELECT now."ph_id" AS id, now."status_id" AS entry, 'now' AS place FROM (SELECT DISTINCT "ph_id" FROM come) AS changed CROSS JOIN LATERAL (SELECT * FROM "member_statuses" WHERE "ph_id" = changed."ph_id" OFFSET 0) now
                UNION ALL
                SELECT come."ph_id" AS id, come."status_id" AS entry, 'come' AS place FROM come
            ) AS placed GROUP BY id, entry
        ), changed AS (
            SELECT id, coalesce(jsonb_agg(entry ORDER BY entry) FILTER (WHERE has_gone OR is_now AND NOT has_come), '[]') AS before, coalesce(jsonb_agg(entry ORDER BY entry) FILTER (WHERE is_now), '[]') AS now
            FROM entries GROUP BY id
        ), raised AS (
            UPDATE "members" r SET version = r.version + 1 FROM changed c WHERE r."ph_id" = c.id AND c.before <> c.now
            RETURNING c.id, concat_ws(' ', r."vorname", r."nachname") AS label, r.version, c.before, c.now
        )
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, fields)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'update', 'members', c.id, c.label, c.version, jsonb_build_array(jsonb_build_object('name', 'status', 'old', c.before, 'new', c.now))
        FROM history_origin() o, raised c
        ORDER BY c.id
    $sql$;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION member_statuses_history_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    EXECUTE $sql$
        WITH entries AS (
            SELECT id, entry, bool_or(place = 'now') AS is_now, bool_or(place = 'come') AS has_come, bool_or(place = 'gone') AS has_gone
            FROM (
                SELECT now."ph_id" AS id, now."status_id" AS entry, 'now' AS place FROM (SELECT DISTINCT "ph_id" FROM gone) AS changed CROSS JOIN LATERAL (SELECT * FROM "member_statuses" WHERE "ph_id" = changed."ph_id" OFFSET 0) now
                UNION ALL
                SELECT gone."ph_id" AS id, gone."status_id" AS entry, 'gone' AS place FROM gone
            ) AS placed GROUP BY id, entry
        ), changed AS (
            SELECT id, coalesce(jsonb_agg(entry ORDER BY entry) FILTER (WHERE has_gone OR is_now AND NOT has_come), '[]') AS before, coalesce(jsonb_agg(entry ORDER BY entry) FILTER (WHERE is_now), '[]') AS now
            FROM entries GROUP BY id
        ), raised AS (
            UPDATE "members" r SET version = r.version + 1 FROM changed c WHERE r."ph_id" = c.id AND c.before <> c.now
            RETURNING c.id, concat_ws(' ', r."vorname", r."nachname") AS label, r.version, c.before, c.now
        )
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, fields)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'update', 'members', c.id, c.label, c.version, jsonb_build_array(jsonb_build_object('name', 'status', 'old', c.before, 'new', c.now))
        FROM history_origin() o, raised c
        ORDER BY c.id
    $sql$;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION member_statuses_history_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    EXECUTE $sql$
        WITH entries AS (
            SELECT id, entry, bool_or(place = 'now') AS is_now, bool_or(place = 'come') AS has_come, bool_or(place = 'gone') AS has_gone
            FROM (
                SELECT now."ph_id" AS id, now."status_id" AS entry, 'now' AS place FROM (SELECT DISTINCT "ph_id" FROM come UNION SELECT DISTINCT "ph_id" FROM gone) AS changed CROSS JOIN LATERAL (SELECT * FROM "member_statuses" WHERE "ph_id" = changed."ph_id" OFFSET 0) now
                UNION ALL
                SELECT come."ph_id" AS id, come."status_id" AS entry, 'come' AS place FROM come
                UNION ALL
                SELECT gone."ph_id" AS id, gone."status_id" AS entry, 'gone' AS place FROM gone
            ) AS placed GROUP BY id, entry
        ), changed AS (
            SELECT id, coalesce(jsonb_agg(entry ORDER BY entry) FILTER (WHERE has_gone OR is_now AND NOT has_come), '[]') AS before, coalesce(jsonb_agg(entry ORDER BY entry) FILTER (WHERE is_now), '[]') AS now
            FROM entries GROUP BY id
        ), raised AS (
            UPDATE "members" r SET version = r.version + 1 FROM changed c WHERE r."ph_id" = c.id AND c.before <> c.now
            RETURNING c.id, concat_ws(' ', r."vorname", r."nachname") AS label, r.version, c.before, c.now
        )
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, fields)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'update', 'members', c.id, c.label, c.version, jsonb_build_array(jsonb_build_object('name', 'status', 'old', c.before, 'new', c.now))
        FROM history_origin() o, raised c
        ORDER BY c.id
    $sql$;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION project_facilities_history_insert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    EXECUTE $sql$
        WITH entries AS (
            SELECT id, entry, bool_or(place = 'now') AS is_now, bool_or(place = 'come') AS has_come, bool_or(place = 'gone') AS has_gone
            FROM (
                SELECT now."projekt_id" AS id, now."einrichtung_id" AS entry, 'now' AS place FROM (SELECT DISTINCT "projekt_id" FROM come) AS changed CROSS JOIN LATERAL (SELECT * FROM "project_facilities" WHERE "projekt_id" = changed."projekt_id" OFFSET 0) now
                UNION ALL
                SELECT come."projekt_id" AS id, come."einrichtung_id" AS entry, 'come' AS place FROM come
            ) AS placed GROUP BY id, entry
        ), changed AS (
            SELECT id, coalesce(jsonb_agg(entry ORDER BY entry) FILTER (WHERE has_gone OR is_now AND NOT has_come), '[]') AS before, coalesce(jsonb_agg(entry ORDER BY entry) FILTER (WHERE is_now), '[]') AS now
            FROM entries GROUP BY id
        ), raised AS (
            UPDATE "projects" r SET version = r.version + 1 FROM changed c WHERE r."projekt_id" = c.id AND c.before <> c.now
            RETURNING c.id, concat_ws(' ', r."projekt_titel") AS label, r.version, c.before, c.now
        )
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, fields)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'update', 'projects', c.id, c.label, c.version, jsonb_build_array(jsonb_build_object('name', 'einrichtungen', 'old', c.before, 'new', c.now))
        FROM history_origin() o, raised c
        ORDER BY c.id
    $sql$;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION project_facilities_history_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    EXECUTE $sql$
        WITH entries AS (
            SELECT id, entry, bool_or(place = 'now') AS is_now, bool_or(place = 'come') AS has_come, bool_or(place = 'gone') AS has_gone
            FROM (
                SELECT now."projekt_id" AS id, now."einrichtung_id" AS entry, 'now' AS place FROM (SELECT DISTINCT "projekt_id" FROM gone) AS changed CROSS JOIN LATERAL (SELECT * FROM "project_facilities" WHERE "projekt_id" = changed."projekt_id" OFFSET 0) now
                UNION ALL
                SELECT gone."projekt_id" AS id, gone."einrichtung_id" AS entry, 'gone' AS place FROM gone
            ) AS placed GROUP BY id, entry
        ), changed AS (
            SELECT id, coalesce(jsonb_agg(entry ORDER BY entry) FILTER (WHERE has_gone OR is_now AND NOT has_come), '[]') AS before, coalesce(jsonb_agg(entry ORDER BY entry) FILTER (WHERE is_now), '[]') AS now
            FROM entries GROUP BY id
        ), raised AS (
            UPDATE "projects" r SET version = r.version + 1 FROM changed c WHERE r."projekt_id" = c.id AND c.before <> c.now
            RETURNING c.id, concat_ws(' ', r."projekt_titel") AS label, r.version, c.before, c.now
        )
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, fields)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'update', 'projects', c.id, c.label, c.version, jsonb_build_array(jsonb_build_object('name', 'einrichtungen', 'old', c.before, 'new', c.now))
        FROM history_origin() o, raised c
        ORDER BY c.id
    $sql$;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION project_facilities_history_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF history_setting('recorder') = 'app' THEN
        RETURN NULL;
    END IF;
    EXECUTE $sql$
        WITH entries AS (
            SELECT id, entry, bool_or(place = 'now') AS is_now, bool_or(place = 'come') AS has_come, bool_or(place = 'gone') AS has_gone
            FROM (
                SELECT now."projekt_id" AS id, now."einrichtung_id" AS entry, 'now' AS place FROM (SELECT DISTINCT "projekt_id" FROM come UNION SELECT DISTINCT "projekt_id" FROM gone) AS changed CROSS JOIN LATERAL (SELECT * FROM "project_facilities" WHERE "projekt_id" = changed."projekt_id" OFFSET 0) now
                UNION ALL
                SELECT come."projekt_id" AS id, come."einrichtung_id" AS entry, 'come' AS place FROM come
                UNION ALL
                SELECT gone."projekt_id" AS id, gone."einrichtung_id" AS entry, 'gone' AS place FROM gone
            ) AS placed GROUP BY id, entry
        ), changed AS (
            SELECT id, coalesce(jsonb_agg(entry ORDER BY entry) FILTER (WHERE has_gone OR is_now AND NOT has_come), '[]') AS before, coalesce(jsonb_agg(entry ORDER BY entry) FILTER (WHERE is_now), '[]') AS now
            FROM entries GROUP BY id
        ), raised AS (
            UPDATE "projects" r SET version = r.version + 1 FROM changed c WHERE r."projekt_id" = c.id AND c.before <> c.now
            RETURNING c.id, concat_ws(' ', r."projekt_titel") AS label, r.version, c.before, c.now
        )
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, fields)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'update', 'projects', c.id, c.label, c.version, jsonb_build_array(jsonb_build_object('name', 'einrichtungen', 'old', c.before, 'new', c.now))
        FROM history_origin() o, raised c
        ORDER BY c.id
    $sql$;
    RETURN NULL;
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
        FROM history_origin() o, come l CROSS JOIN LATERAL (SELECT * FROM "members" WHERE "ph_id" = l."ph_id" OFFSET 0) a CROSS JOIN LATERAL (SELECT * FROM "projects" WHERE "projekt_id" = l."projekt_id" OFFSET 0) b2
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
        FROM history_origin() o, gone l CROSS JOIN LATERAL (SELECT * FROM "members" WHERE "ph_id" = l."ph_id" OFFSET 0) a CROSS JOIN LATERAL (SELECT * FROM "projects" WHERE "projekt_id" = l."projekt_id" OFFSET 0) b2
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
        FROM history_origin() o, (SELECT * FROM gone l WHERE NOT EXISTS (SELECT FROM come b WHERE b."ph_id" = l."ph_id" AND b."projekt_id" = l."projekt_id")) l CROSS JOIN LATERAL (SELECT * FROM "members" WHERE "ph_id" = l."ph_id" OFFSET 0) a CROSS JOIN LATERAL (SELECT * FROM "projects" WHERE "projekt_id" = l."projekt_id" OFFSET 0) b2
        ORDER BY l."ph_id", l."projekt_id"
    $sql$;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, fields, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'link', 'members', l."ph_id", concat_ws(' ', a."vorname", a."nachname"), a.version, link_history_fields(NULL, jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb, ARRAY['rollen', 'seit', 'bis', 'hauptkontakt', 'bemerkung']), 'memberProjects', 'projects', l."projekt_id", concat_ws(' ', b2."projekt_titel")
        FROM history_origin() o, (SELECT * FROM come l WHERE NOT EXISTS (SELECT FROM gone b WHERE b."ph_id" = l."ph_id" AND b."projekt_id" = l."projekt_id")) l CROSS JOIN LATERAL (SELECT * FROM "members" WHERE "ph_id" = l."ph_id" OFFSET 0) a CROSS JOIN LATERAL (SELECT * FROM "projects" WHERE "projekt_id" = l."projekt_id" OFFSET 0) b2
        ORDER BY l."ph_id", l."projekt_id"
    $sql$;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, fields, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'update', 'members', l."ph_id", concat_ws(' ', a."vorname", a."nachname"), a.version, link_history_fields(jsonb_build_object('rollen', b."rollen", 'seit', to_char(b."seit", 'YYYY-MM-DD'), 'bis', to_char(b."bis", 'YYYY-MM-DD'), 'hauptkontakt', b."hauptkontakt", 'bemerkung', b."bemerkung"), jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb, ARRAY['rollen', 'seit', 'bis', 'hauptkontakt', 'bemerkung']), 'memberProjects', 'projects', l."projekt_id", concat_ws(' ', b2."projekt_titel")
        FROM history_origin() o, come l JOIN gone b ON b."ph_id" = l."ph_id" AND b."projekt_id" = l."projekt_id" AND jsonb_build_object('rollen', b."rollen", 'seit', to_char(b."seit", 'YYYY-MM-DD'), 'bis', to_char(b."bis", 'YYYY-MM-DD'), 'hauptkontakt', b."hauptkontakt", 'bemerkung', b."bemerkung") <> jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung") CROSS JOIN LATERAL (SELECT * FROM "members" WHERE "ph_id" = l."ph_id" OFFSET 0) a CROSS JOIN LATERAL (SELECT * FROM "projects" WHERE "projekt_id" = l."projekt_id" OFFSET 0) b2
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
        FROM history_origin() o, come l CROSS JOIN LATERAL (SELECT * FROM "institutions" WHERE "partner_institution_id" = l."partner_institution_id" OFFSET 0) a CROSS JOIN LATERAL (SELECT * FROM "projects" WHERE "projekt_id" = l."projekt_id" OFFSET 0) b2
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
        FROM history_origin() o, gone l CROSS JOIN LATERAL (SELECT * FROM "institutions" WHERE "partner_institution_id" = l."partner_institution_id" OFFSET 0) a CROSS JOIN LATERAL (SELECT * FROM "projects" WHERE "projekt_id" = l."projekt_id" OFFSET 0) b2
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
        FROM history_origin() o, (SELECT * FROM gone l WHERE NOT EXISTS (SELECT FROM come b WHERE b."partner_institution_id" = l."partner_institution_id" AND b."projekt_id" = l."projekt_id")) l CROSS JOIN LATERAL (SELECT * FROM "institutions" WHERE "partner_institution_id" = l."partner_institution_id" OFFSET 0) a CROSS JOIN LATERAL (SELECT * FROM "projects" WHERE "projekt_id" = l."projekt_id" OFFSET 0) b2
        ORDER BY l."partner_institution_id", l."projekt_id"
    $sql$;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, fields, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'link', 'institutions', l."partner_institution_id", concat_ws(' ', a."name"), a.version, link_history_fields(NULL, jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb, ARRAY['rollen', 'seit', 'bis', 'hauptkontakt', 'bemerkung']), 'projectInstitutions', 'projects', l."projekt_id", concat_ws(' ', b2."projekt_titel")
        FROM history_origin() o, (SELECT * FROM come l WHERE NOT EXISTS (SELECT FROM gone b WHERE b."partner_institution_id" = l."partner_institution_id" AND b."projekt_id" = l."projekt_id")) l CROSS JOIN LATERAL (SELECT * FROM "institutions" WHERE "partner_institution_id" = l."partner_institution_id" OFFSET 0) a CROSS JOIN LATERAL (SELECT * FROM "projects" WHERE "projekt_id" = l."projekt_id" OFFSET 0) b2
        ORDER BY l."partner_institution_id", l."projekt_id"
    $sql$;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, fields, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'update', 'institutions', l."partner_institution_id", concat_ws(' ', a."name"), a.version, link_history_fields(jsonb_build_object('rollen', b."rollen", 'seit', to_char(b."seit", 'YYYY-MM-DD'), 'bis', to_char(b."bis", 'YYYY-MM-DD'), 'hauptkontakt', b."hauptkontakt", 'bemerkung', b."bemerkung"), jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb, ARRAY['rollen', 'seit', 'bis', 'hauptkontakt', 'bemerkung']), 'projectInstitutions', 'projects', l."projekt_id", concat_ws(' ', b2."projekt_titel")
        FROM history_origin() o, come l JOIN gone b ON b."partner_institution_id" = l."partner_institution_id" AND b."projekt_id" = l."projekt_id" AND jsonb_build_object('rollen', b."rollen", 'seit', to_char(b."seit", 'YYYY-MM-DD'), 'bis', to_char(b."bis", 'YYYY-MM-DD'), 'hauptkontakt', b."hauptkontakt", 'bemerkung', b."bemerkung") <> jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung") CROSS JOIN LATERAL (SELECT * FROM "institutions" WHERE "partner_institution_id" = l."partner_institution_id" OFFSET 0) a CROSS JOIN LATERAL (SELECT * FROM "projects" WHERE "projekt_id" = l."projekt_id" OFFSET 0) b2
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
        FROM history_origin() o, come l CROSS JOIN LATERAL (SELECT * FROM "persons" WHERE "person_id" = l."person_id" OFFSET 0) a CROSS JOIN LATERAL (SELECT * FROM "projects" WHERE "projekt_id" = l."projekt_id" OFFSET 0) b2
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
        FROM history_origin() o, gone l CROSS JOIN LATERAL (SELECT * FROM "persons" WHERE "person_id" = l."person_id" OFFSET 0) a CROSS JOIN LATERAL (SELECT * FROM "projects" WHERE "projekt_id" = l."projekt_id" OFFSET 0) b2
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
        FROM history_origin() o, (SELECT * FROM gone l WHERE NOT EXISTS (SELECT FROM come b WHERE b."person_id" = l."person_id" AND b."projekt_id" = l."projekt_id")) l CROSS JOIN LATERAL (SELECT * FROM "persons" WHERE "person_id" = l."person_id" OFFSET 0) a CROSS JOIN LATERAL (SELECT * FROM "projects" WHERE "projekt_id" = l."projekt_id" OFFSET 0) b2
        ORDER BY l."person_id", l."projekt_id"
    $sql$;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, fields, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'link', 'persons', l."person_id", concat_ws(' ', a."vorname", a."nachname"), a.version, link_history_fields(NULL, jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb, ARRAY['rollen', 'seit', 'bis', 'hauptkontakt', 'bemerkung']), 'projectPersons', 'projects', l."projekt_id", concat_ws(' ', b2."projekt_titel")
        FROM history_origin() o, (SELECT * FROM come l WHERE NOT EXISTS (SELECT FROM gone b WHERE b."person_id" = l."person_id" AND b."projekt_id" = l."projekt_id")) l CROSS JOIN LATERAL (SELECT * FROM "persons" WHERE "person_id" = l."person_id" OFFSET 0) a CROSS JOIN LATERAL (SELECT * FROM "projects" WHERE "projekt_id" = l."projekt_id" OFFSET 0) b2
        ORDER BY l."person_id", l."projekt_id"
    $sql$;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, fields, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'update', 'persons', l."person_id", concat_ws(' ', a."vorname", a."nachname"), a.version, link_history_fields(jsonb_build_object('rollen', b."rollen", 'seit', to_char(b."seit", 'YYYY-MM-DD'), 'bis', to_char(b."bis", 'YYYY-MM-DD'), 'hauptkontakt', b."hauptkontakt", 'bemerkung', b."bemerkung"), jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb, ARRAY['rollen', 'seit', 'bis', 'hauptkontakt', 'bemerkung']), 'projectPersons', 'projects', l."projekt_id", concat_ws(' ', b2."projekt_titel")
        FROM history_origin() o, come l JOIN gone b ON b."person_id" = l."person_id" AND b."projekt_id" = l."projekt_id" AND jsonb_build_object('rollen', b."rollen", 'seit', to_char(b."seit", 'YYYY-MM-DD'), 'bis', to_char(b."bis", 'YYYY-MM-DD'), 'hauptkontakt', b."hauptkontakt", 'bemerkung', b."bemerkung") <> jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung") CROSS JOIN LATERAL (SELECT * FROM "persons" WHERE "person_id" = l."person_id" OFFSET 0) a CROSS JOIN LATERAL (SELECT * FROM "projects" WHERE "projekt_id" = l."projekt_id" OFFSET 0) b2
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
        FROM history_origin() o, come l CROSS JOIN LATERAL (SELECT * FROM "persons" WHERE "person_id" = l."person_id" OFFSET 0) a CROSS JOIN LATERAL (SELECT * FROM "institutions" WHERE "partner_institution_id" = l."partner_institution_id" OFFSET 0) b2
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
        FROM history_origin() o, gone l CROSS JOIN LATERAL (SELECT * FROM "persons" WHERE "person_id" = l."person_id" OFFSET 0) a CROSS JOIN LATERAL (SELECT * FROM "institutions" WHERE "partner_institution_id" = l."partner_institution_id" OFFSET 0) b2
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
        FROM history_origin() o, (SELECT * FROM gone l WHERE NOT EXISTS (SELECT FROM come b WHERE b."person_id" = l."person_id" AND b."partner_institution_id" = l."partner_institution_id")) l CROSS JOIN LATERAL (SELECT * FROM "persons" WHERE "person_id" = l."person_id" OFFSET 0) a CROSS JOIN LATERAL (SELECT * FROM "institutions" WHERE "partner_institution_id" = l."partner_institution_id" OFFSET 0) b2
        ORDER BY l."person_id", l."partner_institution_id"
    $sql$;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, fields, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'link', 'persons', l."person_id", concat_ws(' ', a."vorname", a."nachname"), a.version, link_history_fields(NULL, jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb, ARRAY['rollen', 'seit', 'bis', 'hauptkontakt', 'bemerkung']), 'institutionPersons', 'institutions', l."partner_institution_id", concat_ws(' ', b2."name")
        FROM history_origin() o, (SELECT * FROM come l WHERE NOT EXISTS (SELECT FROM gone b WHERE b."person_id" = l."person_id" AND b."partner_institution_id" = l."partner_institution_id")) l CROSS JOIN LATERAL (SELECT * FROM "persons" WHERE "person_id" = l."person_id" OFFSET 0) a CROSS JOIN LATERAL (SELECT * FROM "institutions" WHERE "partner_institution_id" = l."partner_institution_id" OFFSET 0) b2
        ORDER BY l."person_id", l."partner_institution_id"
    $sql$;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, fields, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'update', 'persons', l."person_id", concat_ws(' ', a."vorname", a."nachname"), a.version, link_history_fields(jsonb_build_object('rollen', b."rollen", 'seit', to_char(b."seit", 'YYYY-MM-DD'), 'bis', to_char(b."bis", 'YYYY-MM-DD'), 'hauptkontakt', b."hauptkontakt", 'bemerkung', b."bemerkung"), jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung"), '{"rollen":[],"seit":null,"bis":null,"hauptkontakt":false,"bemerkung":""}'::jsonb, ARRAY['rollen', 'seit', 'bis', 'hauptkontakt', 'bemerkung']), 'institutionPersons', 'institutions', l."partner_institution_id", concat_ws(' ', b2."name")
        FROM history_origin() o, come l JOIN gone b ON b."person_id" = l."person_id" AND b."partner_institution_id" = l."partner_institution_id" AND jsonb_build_object('rollen', b."rollen", 'seit', to_char(b."seit", 'YYYY-MM-DD'), 'bis', to_char(b."bis", 'YYYY-MM-DD'), 'hauptkontakt', b."hauptkontakt", 'bemerkung', b."bemerkung") <> jsonb_build_object('rollen', l."rollen", 'seit', to_char(l."seit", 'YYYY-MM-DD'), 'bis', to_char(l."bis", 'YYYY-MM-DD'), 'hauptkontakt', l."hauptkontakt", 'bemerkung', l."bemerkung") CROSS JOIN LATERAL (SELECT * FROM "persons" WHERE "person_id" = l."person_id" OFFSET 0) a CROSS JOIN LATERAL (SELECT * FROM "institutions" WHERE "partner_institution_id" = l."partner_institution_id" OFFSET 0) b2
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
        FROM history_origin() o, come l CROSS JOIN LATERAL (SELECT * FROM "members" WHERE "ph_id" = l."ph_id" OFFSET 0) a CROSS JOIN LATERAL (SELECT * FROM "thematic_fields" WHERE "themenfeld_id" = l."themenfeld_id" OFFSET 0) b2
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
        FROM history_origin() o, gone l CROSS JOIN LATERAL (SELECT * FROM "members" WHERE "ph_id" = l."ph_id" OFFSET 0) a CROSS JOIN LATERAL (SELECT * FROM "thematic_fields" WHERE "themenfeld_id" = l."themenfeld_id" OFFSET 0) b2
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
        FROM history_origin() o, (SELECT * FROM gone l WHERE NOT EXISTS (SELECT FROM come b WHERE b."ph_id" = l."ph_id" AND b."themenfeld_id" = l."themenfeld_id")) l CROSS JOIN LATERAL (SELECT * FROM "members" WHERE "ph_id" = l."ph_id" OFFSET 0) a CROSS JOIN LATERAL (SELECT * FROM "thematic_fields" WHERE "themenfeld_id" = l."themenfeld_id" OFFSET 0) b2
        ORDER BY l."ph_id", l."themenfeld_id"
    $sql$;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'link', 'members', l."ph_id", concat_ws(' ', a."vorname", a."nachname"), a.version, 'memberThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b2."themenfeld_de")
        FROM history_origin() o, (SELECT * FROM come l WHERE NOT EXISTS (SELECT FROM gone b WHERE b."ph_id" = l."ph_id" AND b."themenfeld_id" = l."themenfeld_id")) l CROSS JOIN LATERAL (SELECT * FROM "members" WHERE "ph_id" = l."ph_id" OFFSET 0) a CROSS JOIN LATERAL (SELECT * FROM "thematic_fields" WHERE "themenfeld_id" = l."themenfeld_id" OFFSET 0) b2
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
        FROM history_origin() o, come l CROSS JOIN LATERAL (SELECT * FROM "projects" WHERE "projekt_id" = l."projekt_id" OFFSET 0) a CROSS JOIN LATERAL (SELECT * FROM "thematic_fields" WHERE "themenfeld_id" = l."themenfeld_id" OFFSET 0) b2
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
        FROM history_origin() o, gone l CROSS JOIN LATERAL (SELECT * FROM "projects" WHERE "projekt_id" = l."projekt_id" OFFSET 0) a CROSS JOIN LATERAL (SELECT * FROM "thematic_fields" WHERE "themenfeld_id" = l."themenfeld_id" OFFSET 0) b2
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
        FROM history_origin() o, (SELECT * FROM gone l WHERE NOT EXISTS (SELECT FROM come b WHERE b."projekt_id" = l."projekt_id" AND b."themenfeld_id" = l."themenfeld_id")) l CROSS JOIN LATERAL (SELECT * FROM "projects" WHERE "projekt_id" = l."projekt_id" OFFSET 0) a CROSS JOIN LATERAL (SELECT * FROM "thematic_fields" WHERE "themenfeld_id" = l."themenfeld_id" OFFSET 0) b2
        ORDER BY l."projekt_id", l."themenfeld_id"
    $sql$;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'link', 'projects', l."projekt_id", concat_ws(' ', a."projekt_titel"), a.version, 'projectThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b2."themenfeld_de")
        FROM history_origin() o, (SELECT * FROM come l WHERE NOT EXISTS (SELECT FROM gone b WHERE b."projekt_id" = l."projekt_id" AND b."themenfeld_id" = l."themenfeld_id")) l CROSS JOIN LATERAL (SELECT * FROM "projects" WHERE "projekt_id" = l."projekt_id" OFFSET 0) a CROSS JOIN LATERAL (SELECT * FROM "thematic_fields" WHERE "themenfeld_id" = l."themenfeld_id" OFFSET 0) b2
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
        FROM history_origin() o, come l CROSS JOIN LATERAL (SELECT * FROM "institutions" WHERE "partner_institution_id" = l."partner_institution_id" OFFSET 0) a CROSS JOIN LATERAL (SELECT * FROM "thematic_fields" WHERE "themenfeld_id" = l."themenfeld_id" OFFSET 0) b2
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
        FROM history_origin() o, gone l CROSS JOIN LATERAL (SELECT * FROM "institutions" WHERE "partner_institution_id" = l."partner_institution_id" OFFSET 0) a CROSS JOIN LATERAL (SELECT * FROM "thematic_fields" WHERE "themenfeld_id" = l."themenfeld_id" OFFSET 0) b2
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
        FROM history_origin() o, (SELECT * FROM gone l WHERE NOT EXISTS (SELECT FROM come b WHERE b."partner_institution_id" = l."partner_institution_id" AND b."themenfeld_id" = l."themenfeld_id")) l CROSS JOIN LATERAL (SELECT * FROM "institutions" WHERE "partner_institution_id" = l."partner_institution_id" OFFSET 0) a CROSS JOIN LATERAL (SELECT * FROM "thematic_fields" WHERE "themenfeld_id" = l."themenfeld_id" OFFSET 0) b2
        ORDER BY l."partner_institution_id", l."themenfeld_id"
    $sql$;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'link', 'institutions', l."partner_institution_id", concat_ws(' ', a."name"), a.version, 'institutionThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b2."themenfeld_de")
        FROM history_origin() o, (SELECT * FROM come l WHERE NOT EXISTS (SELECT FROM gone b WHERE b."partner_institution_id" = l."partner_institution_id" AND b."themenfeld_id" = l."themenfeld_id")) l CROSS JOIN LATERAL (SELECT * FROM "institutions" WHERE "partner_institution_id" = l."partner_institution_id" OFFSET 0) a CROSS JOIN LATERAL (SELECT * FROM "thematic_fields" WHERE "themenfeld_id" = l."themenfeld_id" OFFSET 0) b2
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
        FROM history_origin() o, come l CROSS JOIN LATERAL (SELECT * FROM "persons" WHERE "person_id" = l."person_id" OFFSET 0) a CROSS JOIN LATERAL (SELECT * FROM "thematic_fields" WHERE "themenfeld_id" = l."themenfeld_id" OFFSET 0) b2
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
        FROM history_origin() o, gone l CROSS JOIN LATERAL (SELECT * FROM "persons" WHERE "person_id" = l."person_id" OFFSET 0) a CROSS JOIN LATERAL (SELECT * FROM "thematic_fields" WHERE "themenfeld_id" = l."themenfeld_id" OFFSET 0) b2
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
        FROM history_origin() o, (SELECT * FROM gone l WHERE NOT EXISTS (SELECT FROM come b WHERE b."person_id" = l."person_id" AND b."themenfeld_id" = l."themenfeld_id")) l CROSS JOIN LATERAL (SELECT * FROM "persons" WHERE "person_id" = l."person_id" OFFSET 0) a CROSS JOIN LATERAL (SELECT * FROM "thematic_fields" WHERE "themenfeld_id" = l."themenfeld_id" OFFSET 0) b2
        ORDER BY l."person_id", l."themenfeld_id"
    $sql$;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'link', 'persons', l."person_id", concat_ws(' ', a."vorname", a."nachname"), a.version, 'personThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b2."themenfeld_de")
        FROM history_origin() o, (SELECT * FROM come l WHERE NOT EXISTS (SELECT FROM gone b WHERE b."person_id" = l."person_id" AND b."themenfeld_id" = l."themenfeld_id")) l CROSS JOIN LATERAL (SELECT * FROM "persons" WHERE "person_id" = l."person_id" OFFSET 0) a CROSS JOIN LATERAL (SELECT * FROM "thematic_fields" WHERE "themenfeld_id" = l."themenfeld_id" OFFSET 0) b2
        ORDER BY l."person_id", l."themenfeld_id"
    $sql$;
    RETURN NULL;
END
$$;

-- ================================================================================================
-- Generated triggers
-- ================================================================================================

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
CREATE OR REPLACE TRIGGER "members_reordered" AFTER UPDATE ON "members" REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION members_reordered();
CREATE OR REPLACE TRIGGER "projects_counted_in" AFTER INSERT ON "projects" REFERENCING NEW TABLE AS counted FOR EACH STATEMENT EXECUTE FUNCTION projects_counted_in();
CREATE OR REPLACE TRIGGER "projects_counted_out" AFTER DELETE ON "projects" REFERENCING OLD TABLE AS counted FOR EACH STATEMENT EXECUTE FUNCTION projects_counted_out();
CREATE OR REPLACE TRIGGER "projects_counted_none" AFTER TRUNCATE ON "projects" FOR EACH STATEMENT EXECUTE FUNCTION projects_counted_none();
CREATE OR REPLACE TRIGGER "projects_reordered" AFTER UPDATE ON "projects" REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION projects_reordered();
CREATE OR REPLACE TRIGGER "institutions_counted_in" AFTER INSERT ON "institutions" REFERENCING NEW TABLE AS counted FOR EACH STATEMENT EXECUTE FUNCTION institutions_counted_in();
CREATE OR REPLACE TRIGGER "institutions_counted_out" AFTER DELETE ON "institutions" REFERENCING OLD TABLE AS counted FOR EACH STATEMENT EXECUTE FUNCTION institutions_counted_out();
CREATE OR REPLACE TRIGGER "institutions_counted_none" AFTER TRUNCATE ON "institutions" FOR EACH STATEMENT EXECUTE FUNCTION institutions_counted_none();
CREATE OR REPLACE TRIGGER "institutions_reordered" AFTER UPDATE ON "institutions" REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION institutions_reordered();
CREATE OR REPLACE TRIGGER "persons_counted_in" AFTER INSERT ON "persons" REFERENCING NEW TABLE AS counted FOR EACH STATEMENT EXECUTE FUNCTION persons_counted_in();
CREATE OR REPLACE TRIGGER "persons_counted_out" AFTER DELETE ON "persons" REFERENCING OLD TABLE AS counted FOR EACH STATEMENT EXECUTE FUNCTION persons_counted_out();
CREATE OR REPLACE TRIGGER "persons_counted_none" AFTER TRUNCATE ON "persons" FOR EACH STATEMENT EXECUTE FUNCTION persons_counted_none();
CREATE OR REPLACE TRIGGER "persons_reordered" AFTER UPDATE ON "persons" REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION persons_reordered();
CREATE OR REPLACE TRIGGER "thematic_fields_counted_in" AFTER INSERT ON "thematic_fields" REFERENCING NEW TABLE AS counted FOR EACH STATEMENT EXECUTE FUNCTION thematic_fields_counted_in();
CREATE OR REPLACE TRIGGER "thematic_fields_counted_out" AFTER DELETE ON "thematic_fields" REFERENCING OLD TABLE AS counted FOR EACH STATEMENT EXECUTE FUNCTION thematic_fields_counted_out();
CREATE OR REPLACE TRIGGER "thematic_fields_counted_none" AFTER TRUNCATE ON "thematic_fields" FOR EACH STATEMENT EXECUTE FUNCTION thematic_fields_counted_none();
CREATE OR REPLACE TRIGGER "thematic_fields_reordered" AFTER UPDATE ON "thematic_fields" REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION thematic_fields_reordered();
CREATE OR REPLACE TRIGGER "projects_derived_added" AFTER INSERT ON "projects" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION project_deadlines_added();
CREATE OR REPLACE TRIGGER "projects_derived_forgotten" AFTER UPDATE ON "projects" REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION project_deadlines_forgotten();
CREATE OR REPLACE TRIGGER "projekt_status_project_deadlines_status_changed" AFTER UPDATE ON "projekt_status" REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION project_deadlines_status_changed();
CREATE OR REPLACE TRIGGER "members_alike_added" AFTER INSERT ON "members" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION members_alike_added();
CREATE OR REPLACE TRIGGER "members_alike_forgotten" AFTER UPDATE ON "members" REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION members_alike_forgotten();
CREATE OR REPLACE TRIGGER "members_alike_gone" AFTER DELETE ON "members" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION members_alike_gone();
CREATE OR REPLACE TRIGGER "members_alike_none" AFTER TRUNCATE ON "members" FOR EACH STATEMENT EXECUTE FUNCTION members_alike_none();
CREATE OR REPLACE TRIGGER "projects_alike_added" AFTER INSERT ON "projects" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION projects_alike_added();
CREATE OR REPLACE TRIGGER "projects_alike_forgotten" AFTER UPDATE ON "projects" REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION projects_alike_forgotten();
CREATE OR REPLACE TRIGGER "projects_alike_gone" AFTER DELETE ON "projects" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION projects_alike_gone();
CREATE OR REPLACE TRIGGER "projects_alike_none" AFTER TRUNCATE ON "projects" FOR EACH STATEMENT EXECUTE FUNCTION projects_alike_none();
CREATE OR REPLACE TRIGGER "institutions_alike_added" AFTER INSERT ON "institutions" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION institutions_alike_added();
CREATE OR REPLACE TRIGGER "institutions_alike_forgotten" AFTER UPDATE ON "institutions" REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION institutions_alike_forgotten();
CREATE OR REPLACE TRIGGER "institutions_alike_gone" AFTER DELETE ON "institutions" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION institutions_alike_gone();
CREATE OR REPLACE TRIGGER "institutions_alike_none" AFTER TRUNCATE ON "institutions" FOR EACH STATEMENT EXECUTE FUNCTION institutions_alike_none();
CREATE OR REPLACE TRIGGER "persons_alike_added" AFTER INSERT ON "persons" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION persons_alike_added();
CREATE OR REPLACE TRIGGER "persons_alike_forgotten" AFTER UPDATE ON "persons" REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION persons_alike_forgotten();
CREATE OR REPLACE TRIGGER "persons_alike_gone" AFTER DELETE ON "persons" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION persons_alike_gone();
CREATE OR REPLACE TRIGGER "persons_alike_none" AFTER TRUNCATE ON "persons" FOR EACH STATEMENT EXECUTE FUNCTION persons_alike_none();
CREATE OR REPLACE TRIGGER "thematic_fields_alike_added" AFTER INSERT ON "thematic_fields" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION thematic_fields_alike_added();
CREATE OR REPLACE TRIGGER "thematic_fields_alike_forgotten" AFTER UPDATE ON "thematic_fields" REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION thematic_fields_alike_forgotten();
CREATE OR REPLACE TRIGGER "thematic_fields_alike_gone" AFTER DELETE ON "thematic_fields" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION thematic_fields_alike_gone();
CREATE OR REPLACE TRIGGER "thematic_fields_alike_none" AFTER TRUNCATE ON "thematic_fields" FOR EACH STATEMENT EXECUTE FUNCTION thematic_fields_alike_none();
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

CREATE OR REPLACE TRIGGER "titel_renamed" AFTER UPDATE ON "titel" FOR EACH ROW WHEN ((OLD."titel_de", OLD."titel_en") IS DISTINCT FROM (NEW."titel_de", NEW."titel_en")) EXECUTE FUNCTION titel_refold();
CREATE OR REPLACE TRIGGER "fakultaeten_renamed" AFTER UPDATE ON "fakultaeten" FOR EACH ROW WHEN ((OLD."fakultaet_name_de", OLD."fakultaet_name_en") IS DISTINCT FROM (NEW."fakultaet_name_de", NEW."fakultaet_name_en")) EXECUTE FUNCTION fakultaeten_refold();

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

-- ================================================================================================
-- Generated indexes
-- ================================================================================================

CREATE INDEX "members_vorname_begins_idx" ON "members" (split_part(fold_umlauts("namen"), E'\n', 1) text_pattern_ops);
CREATE INDEX "members_nachname_begins_idx" ON "members" (split_part(fold_umlauts("namen"), E'\n', 2) text_pattern_ops);
CREATE INDEX "projects_projekt_titel_begins_idx" ON "projects" (split_part(fold_umlauts("namen"), E'\n', 1) text_pattern_ops);
CREATE INDEX "institutions_name_begins_idx" ON "institutions" (split_part(fold_umlauts("namen"), E'\n', 1) text_pattern_ops);
CREATE INDEX "persons_vorname_begins_idx" ON "persons" (split_part(fold_umlauts("namen"), E'\n', 1) text_pattern_ops);
CREATE INDEX "persons_nachname_begins_idx" ON "persons" (split_part(fold_umlauts("namen"), E'\n', 2) text_pattern_ops);
CREATE INDEX "thematic_fields_themenfeld_de_begins_idx" ON "thematic_fields" (split_part(fold_umlauts("namen"), E'\n', 1) text_pattern_ops);
CREATE INDEX "thematic_fields_themenfeld_en_begins_idx" ON "thematic_fields" (split_part(fold_umlauts("namen"), E'\n', 2) text_pattern_ops);
CREATE INDEX "members_email_doubtful_idx" ON "members" ("ph_id") WHERE "email" <> '' AND ("email" !~* '^(?:[A-Za-z0-9_''+\-]+\.)*[A-Za-z0-9_''+\-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$' OR "email" ~* '@(?:[^/?#@]*\.)?(?:example\.(?:com|net|org)|test|example|invalid|localhost)\.?$|-\.|\.-');
CREATE INDEX "members_ph_webseite_doubtful_idx" ON "members" ("ph_id") WHERE "ph_webseite" <> '' AND ("ph_webseite" !~* '^(?:https?:\/\/)?(?:(?:[^\u0001-\u002c\u002e\u002f\u003a-\u0040\u005b-\u005e\u0060\u007b-\u009f\u00a0\u200b-\u200f\u2028\u2029\u3000\ufeff]+\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59}|[^\u0001-\u00ff\u00a0\u200b-\u200f\u2028\u2029\u3000\ufeff]{2,63})\.?|[0-9]{1,3}(?:\.[0-9]{1,3}){3})(?::[0-9]{1,5})?(?:[/?#][^\u0001-\u0020\\\u00a0\u200b-\u200f\u2028\u2029\u3000\ufeff]*)?$' OR "ph_webseite" ~* '^(?:https?:\/\/)?(?:[^/?#@]*\.)?(?:example\.(?:com|net|org)|test|example|invalid|localhost)\.?(?:[:/?#]|$)|^(?:https?:\/\/)?(?:-|[^/?#]*(?:-\.|\.-))');
CREATE INDEX "projects_foerderer_link_doubtful_idx" ON "projects" ("projekt_id") WHERE "foerderer_link" <> '' AND ("foerderer_link" !~* '^(?:https?:\/\/)?(?:(?:[^\u0001-\u002c\u002e\u002f\u003a-\u0040\u005b-\u005e\u0060\u007b-\u009f\u00a0\u200b-\u200f\u2028\u2029\u3000\ufeff]+\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59}|[^\u0001-\u00ff\u00a0\u200b-\u200f\u2028\u2029\u3000\ufeff]{2,63})\.?|[0-9]{1,3}(?:\.[0-9]{1,3}){3})(?::[0-9]{1,5})?(?:[/?#][^\u0001-\u0020\\\u00a0\u200b-\u200f\u2028\u2029\u3000\ufeff]*)?$' OR "foerderer_link" ~* '^(?:https?:\/\/)?(?:[^/?#@]*\.)?(?:example\.(?:com|net|org)|test|example|invalid|localhost)\.?(?:[:/?#]|$)|^(?:https?:\/\/)?(?:-|[^/?#]*(?:-\.|\.-))');
CREATE INDEX "projects_projektwebsite_doubtful_idx" ON "projects" ("projekt_id") WHERE "projektwebsite" <> '' AND ("projektwebsite" !~* '^(?:https?:\/\/)?(?:(?:[^\u0001-\u002c\u002e\u002f\u003a-\u0040\u005b-\u005e\u0060\u007b-\u009f\u00a0\u200b-\u200f\u2028\u2029\u3000\ufeff]+\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59}|[^\u0001-\u00ff\u00a0\u200b-\u200f\u2028\u2029\u3000\ufeff]{2,63})\.?|[0-9]{1,3}(?:\.[0-9]{1,3}){3})(?::[0-9]{1,5})?(?:[/?#][^\u0001-\u0020\\\u00a0\u200b-\u200f\u2028\u2029\u3000\ufeff]*)?$' OR "projektwebsite" ~* '^(?:https?:\/\/)?(?:[^/?#@]*\.)?(?:example\.(?:com|net|org)|test|example|invalid|localhost)\.?(?:[:/?#]|$)|^(?:https?:\/\/)?(?:-|[^/?#]*(?:-\.|\.-))');
CREATE INDEX "institutions_email_doubtful_idx" ON "institutions" ("partner_institution_id") WHERE "email" <> '' AND ("email" !~* '^(?:[A-Za-z0-9_''+\-]+\.)*[A-Za-z0-9_''+\-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$' OR "email" ~* '@(?:[^/?#@]*\.)?(?:example\.(?:com|net|org)|test|example|invalid|localhost)\.?$|-\.|\.-');
CREATE INDEX "institutions_webseite_doubtful_idx" ON "institutions" ("partner_institution_id") WHERE "webseite" <> '' AND ("webseite" !~* '^(?:https?:\/\/)?(?:(?:[^\u0001-\u002c\u002e\u002f\u003a-\u0040\u005b-\u005e\u0060\u007b-\u009f\u00a0\u200b-\u200f\u2028\u2029\u3000\ufeff]+\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59}|[^\u0001-\u00ff\u00a0\u200b-\u200f\u2028\u2029\u3000\ufeff]{2,63})\.?|[0-9]{1,3}(?:\.[0-9]{1,3}){3})(?::[0-9]{1,5})?(?:[/?#][^\u0001-\u0020\\\u00a0\u200b-\u200f\u2028\u2029\u3000\ufeff]*)?$' OR "webseite" ~* '^(?:https?:\/\/)?(?:[^/?#@]*\.)?(?:example\.(?:com|net|org)|test|example|invalid|localhost)\.?(?:[:/?#]|$)|^(?:https?:\/\/)?(?:-|[^/?#]*(?:-\.|\.-))');
CREATE INDEX "persons_email_doubtful_idx" ON "persons" ("person_id") WHERE "email" <> '' AND ("email" !~* '^(?:[A-Za-z0-9_''+\-]+\.)*[A-Za-z0-9_''+\-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$' OR "email" ~* '@(?:[^/?#@]*\.)?(?:example\.(?:com|net|org)|test|example|invalid|localhost)\.?$|-\.|\.-');
CREATE INDEX "persons_ph_webseite_doubtful_idx" ON "persons" ("person_id") WHERE "ph_webseite" <> '' AND ("ph_webseite" !~* '^(?:https?:\/\/)?(?:(?:[^\u0001-\u002c\u002e\u002f\u003a-\u0040\u005b-\u005e\u0060\u007b-\u009f\u00a0\u200b-\u200f\u2028\u2029\u3000\ufeff]+\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59}|[^\u0001-\u00ff\u00a0\u200b-\u200f\u2028\u2029\u3000\ufeff]{2,63})\.?|[0-9]{1,3}(?:\.[0-9]{1,3}){3})(?::[0-9]{1,5})?(?:[/?#][^\u0001-\u0020\\\u00a0\u200b-\u200f\u2028\u2029\u3000\ufeff]*)?$' OR "ph_webseite" ~* '^(?:https?:\/\/)?(?:[^/?#@]*\.)?(?:example\.(?:com|net|org)|test|example|invalid|localhost)\.?(?:[:/?#]|$)|^(?:https?:\/\/)?(?:-|[^/?#]*(?:-\.|\.-))');

-- ================================================================================================
-- Job queues of pg-boss (contract §11)
-- The statements of `PgBoss.getConstructionPlans()` of pg-boss 10.4, because the role of the app
-- may not change the structure. A new major version of pg-boss and a new job need a migration.
-- ================================================================================================

-- `prisma migrate reset` drops only the schema `public`. A schema `pgboss` of another app is not
-- dropped: then CREATE SCHEMA fails.
DO $$ BEGIN
    IF obj_description(to_regnamespace('pgboss'), 'pg_namespace') = 'Jobs of the cooperation database' THEN
        DROP SCHEMA pgboss CASCADE;
    END IF;
END $$;
CREATE SCHEMA pgboss;
COMMENT ON SCHEMA pgboss IS 'Jobs of the cooperation database';

CREATE TYPE pgboss.job_state AS ENUM (
  'created',
  'retry',
  'active',
  'completed',
  'cancelled',
  'failed'
);

CREATE TABLE pgboss.version (
  version int primary key,
  maintained_on timestamp with time zone,
  cron_on timestamp with time zone,
  monitored_on timestamp with time zone
);

CREATE TABLE pgboss.queue (
  name text,
  policy text,
  retry_limit int,
  retry_delay int,
  retry_backoff bool,
  expire_seconds int,
  retention_minutes int,
  dead_letter text REFERENCES pgboss.queue (name),
  partition_name text,
  created_on timestamp with time zone not null default now(),
  updated_on timestamp with time zone not null default now(),
  PRIMARY KEY (name)
);

CREATE TABLE pgboss.schedule (
  name text REFERENCES pgboss.queue ON DELETE CASCADE,
  cron text not null,
  timezone text,
  data jsonb,
  options jsonb,
  created_on timestamp with time zone not null default now(),
  updated_on timestamp with time zone not null default now(),
  PRIMARY KEY (name)
);

CREATE TABLE pgboss.subscription (
  event text not null,
  name text not null REFERENCES pgboss.queue ON DELETE CASCADE,
  created_on timestamp with time zone not null default now(),
  updated_on timestamp with time zone not null default now(),
  PRIMARY KEY(event, name)
);

CREATE TABLE pgboss.job (
  id uuid not null default gen_random_uuid(),
  name text not null,
  priority integer not null default(0),
  data jsonb,
  state pgboss.job_state not null default('created'),
  retry_limit integer not null default(2),
  retry_count integer not null default(0),
  retry_delay integer not null default(0),
  retry_backoff boolean not null default false,
  start_after timestamp with time zone not null default now(),
  started_on timestamp with time zone,
  singleton_key text,
  singleton_on timestamp without time zone,
  expire_in interval not null default interval '15 minutes',
  created_on timestamp with time zone not null default now(),
  completed_on timestamp with time zone,
  keep_until timestamp with time zone NOT NULL default now() + interval '14 days',
  output jsonb,
  dead_letter text,
  policy text
) PARTITION BY LIST (name);
ALTER TABLE pgboss.job ADD PRIMARY KEY (name, id);
CREATE TABLE pgboss.archive (LIKE pgboss.job);
ALTER TABLE pgboss.archive ADD PRIMARY KEY (name, id);
ALTER TABLE pgboss.archive ADD archived_on timestamptz NOT NULL DEFAULT now();
CREATE INDEX archive_i1 ON pgboss.archive(archived_on);

CREATE FUNCTION pgboss.create_queue(queue_name text, options json)
RETURNS VOID AS
$$
DECLARE
  table_name varchar := 'j' || encode(sha224(queue_name::bytea), 'hex');
  queue_created_on timestamptz;
BEGIN

  WITH q as (
  INSERT INTO pgboss.queue (
    name,
    policy,
    retry_limit,
    retry_delay,
    retry_backoff,
    expire_seconds,
    retention_minutes,
    dead_letter,
    partition_name
  )
  VALUES (
    queue_name,
    options->>'policy',
    (options->>'retryLimit')::int,
    (options->>'retryDelay')::int,
    (options->>'retryBackoff')::bool,
    (options->>'expireInSeconds')::int,
    (options->>'retentionMinutes')::int,
    options->>'deadLetter',
    table_name
  )
  ON CONFLICT DO NOTHING
  RETURNING created_on
  )
  SELECT created_on into queue_created_on from q;

  IF queue_created_on IS NULL THEN
    RETURN;
  END IF;

  EXECUTE format('CREATE TABLE pgboss.%I (LIKE pgboss.job INCLUDING DEFAULTS)', table_name);

  EXECUTE format('ALTER TABLE pgboss.%1$I ADD PRIMARY KEY (name, id)', table_name);
  EXECUTE format('ALTER TABLE pgboss.%1$I ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED', table_name);
  EXECUTE format('ALTER TABLE pgboss.%1$I ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED', table_name);
  EXECUTE format('CREATE UNIQUE INDEX %1$s_i1 ON pgboss.%1$I (name, COALESCE(singleton_key, '''')) WHERE state = ''created'' AND policy = ''short''', table_name);
  EXECUTE format('CREATE UNIQUE INDEX %1$s_i2 ON pgboss.%1$I (name, COALESCE(singleton_key, '''')) WHERE state = ''active'' AND policy = ''singleton''', table_name);
  EXECUTE format('CREATE UNIQUE INDEX %1$s_i3 ON pgboss.%1$I (name, state, COALESCE(singleton_key, '''')) WHERE state <= ''active'' AND policy = ''stately''', table_name);
  EXECUTE format('CREATE UNIQUE INDEX %1$s_i4 ON pgboss.%1$I (name, singleton_on, COALESCE(singleton_key, '''')) WHERE state <> ''cancelled'' AND singleton_on IS NOT NULL', table_name);
  EXECUTE format('CREATE INDEX %1$s_i5 ON pgboss.%1$I (name, start_after) INCLUDE (priority, created_on, id) WHERE state < ''active''', table_name);

  EXECUTE format('ALTER TABLE pgboss.%I ADD CONSTRAINT cjc CHECK (name=%L)', table_name, queue_name);
  EXECUTE format('ALTER TABLE pgboss.job ATTACH PARTITION pgboss.%I FOR VALUES IN (%L)', table_name, queue_name);
END;
$$
LANGUAGE plpgsql;

CREATE FUNCTION pgboss.delete_queue(queue_name text)
RETURNS VOID AS
$$
DECLARE
  table_name varchar;
BEGIN
  WITH deleted as (
    DELETE FROM pgboss.queue
    WHERE name = queue_name
    RETURNING partition_name
  )
  SELECT partition_name from deleted INTO table_name;

  EXECUTE format('DROP TABLE IF EXISTS pgboss.%I', table_name);
END;
$$
LANGUAGE plpgsql;
INSERT INTO pgboss.version(version) VALUES ('24');

-- One queue for pg-boss's schedules, and one per job (`lib/features/operations/server/jobs.ts`).
SELECT pgboss.create_queue('__pgboss__send-it', '{"policy": "standard"}');
SELECT pgboss.create_queue('digest', '{"policy": "singleton"}');
SELECT pgboss.create_queue('digest_mail', '{"policy": "singleton"}');
SELECT pgboss.create_queue('housekeeping', '{"policy": "singleton"}');
SELECT pgboss.create_queue('quality', '{"policy": "singleton"}');
SELECT pgboss.create_queue('round_mail', '{"policy": "singleton"}');
SELECT pgboss.create_queue('round_upkeep', '{"policy": "singleton"}');
