-- Roles (contract §9): who has an account keeps what he could do, and the oldest account that can log in becomes an admin,
-- beside the demo's. Filled before the history looks at the column: nobody changed anything.
ALTER TABLE "users" ADD COLUMN "role" VARCHAR(10) NOT NULL DEFAULT 'editor';
ALTER TABLE "users" ADD CONSTRAINT "users_role_known" CHECK ("role" IN ('reader', 'editor', 'admin'));
UPDATE "users" SET "role" = 'admin' WHERE "email" = 'admin@example.org' OR "id" = (
    SELECT "id" FROM "users"
    ORDER BY "email_verified_at" IS NULL, "disabled_at" IS NOT NULL, "created_at", "id" LIMIT 1);

-- Who is invited has no password until he chooses one.
ALTER TABLE "users" ALTER COLUMN "password_hash" DROP NOT NULL;

ALTER TABLE "users" ADD COLUMN "last_seen_at" TIMESTAMPTZ(3);
UPDATE "users" SET "last_seen_at" = (SELECT max("last_seen_at") FROM "sessions" WHERE "user_id" = "users"."id");

-- The history of accounts tells roles, too.
DROP TRIGGER "users_history_insert" ON "users";
DROP TRIGGER "users_history_update" ON "users";
DROP TRIGGER "users_history_delete" ON "users";
CREATE TRIGGER "users_history_insert" AFTER INSERT ON "users" FOR EACH ROW
    WHEN (NEW.email_verified_at IS NOT NULL)
    EXECUTE FUNCTION record_row('users', 'id', 'name', 'email', 'name', 'role', 'language', 'email_verified_at', 'disabled_at');
CREATE TRIGGER "users_history_update" AFTER UPDATE ON "users" FOR EACH ROW
    WHEN (OLD.email_verified_at IS NOT NULL OR NEW.email_verified_at IS NOT NULL)
    EXECUTE FUNCTION record_row('users', 'id', 'name', 'email', 'name', 'role', 'language', 'email_verified_at', 'disabled_at');
CREATE TRIGGER "users_history_delete" AFTER DELETE ON "users" FOR EACH ROW
    WHEN (OLD.email_verified_at IS NOT NULL)
    EXECUTE FUNCTION record_row('users', 'id', 'name', 'email', 'name', 'role', 'language', 'email_verified_at', 'disabled_at');
