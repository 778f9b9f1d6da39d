-- Titles of rounds in both languages, who started them, and a pause between mails to an address (contract §15).

-- AlterTable
ALTER TABLE "round_recipients" ADD COLUMN     "asked_at" TIMESTAMPTZ(3);

ALTER TABLE "round_recipients" DROP CONSTRAINT "round_recipients_mail_known",
ADD CONSTRAINT "round_recipients_mail_known" CHECK ("mail" IN ('start', 'reminder', 'renewal'));

-- AlterTable
ALTER TABLE "rounds" RENAME COLUMN "titel" TO "titel_de";
ALTER TABLE "rounds" ADD COLUMN     "started_by" INTEGER,
ADD COLUMN     "titel_en" VARCHAR(200);
UPDATE "rounds" SET "titel_en" = "titel_de";
ALTER TABLE "rounds" ALTER COLUMN "titel_en" SET NOT NULL;

-- CreateIndex
CREATE INDEX "rounds_started_by_idx" ON "rounds"("started_by");

-- AddForeignKey
ALTER TABLE "rounds" ADD CONSTRAINT "rounds_started_by_fkey" FOREIGN KEY ("started_by") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
