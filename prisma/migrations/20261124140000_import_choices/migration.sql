-- AlterTable
ALTER TABLE "import_rows" ADD COLUMN     "choice" VARCHAR(10),
ADD COLUMN     "choice_id" INTEGER,
ADD COLUMN     "similar" JSONB;
