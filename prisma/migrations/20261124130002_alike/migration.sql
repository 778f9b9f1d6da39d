-- CreateTable
CREATE TABLE "alike_records" (
    "kind" VARCHAR(50) NOT NULL,
    "id" INTEGER NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "known" JSONB,
    "keys" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "alike_records_pkey" PRIMARY KEY ("kind","id")
);

-- CreateTable
CREATE TABLE "alike_waiting" (
    "kind" VARCHAR(50) NOT NULL,
    "id" INTEGER NOT NULL,
    "is_read" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "alike_waiting_pkey" PRIMARY KEY ("kind","id")
);

-- CreateTable
CREATE TABLE "duplicate_pairs" (
    "kind" VARCHAR(50) NOT NULL,
    "a" INTEGER NOT NULL,
    "b" INTEGER NOT NULL,
    "score" REAL NOT NULL,
    "reasons" TEXT[],

    CONSTRAINT "duplicate_pairs_pkey" PRIMARY KEY ("kind","a","b")
);

-- CreateTable
CREATE TABLE "duplicate_dismissals" (
    "kind" VARCHAR(50) NOT NULL,
    "a" INTEGER NOT NULL,
    "b" INTEGER NOT NULL,
    "user_id" INTEGER,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "duplicate_dismissals_pkey" PRIMARY KEY ("kind","a","b")
);

-- CreateIndex
-- Without a list of changes that wait to be sorted in: each search would look through all of it, once for each key.
CREATE INDEX "alike_records_keys_idx" ON "alike_records" USING GIN ("keys") WITH (fastupdate = off);

-- CreateIndex
CREATE INDEX "alike_waiting_kind_is_read_id_idx" ON "alike_waiting"("kind", "is_read", "id");

-- CreateIndex
CREATE INDEX "duplicate_pairs_kind_b_idx" ON "duplicate_pairs"("kind", "b");

-- CreateIndex
CREATE INDEX "duplicate_pairs_kind_score_a_b_idx" ON "duplicate_pairs"("kind", "score" DESC, "a", "b");

-- CreateIndex
CREATE INDEX "duplicate_dismissals_kind_b_idx" ON "duplicate_dismissals"("kind", "b");

-- CreateIndex
CREATE INDEX "duplicate_dismissals_user_id_idx" ON "duplicate_dismissals"("user_id");

-- AddForeignKey
ALTER TABLE "duplicate_dismissals" ADD CONSTRAINT "duplicate_dismissals_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Made of lib/records by `npm run migration`: what it said of anything else stands in the database already.

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
    SELECT array_agg("ph_id" ORDER BY "ph_id") INTO ids FROM before JOIN after USING ("ph_id") WHERE (before."vorname", before."nachname", before."email", before."ph_webseite", before."adresse", before."aliases") IS DISTINCT FROM (after."vorname", after."nachname", after."email", after."ph_webseite", after."adresse", after."aliases");
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
    SELECT array_agg("projekt_id" ORDER BY "projekt_id") INTO ids FROM before JOIN after USING ("projekt_id") WHERE (before."projekt_titel", before."projektwebsite", before."aliases") IS DISTINCT FROM (after."projekt_titel", after."projektwebsite", after."aliases");
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
    SELECT array_agg("partner_institution_id" ORDER BY "partner_institution_id") INTO ids FROM before JOIN after USING ("partner_institution_id") WHERE (before."name", before."email", before."webseite", before."adresse", before."aliases") IS DISTINCT FROM (after."name", after."email", after."webseite", after."adresse", after."aliases");
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
    SELECT array_agg("person_id" ORDER BY "person_id") INTO ids FROM before JOIN after USING ("person_id") WHERE (before."vorname", before."nachname", before."email", before."ph_webseite", before."adresse", before."aliases") IS DISTINCT FROM (after."vorname", after."nachname", after."email", after."ph_webseite", after."adresse", after."aliases");
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
    SELECT array_agg("themenfeld_id" ORDER BY "themenfeld_id") INTO ids FROM before JOIN after USING ("themenfeld_id") WHERE (before."themenfeld_de", before."themenfeld_en", before."aliases") IS DISTINCT FROM (after."themenfeld_de", after."themenfeld_en", after."aliases");
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

-- What is there already waits to be compared.
INSERT INTO alike_records (kind, id) SELECT 'members', ph_id FROM members;
INSERT INTO alike_waiting (kind, id) SELECT 'members', ph_id FROM members;

INSERT INTO alike_records (kind, id) SELECT 'projects', projekt_id FROM projects;
INSERT INTO alike_waiting (kind, id) SELECT 'projects', projekt_id FROM projects;

INSERT INTO alike_records (kind, id) SELECT 'institutions', partner_institution_id FROM institutions;
INSERT INTO alike_waiting (kind, id) SELECT 'institutions', partner_institution_id FROM institutions;

INSERT INTO alike_records (kind, id) SELECT 'persons', person_id FROM persons;
INSERT INTO alike_waiting (kind, id) SELECT 'persons', person_id FROM persons;

INSERT INTO alike_records (kind, id) SELECT 'thematicfields', themenfeld_id FROM thematic_fields;
INSERT INTO alike_waiting (kind, id) SELECT 'thematicfields', themenfeld_id FROM thematic_fields;
