-- Confirmation rounds and proposals (contract §§14, 15). Adding the columns rewrites no rows.
ALTER TABLE "members" ADD COLUMN "bestaetigt_am" TIMESTAMPTZ(3), ADD COLUMN "bestaetigt_von" VARCHAR(201);
ALTER TABLE "projects" ADD COLUMN "bestaetigt_am" TIMESTAMPTZ(3), ADD COLUMN "bestaetigt_von" VARCHAR(201);
ALTER TABLE "institutions" ADD COLUMN "bestaetigt_am" TIMESTAMPTZ(3), ADD COLUMN "bestaetigt_von" VARCHAR(201);
ALTER TABLE "persons" ADD COLUMN "bestaetigt_am" TIMESTAMPTZ(3), ADD COLUMN "bestaetigt_von" VARCHAR(201);
CREATE INDEX "members_bestaetigt_am_ph_id_idx" ON "members"("bestaetigt_am", "ph_id");
CREATE INDEX "projects_bestaetigt_am_projekt_id_idx" ON "projects"("bestaetigt_am", "projekt_id");
CREATE INDEX "institutions_bestaetigt_am_partner_institution_id_idx" ON "institutions"("bestaetigt_am", "partner_institution_id");
CREATE INDEX "persons_bestaetigt_am_person_id_idx" ON "persons"("bestaetigt_am", "person_id");

ALTER TABLE "changes" DROP CONSTRAINT "changes_source_known";
ALTER TABLE "changes" ADD CONSTRAINT "changes_source_known"
    CHECK ("source" IN ('app', 'token', 'import', 'job', 'command', 'round')) NOT VALID;
ALTER TABLE "changes" VALIDATE CONSTRAINT "changes_source_known";

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
CREATE INDEX "rounds_status_idx" ON "rounds"("status");

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
CREATE UNIQUE INDEX "round_recipients_token_hash_key" ON "round_recipients"("token_hash");
CREATE UNIQUE INDEX "round_recipients_runde_id_email_key" ON "round_recipients"("runde_id", "email");
CREATE INDEX "round_recipients_mail_due_idx" ON "round_recipients"("mail_due") WHERE "mail" IS NOT NULL;
CREATE INDEX "round_recipients_sent_at_idx" ON "round_recipients"("sent_at");
CREATE INDEX "round_recipients_email_idx" ON "round_recipients"("email");
CREATE INDEX "round_recipients_person_kind_person_id_idx" ON "round_recipients"("person_kind", "person_id");

CREATE TABLE "round_records" (
    "recipient_id" INTEGER NOT NULL,
    "record_id" INTEGER NOT NULL,
    "label" TEXT NOT NULL,
    "answer" VARCHAR(10),
    "changes" JSONB,
    "successor" JSONB,
    "comment" VARCHAR(2000),
    "answered_at" TIMESTAMPTZ(3),
    CONSTRAINT "round_records_pkey" PRIMARY KEY ("recipient_id", "record_id"),
    CONSTRAINT "round_records_answer_known" CHECK ("answer" IN ('confirmed', 'changed', 'ended', 'not_mine')),
    CONSTRAINT "round_records_recipient_id_fkey" FOREIGN KEY ("recipient_id") REFERENCES "round_recipients"("recipient_id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "round_records_record_id_idx" ON "round_records"("record_id");

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
CREATE INDEX "proposals_state_proposal_id_idx" ON "proposals"("state", "proposal_id");
CREATE INDEX "proposals_kind_id_state_idx" ON "proposals"("kind", "id", "state");
CREATE INDEX "proposals_runde_id_state_idx" ON "proposals"("runde_id", "state");
CREATE INDEX "proposals_recipient_id_state_idx" ON "proposals"("recipient_id", "state");
CREATE INDEX "proposals_email_idx" ON "proposals"("email");

SELECT pgboss.create_queue('round_mail', '{"policy": "singleton"}');
SELECT pgboss.create_queue('round_upkeep', '{"policy": "singleton"}');

-- Generated functions

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
