-- AlterTable
ALTER TABLE "import_rows" ADD COLUMN     "repeats" INTEGER;

-- AlterTable
ALTER TABLE "imports" ADD COLUMN     "create_with" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "header_row" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "names" JSONB NOT NULL DEFAULT '{}';
