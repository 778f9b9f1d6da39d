-- Views (contract §10): the query and the columns of a list under a name, one's own or shared with all.
CREATE TABLE "views" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "kind" VARCHAR(50) NOT NULL,
    "name" VARCHAR(100) NOT NULL,
    "query" TEXT NOT NULL,
    "columns" TEXT[],
    "shared" BOOLEAN NOT NULL,

    CONSTRAINT "views_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "views_user_id_idx" ON "views"("user_id");
CREATE INDEX "views_shared_idx" ON "views"("shared");
ALTER TABLE "views" ADD CONSTRAINT "views_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
