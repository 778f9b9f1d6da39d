-- API tokens and calendar feeds remember whether the login that made them was by single sign-on.
ALTER TABLE "api_tokens" ADD COLUMN "by_sso" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "calendar_feeds" ADD COLUMN "by_sso" BOOLEAN NOT NULL DEFAULT false;

-- Of an account that has never had a password, no session by password can have made them. The others count as made by
-- password, so that TOTP_REQUIRED asks for the account's second factor.
UPDATE "api_tokens" t SET "by_sso" = true FROM "users" u
  WHERE u."id" = t."user_id" AND u."sso_subject" IS NOT NULL AND u."password_hash" IS NULL;
UPDATE "calendar_feeds" f SET "by_sso" = true FROM "users" u
  WHERE u."id" = f."user_id" AND u."sso_subject" IS NOT NULL AND u."password_hash" IS NULL;
