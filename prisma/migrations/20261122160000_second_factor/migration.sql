-- The second factor of an account (docs/security.md): the app's secret, sealed; since when it is asked for; and the last
-- half minute whose code was used, so that none opens twice.
ALTER TABLE "users" ADD COLUMN "factor_secret" VARCHAR(200);
ALTER TABLE "users" ADD COLUMN "factor_since" TIMESTAMPTZ(3);
ALTER TABLE "users" ADD COLUMN "factor_step" INTEGER;
ALTER TABLE "users" ADD CONSTRAINT "users_factor_whole" CHECK ("factor_since" IS NULL OR "factor_secret" IS NOT NULL);

-- For who has lost the app: each opens once.
CREATE TABLE "recovery_codes" (
    "user_id" INTEGER NOT NULL,
    "code_hash" CHAR(64) NOT NULL,

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("user_id", "code_hash")
);
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Whom the provider of single sign-on has let in is asked for no factor of ours.
ALTER TABLE "sessions" ADD COLUMN "by_sso" BOOLEAN NOT NULL DEFAULT false;
