-- Single sign-on (contract §9): whom the provider calls an account's owner, for good, whatever his address becomes.
ALTER TABLE "users" ADD COLUMN "sso_issuer" VARCHAR(255);
ALTER TABLE "users" ADD COLUMN "sso_subject" VARCHAR(255);
ALTER TABLE "users" ADD CONSTRAINT "users_sso_whole" CHECK (("sso_issuer" IS NULL) = ("sso_subject" IS NULL));
CREATE UNIQUE INDEX "users_sso_issuer_sso_subject_key" ON "users"("sso_issuer", "sso_subject");

-- What the provider wants to see when somebody logs out there, too; gone with the session.
ALTER TABLE "sessions" ADD COLUMN "id_token" TEXT;

-- Browsers that are under way between the app and the provider: each handle opens once, and only for some minutes.
CREATE TABLE "sso_errands" (
    "handle_hash" CHAR(64) NOT NULL,
    "errand" VARCHAR(10) NOT NULL,
    "content" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sso_errands_pkey" PRIMARY KEY ("handle_hash")
);
CREATE INDEX "sso_errands_expires_at_idx" ON "sso_errands"("expires_at");
