-- AlterTable
ALTER TABLE "projekt_status" ADD COLUMN     "farbe" VARCHAR(10) NOT NULL DEFAULT 'grey',
ADD CONSTRAINT "projekt_status_colour" CHECK ("farbe" IN ('grey', 'blue', 'green', 'amber', 'red', 'violet'));

-- The colours of the shipped statuses. The trigger of the history does not know the column yet.
UPDATE "projekt_status" s SET "farbe" = shipped.farbe
FROM (VALUES (1, 'in Planung', 'blue'), (2, 'laufend', 'green'), (4, 'ruhend', 'amber'), (5, 'abgebrochen', 'red'), (6, 'beantragt', 'violet'))
    AS shipped (id, name, farbe)
WHERE s."projektstatus_id" = shipped.id AND s."projektstatus_de" = shipped.name;

-- Generated triggers

CREATE OR REPLACE TRIGGER "projekt_status_history" AFTER UPDATE ON "projekt_status" FOR EACH ROW EXECUTE FUNCTION record_row('projekt_status', 'projektstatus_id', 'projektstatus_de', 'projektstatus_de', 'projektstatus_en', 'active', 'beendet', 'nie_aktiv', 'farbe');
CREATE OR REPLACE TRIGGER "projekt_status_history_rows" AFTER INSERT OR DELETE ON "projekt_status" FOR EACH ROW EXECUTE FUNCTION record_row('projekt_status', 'projektstatus_id', 'projektstatus_de', 'projektstatus_de', 'projektstatus_en', 'active', 'beendet', 'nie_aktiv', 'farbe', 'position');
