-- AlterTable
ALTER TABLE "api_tokens" ADD COLUMN     "by_factor" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "by_factor" BOOLEAN NOT NULL DEFAULT false;
