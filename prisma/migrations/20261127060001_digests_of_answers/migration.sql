-- AlterTable
ALTER TABLE "round_records" ADD COLUMN     "confirmed_digest" VARCHAR(8),
ADD COLUMN     "shown_digest" VARCHAR(8);
