-- Reference lists that admins keep (contract §9): their order, and which entries are offered. An entry that nobody placed
-- comes last, because its position is the table's next number.
ALTER TABLE "titel" ADD COLUMN "position" SERIAL NOT NULL, ADD COLUMN "active" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "fakultaeten" ADD COLUMN "position" SERIAL NOT NULL, ADD COLUMN "active" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "institute" ADD COLUMN "position" SERIAL NOT NULL, ADD COLUMN "active" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "einrichtungen" ADD COLUMN "position" SERIAL NOT NULL, ADD COLUMN "active" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "personenstatus" ADD COLUMN "position" SERIAL NOT NULL, ADD COLUMN "active" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "vertragsgrundlagen" ADD COLUMN "position" SERIAL NOT NULL, ADD COLUMN "active" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "projekt_status" ADD COLUMN "position" SERIAL NOT NULL, ADD COLUMN "active" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "zusammenarbeit" ADD COLUMN "position" SERIAL NOT NULL, ADD COLUMN "active" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "organisationsformen" ADD COLUMN "position" SERIAL NOT NULL, ADD COLUMN "active" BOOLEAN NOT NULL DEFAULT true;

-- What is undone by its table's own trigger is told with the change that it undoes.
CREATE OR REPLACE FUNCTION record_change(
    action text, kind text, id integer, label text, version integer, fields jsonb, links jsonb,
    relation text DEFAULT NULL, related_kind text DEFAULT NULL, related_id integer DEFAULT NULL, related_label text DEFAULT NULL
) RETURNS void
    LANGUAGE sql
    AS $$
        INSERT INTO changes (user_id, user_name, source, batch, action, kind, id, label, version, fields, links,
            relation, related_kind, related_id, related_label, reverts)
        VALUES ((history_setting('actor')::jsonb ->> 'id')::integer, history_setting('actor')::jsonb ->> 'name',
            coalesce(history_setting('source'), 'command'), history_setting('batch')::uuid,
            action, kind, id, label, version, fields, links, relation, related_kind, related_id, related_label,
            history_setting('reverts')::integer)
    $$;

-- Made of lib/records by `npm run migration`, as far as it differs from before: only a new name is folded into the records
-- that show it, and an entry's place is told when it comes and goes.
CREATE OR REPLACE TRIGGER "institute_renamed" AFTER UPDATE ON "institute" FOR EACH ROW WHEN ((OLD."institut_name_de", OLD."institut_name_en") IS DISTINCT FROM (NEW."institut_name_de", NEW."institut_name_en")) EXECUTE FUNCTION institute_refold();
CREATE OR REPLACE TRIGGER "einrichtungen_renamed" AFTER UPDATE ON "einrichtungen" FOR EACH ROW WHEN ((OLD."einrichtung_name_de", OLD."einrichtung_name_en") IS DISTINCT FROM (NEW."einrichtung_name_de", NEW."einrichtung_name_en")) EXECUTE FUNCTION einrichtungen_refold();
CREATE OR REPLACE TRIGGER "projekt_status_renamed" AFTER UPDATE ON "projekt_status" FOR EACH ROW WHEN ((OLD."projektstatus_de", OLD."projektstatus_en") IS DISTINCT FROM (NEW."projektstatus_de", NEW."projektstatus_en")) EXECUTE FUNCTION projekt_status_refold();
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
CREATE OR REPLACE TRIGGER "projekt_status_history" AFTER UPDATE ON "projekt_status" FOR EACH ROW EXECUTE FUNCTION record_row('projekt_status', 'projektstatus_id', 'projektstatus_de', 'projektstatus_de', 'projektstatus_en', 'active');
CREATE OR REPLACE TRIGGER "projekt_status_history_rows" AFTER INSERT OR DELETE ON "projekt_status" FOR EACH ROW EXECUTE FUNCTION record_row('projekt_status', 'projektstatus_id', 'projektstatus_de', 'projektstatus_de', 'projektstatus_en', 'active', 'position');
CREATE OR REPLACE TRIGGER "zusammenarbeit_history" AFTER UPDATE ON "zusammenarbeit" FOR EACH ROW EXECUTE FUNCTION record_row('zusammenarbeit', 'zusammenarbeit_id', 'zusammenarbeit_de', 'zusammenarbeit_de', 'zusammenarbeit_en', 'active');
CREATE OR REPLACE TRIGGER "zusammenarbeit_history_rows" AFTER INSERT OR DELETE ON "zusammenarbeit" FOR EACH ROW EXECUTE FUNCTION record_row('zusammenarbeit', 'zusammenarbeit_id', 'zusammenarbeit_de', 'zusammenarbeit_de', 'zusammenarbeit_en', 'active', 'position');
CREATE OR REPLACE TRIGGER "organisationsformen_history" AFTER UPDATE ON "organisationsformen" FOR EACH ROW EXECUTE FUNCTION record_row('organisationsformen', 'ogf_id', 'organisationsform_de', 'organisationsform_de', 'organisationsform_en', 'active');
CREATE OR REPLACE TRIGGER "organisationsformen_history_rows" AFTER INSERT OR DELETE ON "organisationsformen" FOR EACH ROW EXECUTE FUNCTION record_row('organisationsformen', 'ogf_id', 'organisationsform_de', 'organisationsform_de', 'organisationsform_en', 'active', 'position');

-- The order that the lists had until now.
UPDATE "titel" SET "position" = placed.place FROM (
    SELECT "titel_id" AS id, row_number() OVER (ORDER BY "titel_id") AS place FROM "titel") placed WHERE "titel"."titel_id" = placed.id;
UPDATE "fakultaeten" SET "position" = placed.place FROM (
    SELECT "fakultaet_id" AS id, row_number() OVER (ORDER BY "fakultaet_id") AS place FROM "fakultaeten") placed WHERE "fakultaeten"."fakultaet_id" = placed.id;
UPDATE "institute" SET "position" = placed.place FROM (
    SELECT "institut_id" AS id, row_number() OVER (ORDER BY "institut_id") AS place FROM "institute") placed WHERE "institute"."institut_id" = placed.id;
UPDATE "einrichtungen" SET "position" = placed.place FROM (
    SELECT "einrichtung_id" AS id, row_number() OVER (ORDER BY "einrichtung_id") AS place FROM "einrichtungen") placed WHERE "einrichtungen"."einrichtung_id" = placed.id;
UPDATE "personenstatus" SET "position" = placed.place FROM (
    SELECT "status_id" AS id, row_number() OVER (ORDER BY "status_id") AS place FROM "personenstatus") placed WHERE "personenstatus"."status_id" = placed.id;
UPDATE "vertragsgrundlagen" SET "position" = placed.place FROM (
    SELECT "grundlage_id" AS id, row_number() OVER (ORDER BY "grundlage_id") AS place FROM "vertragsgrundlagen") placed WHERE "vertragsgrundlagen"."grundlage_id" = placed.id;
UPDATE "projekt_status" SET "position" = placed.place FROM (
    SELECT "projektstatus_id" AS id, row_number() OVER (ORDER BY "projektstatus_id") AS place FROM "projekt_status") placed WHERE "projekt_status"."projektstatus_id" = placed.id;
UPDATE "zusammenarbeit" SET "position" = placed.place FROM (
    SELECT "zusammenarbeit_id" AS id, row_number() OVER (ORDER BY "zusammenarbeit_id") AS place FROM "zusammenarbeit") placed WHERE "zusammenarbeit"."zusammenarbeit_id" = placed.id;
UPDATE "organisationsformen" SET "position" = placed.place FROM (
    SELECT "ogf_id" AS id, row_number() OVER (ORDER BY "ogf_id") AS place FROM "organisationsformen") placed WHERE "organisationsformen"."ogf_id" = placed.id;
