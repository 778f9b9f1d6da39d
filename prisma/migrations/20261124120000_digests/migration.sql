-- Digests (contract §11): how often somebody wants one, of which projects, and for which day he was told last.
ALTER TABLE "users"
    ADD COLUMN "digest" VARCHAR(10) NOT NULL DEFAULT 'none',
    ADD COLUMN "digest_scope" VARCHAR(10) NOT NULL DEFAULT 'all',
    ADD COLUMN "digest_told" DATE,
    ADD CONSTRAINT "users_digest_known" CHECK ("digest" IN ('none', 'daily', 'weekly', 'monthly')),
    ADD CONSTRAINT "users_digest_scope_known" CHECK ("digest_scope" IN ('all', 'mine'));
