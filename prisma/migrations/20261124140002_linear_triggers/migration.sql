-- Who makes a change, by which way and in which batch, as the unit of work says it (lib/server/context.ts); a command
-- without an account where there is none.
CREATE FUNCTION history_origin() RETURNS TABLE (user_id integer, user_name text, source text, batch uuid, reverts integer)
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
        SELECT (history_setting('actor')::jsonb ->> 'id')::integer, history_setting('actor')::jsonb ->> 'name',
            coalesce(history_setting('source'), 'command'), history_setting('batch')::uuid,
            history_setting('reverts')::integer
    $$;

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

-- Made of lib/records by `npm run migration`, as far as it differs from before: triggers of statements are linear in the
-- rows of the statement.

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
            history_fields(jsonb_build_object('projekt_titel', OLD."projekt_titel", 'status', OLD."status", 'vertragsgrundlage', OLD."vertragsgrundlage", 'projektbeginn', OLD."projektbeginn", 'projektende', OLD."projektende", 'kuendigungsfrist', OLD."kuendigungsfrist", 'zusammenarbeit_ende_nach_vertrag', OLD."zusammenarbeit_ende_nach_vertrag", 'foerderer', OLD."foerderer", 'foerderer_link', OLD."foerderer_link", 'mittelvolumen', OLD."mittelvolumen", 'drittelmittelanteil', OLD."drittelmittelanteil", 'projektwebsite', OLD."projektwebsite", 'einrichtungen', (SELECT coalesce(jsonb_agg(entry ORDER BY entry), '[]') FROM (SELECT l."einrichtung_id" AS entry FROM "project_facilities" l WHERE l."projekt_id" = OLD."projekt_id") AS entries), 'kommentare', OLD."kommentare", 'aliases', OLD."aliases"), NULL, ARRAY['projekt_titel', 'status', 'vertragsgrundlage', 'projektbeginn', 'projektende', 'kuendigungsfrist', 'zusammenarbeit_ende_nach_vertrag', 'foerderer', 'foerderer_link', 'mittelvolumen', 'drittelmittelanteil', 'projektwebsite', 'einrichtungen', 'kommentare'] || CASE WHEN cardinality(OLD."aliases") = 0 THEN ARRAY[]::text[] ELSE ARRAY['aliases'] END), (SELECT jsonb_agg(link) FROM (SELECT jsonb_build_object('relation', 'memberProjects', 'kind', 'members', 'id', r."ph_id", 'label', concat_ws(' ', r."vorname", r."nachname")) AS link FROM "member_projects" l JOIN "members" r ON r."ph_id" = l."ph_id" WHERE l."projekt_id" = OLD."projekt_id" UNION ALL SELECT jsonb_build_object('relation', 'projectInstitutions', 'kind', 'institutions', 'id', r."partner_institution_id", 'label', concat_ws(' ', r."name")) AS link FROM "project_institutions" l JOIN "institutions" r ON r."partner_institution_id" = l."partner_institution_id" WHERE l."projekt_id" = OLD."projekt_id" UNION ALL SELECT jsonb_build_object('relation', 'projectPersons', 'kind', 'persons', 'id', r."person_id", 'label', concat_ws(' ', r."vorname", r."nachname")) AS link FROM "project_persons" l JOIN "persons" r ON r."person_id" = l."person_id" WHERE l."projekt_id" = OLD."projekt_id" UNION ALL SELECT jsonb_build_object('relation', 'projectThematicFields', 'kind', 'thematicfields', 'id', r."themenfeld_id", 'label', concat_ws(' ', r."themenfeld_de")) AS link FROM "project_thematic_fields" l JOIN "thematic_fields" r ON r."themenfeld_id" = l."themenfeld_id" WHERE l."projekt_id" = OLD."projekt_id") AS links));
        RETURN OLD;
    ELSIF jsonb_build_object('projekt_titel', OLD."projekt_titel", 'status', OLD."status", 'vertragsgrundlage', OLD."vertragsgrundlage", 'projektbeginn', OLD."projektbeginn", 'projektende', OLD."projektende", 'kuendigungsfrist', OLD."kuendigungsfrist", 'zusammenarbeit_ende_nach_vertrag', OLD."zusammenarbeit_ende_nach_vertrag", 'foerderer', OLD."foerderer", 'foerderer_link', OLD."foerderer_link", 'mittelvolumen', OLD."mittelvolumen", 'drittelmittelanteil', OLD."drittelmittelanteil", 'projektwebsite', OLD."projektwebsite", 'kommentare', OLD."kommentare", 'aliases', OLD."aliases") IS DISTINCT FROM jsonb_build_object('projekt_titel', NEW."projekt_titel", 'status', NEW."status", 'vertragsgrundlage', NEW."vertragsgrundlage", 'projektbeginn', NEW."projektbeginn", 'projektende', NEW."projektende", 'kuendigungsfrist', NEW."kuendigungsfrist", 'zusammenarbeit_ende_nach_vertrag', NEW."zusammenarbeit_ende_nach_vertrag", 'foerderer', NEW."foerderer", 'foerderer_link', NEW."foerderer_link", 'mittelvolumen', NEW."mittelvolumen", 'drittelmittelanteil', NEW."drittelmittelanteil", 'projektwebsite', NEW."projektwebsite", 'kommentare', NEW."kommentare", 'aliases', NEW."aliases") THEN
        NEW.version := OLD.version + 1;
        PERFORM record_change('update', 'projects', NEW."projekt_id", concat_ws(' ', NEW."projekt_titel"), NEW.version,
            history_fields(jsonb_build_object('projekt_titel', OLD."projekt_titel", 'status', OLD."status", 'vertragsgrundlage', OLD."vertragsgrundlage", 'projektbeginn', OLD."projektbeginn", 'projektende', OLD."projektende", 'kuendigungsfrist', OLD."kuendigungsfrist", 'zusammenarbeit_ende_nach_vertrag', OLD."zusammenarbeit_ende_nach_vertrag", 'foerderer', OLD."foerderer", 'foerderer_link', OLD."foerderer_link", 'mittelvolumen', OLD."mittelvolumen", 'drittelmittelanteil', OLD."drittelmittelanteil", 'projektwebsite', OLD."projektwebsite", 'kommentare', OLD."kommentare", 'aliases', OLD."aliases"), jsonb_build_object('projekt_titel', NEW."projekt_titel", 'status', NEW."status", 'vertragsgrundlage', NEW."vertragsgrundlage", 'projektbeginn', NEW."projektbeginn", 'projektende', NEW."projektende", 'kuendigungsfrist', NEW."kuendigungsfrist", 'zusammenarbeit_ende_nach_vertrag', NEW."zusammenarbeit_ende_nach_vertrag", 'foerderer', NEW."foerderer", 'foerderer_link', NEW."foerderer_link", 'mittelvolumen', NEW."mittelvolumen", 'drittelmittelanteil', NEW."drittelmittelanteil", 'projektwebsite', NEW."projektwebsite", 'kommentare', NEW."kommentare", 'aliases', NEW."aliases"), ARRAY['projekt_titel', 'status', 'vertragsgrundlage', 'projektbeginn', 'projektende', 'kuendigungsfrist', 'zusammenarbeit_ende_nach_vertrag', 'foerderer', 'foerderer_link', 'mittelvolumen', 'drittelmittelanteil', 'projektwebsite', 'kommentare', 'aliases']), NULL);
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
                SELECT "ph_id" AS id, "einrichtung_id" AS entry, 'now' AS place FROM "member_facilities" WHERE "ph_id" IN (SELECT "ph_id" FROM come)
                UNION ALL
                SELECT "ph_id" AS id, "einrichtung_id" AS entry, 'come' AS place FROM come
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
                SELECT "ph_id" AS id, "einrichtung_id" AS entry, 'now' AS place FROM "member_facilities" WHERE "ph_id" IN (SELECT "ph_id" FROM gone)
                UNION ALL
                SELECT "ph_id" AS id, "einrichtung_id" AS entry, 'gone' AS place FROM gone
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
                SELECT "ph_id" AS id, "einrichtung_id" AS entry, 'now' AS place FROM "member_facilities" WHERE "ph_id" IN (SELECT "ph_id" FROM come UNION SELECT "ph_id" FROM gone)
                UNION ALL
                SELECT "ph_id" AS id, "einrichtung_id" AS entry, 'come' AS place FROM come
                UNION ALL
                SELECT "ph_id" AS id, "einrichtung_id" AS entry, 'gone' AS place FROM gone
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
                SELECT "ph_id" AS id, "status_id" AS entry, 'now' AS place FROM "member_statuses" WHERE "ph_id" IN (SELECT "ph_id" FROM come)
                UNION ALL
                SELECT "ph_id" AS id, "status_id" AS entry, 'come' AS place FROM come
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
                SELECT "ph_id" AS id, "status_id" AS entry, 'now' AS place FROM "member_statuses" WHERE "ph_id" IN (SELECT "ph_id" FROM gone)
                UNION ALL
                SELECT "ph_id" AS id, "status_id" AS entry, 'gone' AS place FROM gone
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
                SELECT "ph_id" AS id, "status_id" AS entry, 'now' AS place FROM "member_statuses" WHERE "ph_id" IN (SELECT "ph_id" FROM come UNION SELECT "ph_id" FROM gone)
                UNION ALL
                SELECT "ph_id" AS id, "status_id" AS entry, 'come' AS place FROM come
                UNION ALL
                SELECT "ph_id" AS id, "status_id" AS entry, 'gone' AS place FROM gone
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
                SELECT "projekt_id" AS id, "einrichtung_id" AS entry, 'now' AS place FROM "project_facilities" WHERE "projekt_id" IN (SELECT "projekt_id" FROM come)
                UNION ALL
                SELECT "projekt_id" AS id, "einrichtung_id" AS entry, 'come' AS place FROM come
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
                SELECT "projekt_id" AS id, "einrichtung_id" AS entry, 'now' AS place FROM "project_facilities" WHERE "projekt_id" IN (SELECT "projekt_id" FROM gone)
                UNION ALL
                SELECT "projekt_id" AS id, "einrichtung_id" AS entry, 'gone' AS place FROM gone
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
                SELECT "projekt_id" AS id, "einrichtung_id" AS entry, 'now' AS place FROM "project_facilities" WHERE "projekt_id" IN (SELECT "projekt_id" FROM come UNION SELECT "projekt_id" FROM gone)
                UNION ALL
                SELECT "projekt_id" AS id, "einrichtung_id" AS entry, 'come' AS place FROM come
                UNION ALL
                SELECT "projekt_id" AS id, "einrichtung_id" AS entry, 'gone' AS place FROM gone
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
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'link', 'members', l."ph_id", concat_ws(' ', a."vorname", a."nachname"), a.version, 'memberProjects', 'projects', l."projekt_id", concat_ws(' ', b."projekt_titel")
        FROM history_origin() o, come l JOIN "members" a ON a."ph_id" = l."ph_id" JOIN "projects" b ON b."projekt_id" = l."projekt_id"
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
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'unlink', 'members', l."ph_id", concat_ws(' ', a."vorname", a."nachname"), a.version, 'memberProjects', 'projects', l."projekt_id", concat_ws(' ', b."projekt_titel")
        FROM history_origin() o, gone l JOIN "members" a ON a."ph_id" = l."ph_id" JOIN "projects" b ON b."projekt_id" = l."projekt_id"
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
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'unlink', 'members', l."ph_id", concat_ws(' ', a."vorname", a."nachname"), a.version, 'memberProjects', 'projects', l."projekt_id", concat_ws(' ', b."projekt_titel")
        FROM history_origin() o, (SELECT "ph_id", "projekt_id" FROM gone EXCEPT SELECT "ph_id", "projekt_id" FROM come) l JOIN "members" a ON a."ph_id" = l."ph_id" JOIN "projects" b ON b."projekt_id" = l."projekt_id"
        ORDER BY l."ph_id", l."projekt_id"
    $sql$;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'link', 'members', l."ph_id", concat_ws(' ', a."vorname", a."nachname"), a.version, 'memberProjects', 'projects', l."projekt_id", concat_ws(' ', b."projekt_titel")
        FROM history_origin() o, (SELECT "ph_id", "projekt_id" FROM come EXCEPT SELECT "ph_id", "projekt_id" FROM gone) l JOIN "members" a ON a."ph_id" = l."ph_id" JOIN "projects" b ON b."projekt_id" = l."projekt_id"
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
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'link', 'institutions', l."partner_institution_id", concat_ws(' ', a."name"), a.version, 'projectInstitutions', 'projects', l."projekt_id", concat_ws(' ', b."projekt_titel")
        FROM history_origin() o, come l JOIN "institutions" a ON a."partner_institution_id" = l."partner_institution_id" JOIN "projects" b ON b."projekt_id" = l."projekt_id"
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
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'unlink', 'institutions', l."partner_institution_id", concat_ws(' ', a."name"), a.version, 'projectInstitutions', 'projects', l."projekt_id", concat_ws(' ', b."projekt_titel")
        FROM history_origin() o, gone l JOIN "institutions" a ON a."partner_institution_id" = l."partner_institution_id" JOIN "projects" b ON b."projekt_id" = l."projekt_id"
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
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'unlink', 'institutions', l."partner_institution_id", concat_ws(' ', a."name"), a.version, 'projectInstitutions', 'projects', l."projekt_id", concat_ws(' ', b."projekt_titel")
        FROM history_origin() o, (SELECT "partner_institution_id", "projekt_id" FROM gone EXCEPT SELECT "partner_institution_id", "projekt_id" FROM come) l JOIN "institutions" a ON a."partner_institution_id" = l."partner_institution_id" JOIN "projects" b ON b."projekt_id" = l."projekt_id"
        ORDER BY l."partner_institution_id", l."projekt_id"
    $sql$;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'link', 'institutions', l."partner_institution_id", concat_ws(' ', a."name"), a.version, 'projectInstitutions', 'projects', l."projekt_id", concat_ws(' ', b."projekt_titel")
        FROM history_origin() o, (SELECT "partner_institution_id", "projekt_id" FROM come EXCEPT SELECT "partner_institution_id", "projekt_id" FROM gone) l JOIN "institutions" a ON a."partner_institution_id" = l."partner_institution_id" JOIN "projects" b ON b."projekt_id" = l."projekt_id"
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
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'link', 'persons', l."person_id", concat_ws(' ', a."vorname", a."nachname"), a.version, 'projectPersons', 'projects', l."projekt_id", concat_ws(' ', b."projekt_titel")
        FROM history_origin() o, come l JOIN "persons" a ON a."person_id" = l."person_id" JOIN "projects" b ON b."projekt_id" = l."projekt_id"
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
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'unlink', 'persons', l."person_id", concat_ws(' ', a."vorname", a."nachname"), a.version, 'projectPersons', 'projects', l."projekt_id", concat_ws(' ', b."projekt_titel")
        FROM history_origin() o, gone l JOIN "persons" a ON a."person_id" = l."person_id" JOIN "projects" b ON b."projekt_id" = l."projekt_id"
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
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'unlink', 'persons', l."person_id", concat_ws(' ', a."vorname", a."nachname"), a.version, 'projectPersons', 'projects', l."projekt_id", concat_ws(' ', b."projekt_titel")
        FROM history_origin() o, (SELECT "person_id", "projekt_id" FROM gone EXCEPT SELECT "person_id", "projekt_id" FROM come) l JOIN "persons" a ON a."person_id" = l."person_id" JOIN "projects" b ON b."projekt_id" = l."projekt_id"
        ORDER BY l."person_id", l."projekt_id"
    $sql$;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'link', 'persons', l."person_id", concat_ws(' ', a."vorname", a."nachname"), a.version, 'projectPersons', 'projects', l."projekt_id", concat_ws(' ', b."projekt_titel")
        FROM history_origin() o, (SELECT "person_id", "projekt_id" FROM come EXCEPT SELECT "person_id", "projekt_id" FROM gone) l JOIN "persons" a ON a."person_id" = l."person_id" JOIN "projects" b ON b."projekt_id" = l."projekt_id"
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
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'link', 'persons', l."person_id", concat_ws(' ', a."vorname", a."nachname"), a.version, 'institutionPersons', 'institutions', l."partner_institution_id", concat_ws(' ', b."name")
        FROM history_origin() o, come l JOIN "persons" a ON a."person_id" = l."person_id" JOIN "institutions" b ON b."partner_institution_id" = l."partner_institution_id"
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
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'unlink', 'persons', l."person_id", concat_ws(' ', a."vorname", a."nachname"), a.version, 'institutionPersons', 'institutions', l."partner_institution_id", concat_ws(' ', b."name")
        FROM history_origin() o, gone l JOIN "persons" a ON a."person_id" = l."person_id" JOIN "institutions" b ON b."partner_institution_id" = l."partner_institution_id"
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
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'unlink', 'persons', l."person_id", concat_ws(' ', a."vorname", a."nachname"), a.version, 'institutionPersons', 'institutions', l."partner_institution_id", concat_ws(' ', b."name")
        FROM history_origin() o, (SELECT "person_id", "partner_institution_id" FROM gone EXCEPT SELECT "person_id", "partner_institution_id" FROM come) l JOIN "persons" a ON a."person_id" = l."person_id" JOIN "institutions" b ON b."partner_institution_id" = l."partner_institution_id"
        ORDER BY l."person_id", l."partner_institution_id"
    $sql$;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'link', 'persons', l."person_id", concat_ws(' ', a."vorname", a."nachname"), a.version, 'institutionPersons', 'institutions', l."partner_institution_id", concat_ws(' ', b."name")
        FROM history_origin() o, (SELECT "person_id", "partner_institution_id" FROM come EXCEPT SELECT "person_id", "partner_institution_id" FROM gone) l JOIN "persons" a ON a."person_id" = l."person_id" JOIN "institutions" b ON b."partner_institution_id" = l."partner_institution_id"
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
            'link', 'members', l."ph_id", concat_ws(' ', a."vorname", a."nachname"), a.version, 'memberThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b."themenfeld_de")
        FROM history_origin() o, come l JOIN "members" a ON a."ph_id" = l."ph_id" JOIN "thematic_fields" b ON b."themenfeld_id" = l."themenfeld_id"
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
            'unlink', 'members', l."ph_id", concat_ws(' ', a."vorname", a."nachname"), a.version, 'memberThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b."themenfeld_de")
        FROM history_origin() o, gone l JOIN "members" a ON a."ph_id" = l."ph_id" JOIN "thematic_fields" b ON b."themenfeld_id" = l."themenfeld_id"
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
            'unlink', 'members', l."ph_id", concat_ws(' ', a."vorname", a."nachname"), a.version, 'memberThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b."themenfeld_de")
        FROM history_origin() o, (SELECT "ph_id", "themenfeld_id" FROM gone EXCEPT SELECT "ph_id", "themenfeld_id" FROM come) l JOIN "members" a ON a."ph_id" = l."ph_id" JOIN "thematic_fields" b ON b."themenfeld_id" = l."themenfeld_id"
        ORDER BY l."ph_id", l."themenfeld_id"
    $sql$;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'link', 'members', l."ph_id", concat_ws(' ', a."vorname", a."nachname"), a.version, 'memberThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b."themenfeld_de")
        FROM history_origin() o, (SELECT "ph_id", "themenfeld_id" FROM come EXCEPT SELECT "ph_id", "themenfeld_id" FROM gone) l JOIN "members" a ON a."ph_id" = l."ph_id" JOIN "thematic_fields" b ON b."themenfeld_id" = l."themenfeld_id"
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
            'link', 'projects', l."projekt_id", concat_ws(' ', a."projekt_titel"), a.version, 'projectThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b."themenfeld_de")
        FROM history_origin() o, come l JOIN "projects" a ON a."projekt_id" = l."projekt_id" JOIN "thematic_fields" b ON b."themenfeld_id" = l."themenfeld_id"
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
            'unlink', 'projects', l."projekt_id", concat_ws(' ', a."projekt_titel"), a.version, 'projectThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b."themenfeld_de")
        FROM history_origin() o, gone l JOIN "projects" a ON a."projekt_id" = l."projekt_id" JOIN "thematic_fields" b ON b."themenfeld_id" = l."themenfeld_id"
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
            'unlink', 'projects', l."projekt_id", concat_ws(' ', a."projekt_titel"), a.version, 'projectThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b."themenfeld_de")
        FROM history_origin() o, (SELECT "projekt_id", "themenfeld_id" FROM gone EXCEPT SELECT "projekt_id", "themenfeld_id" FROM come) l JOIN "projects" a ON a."projekt_id" = l."projekt_id" JOIN "thematic_fields" b ON b."themenfeld_id" = l."themenfeld_id"
        ORDER BY l."projekt_id", l."themenfeld_id"
    $sql$;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'link', 'projects', l."projekt_id", concat_ws(' ', a."projekt_titel"), a.version, 'projectThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b."themenfeld_de")
        FROM history_origin() o, (SELECT "projekt_id", "themenfeld_id" FROM come EXCEPT SELECT "projekt_id", "themenfeld_id" FROM gone) l JOIN "projects" a ON a."projekt_id" = l."projekt_id" JOIN "thematic_fields" b ON b."themenfeld_id" = l."themenfeld_id"
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
            'link', 'institutions', l."partner_institution_id", concat_ws(' ', a."name"), a.version, 'institutionThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b."themenfeld_de")
        FROM history_origin() o, come l JOIN "institutions" a ON a."partner_institution_id" = l."partner_institution_id" JOIN "thematic_fields" b ON b."themenfeld_id" = l."themenfeld_id"
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
            'unlink', 'institutions', l."partner_institution_id", concat_ws(' ', a."name"), a.version, 'institutionThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b."themenfeld_de")
        FROM history_origin() o, gone l JOIN "institutions" a ON a."partner_institution_id" = l."partner_institution_id" JOIN "thematic_fields" b ON b."themenfeld_id" = l."themenfeld_id"
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
            'unlink', 'institutions', l."partner_institution_id", concat_ws(' ', a."name"), a.version, 'institutionThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b."themenfeld_de")
        FROM history_origin() o, (SELECT "partner_institution_id", "themenfeld_id" FROM gone EXCEPT SELECT "partner_institution_id", "themenfeld_id" FROM come) l JOIN "institutions" a ON a."partner_institution_id" = l."partner_institution_id" JOIN "thematic_fields" b ON b."themenfeld_id" = l."themenfeld_id"
        ORDER BY l."partner_institution_id", l."themenfeld_id"
    $sql$;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'link', 'institutions', l."partner_institution_id", concat_ws(' ', a."name"), a.version, 'institutionThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b."themenfeld_de")
        FROM history_origin() o, (SELECT "partner_institution_id", "themenfeld_id" FROM come EXCEPT SELECT "partner_institution_id", "themenfeld_id" FROM gone) l JOIN "institutions" a ON a."partner_institution_id" = l."partner_institution_id" JOIN "thematic_fields" b ON b."themenfeld_id" = l."themenfeld_id"
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
            'link', 'persons', l."person_id", concat_ws(' ', a."vorname", a."nachname"), a.version, 'personThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b."themenfeld_de")
        FROM history_origin() o, come l JOIN "persons" a ON a."person_id" = l."person_id" JOIN "thematic_fields" b ON b."themenfeld_id" = l."themenfeld_id"
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
            'unlink', 'persons', l."person_id", concat_ws(' ', a."vorname", a."nachname"), a.version, 'personThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b."themenfeld_de")
        FROM history_origin() o, gone l JOIN "persons" a ON a."person_id" = l."person_id" JOIN "thematic_fields" b ON b."themenfeld_id" = l."themenfeld_id"
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
            'unlink', 'persons', l."person_id", concat_ws(' ', a."vorname", a."nachname"), a.version, 'personThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b."themenfeld_de")
        FROM history_origin() o, (SELECT "person_id", "themenfeld_id" FROM gone EXCEPT SELECT "person_id", "themenfeld_id" FROM come) l JOIN "persons" a ON a."person_id" = l."person_id" JOIN "thematic_fields" b ON b."themenfeld_id" = l."themenfeld_id"
        ORDER BY l."person_id", l."themenfeld_id"
    $sql$;
    EXECUTE $sql$
        INSERT INTO changes (user_id, user_name, source, batch, reverts, action, kind, id, label, version, relation, related_kind, related_id, related_label)
        SELECT o.user_id, o.user_name, o.source, o.batch, o.reverts,
            'link', 'persons', l."person_id", concat_ws(' ', a."vorname", a."nachname"), a.version, 'personThematicFields', 'thematicfields', l."themenfeld_id", concat_ws(' ', b."themenfeld_de")
        FROM history_origin() o, (SELECT "person_id", "themenfeld_id" FROM come EXCEPT SELECT "person_id", "themenfeld_id" FROM gone) l JOIN "persons" a ON a."person_id" = l."person_id" JOIN "thematic_fields" b ON b."themenfeld_id" = l."themenfeld_id"
        ORDER BY l."person_id", l."themenfeld_id"
    $sql$;
    RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER "members_reordered" AFTER UPDATE ON "members" REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION members_reordered();

CREATE OR REPLACE TRIGGER "projects_reordered" AFTER UPDATE ON "projects" REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION projects_reordered();

CREATE OR REPLACE TRIGGER "institutions_reordered" AFTER UPDATE ON "institutions" REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION institutions_reordered();

CREATE OR REPLACE TRIGGER "persons_reordered" AFTER UPDATE ON "persons" REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION persons_reordered();

CREATE OR REPLACE TRIGGER "thematic_fields_reordered" AFTER UPDATE ON "thematic_fields" REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION thematic_fields_reordered();
