-- Imports (contract §10): an uploaded table until it is a week old, what was decided about it, and how far it has come.
CREATE TABLE "imports" (
    "import_id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "kind" VARCHAR(40) NOT NULL,
    "file_name" VARCHAR(255) NOT NULL,
    "headers" JSONB NOT NULL,
    "mapping" JSONB NOT NULL,
    "match" JSONB NOT NULL DEFAULT '[]',
    "unknown" VARCHAR(10) NOT NULL DEFAULT 'refuse',
    "state" VARCHAR(10) NOT NULL DEFAULT 'uploaded',
    "batch" UUID,
    "runner" UUID,
    "seen_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "imports_pkey" PRIMARY KEY ("import_id"),
    CONSTRAINT "imports_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "imports_user_id_idx" ON "imports"("user_id");
CREATE INDEX "imports_created_at_idx" ON "imports"("created_at");

-- Its rows as they came, and what becomes of each.
CREATE TABLE "import_rows" (
    "import_id" INTEGER NOT NULL,
    "row" INTEGER NOT NULL,
    "cells" JSONB NOT NULL,
    "action" VARCHAR(10),
    "record_id" INTEGER,
    "errors" JSONB NOT NULL DEFAULT '{}',
    "changes" JSONB NOT NULL DEFAULT '[]',
    "body" JSONB NOT NULL DEFAULT '{}',
    "links" JSONB NOT NULL DEFAULT '{}',
    "written" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "import_rows_pkey" PRIMARY KEY ("import_id", "row"),
    CONSTRAINT "import_rows_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "imports"("import_id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "import_rows_import_id_action_row_idx" ON "import_rows"("import_id", "action", "row");
