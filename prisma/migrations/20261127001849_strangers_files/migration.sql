-- AlterTable
ALTER TABLE "import_rows" ADD COLUMN     "dropped" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "label" TEXT,
ADD COLUMN     "new_label" TEXT;

-- AlterTable
ALTER TABLE "imports" ADD COLUMN     "day_orders" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "encoding" VARCHAR(20),
ADD COLUMN     "groups" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "not_applicable" VARCHAR(10) NOT NULL DEFAULT 'refuse',
ADD COLUMN     "sheet" TEXT,
ADD COLUMN     "sheets" JSONB;
