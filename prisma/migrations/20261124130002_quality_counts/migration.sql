-- CreateTable
CREATE TABLE "quality_counts" (
    "list" VARCHAR(60) NOT NULL,
    "day" DATE NOT NULL,
    "count" INTEGER NOT NULL,
    "counted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "quality_counts_pkey" PRIMARY KEY ("day","list")
);

-- Counted at night, and at a start (`lib/server/quality/quality-job.ts`).
SELECT pgboss.create_queue('quality', '{"policy": "singleton"}');

-- Made of lib/records by `npm run migration`. Do not edit: change the declarations. Of what it writes only what is new: the
-- addresses that cannot be right.

CREATE INDEX IF NOT EXISTS "members_email_doubtful_idx" ON "members" ("ph_id") WHERE "email" <> '' AND ("email" !~* '^(?:[A-Za-z0-9_''+\-]+\.)*[A-Za-z0-9_''+\-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$' OR "email" ~* '@(?:[^/?#@]*\.)?(?:example\.(?:com|net|org)|test|example|invalid|localhost)\.?$|-\.|\.-');

CREATE INDEX IF NOT EXISTS "members_ph_webseite_doubtful_idx" ON "members" ("ph_id") WHERE "ph_webseite" <> '' AND ("ph_webseite" !~* '^(?:https?:\/\/)?(?:(?:[^\u0001-\u002c\u002e\u002f\u003a-\u0040\u005b-\u005e\u0060\u007b-\u009f\u00a0\u200b-\u200f\u2028\u2029\u3000\ufeff]+\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59}|[^\u0001-\u00ff\u00a0\u200b-\u200f\u2028\u2029\u3000\ufeff]{2,63})\.?|[0-9]{1,3}(?:\.[0-9]{1,3}){3})(?::[0-9]{1,5})?(?:[/?#][^\u0001-\u0020\\\u00a0\u200b-\u200f\u2028\u2029\u3000\ufeff]*)?$' OR "ph_webseite" ~* '^(?:https?:\/\/)?(?:[^/?#@]*\.)?(?:example\.(?:com|net|org)|test|example|invalid|localhost)\.?(?:[:/?#]|$)|^(?:https?:\/\/)?(?:-|[^/?#]*(?:-\.|\.-))');

CREATE INDEX IF NOT EXISTS "projects_foerderer_link_doubtful_idx" ON "projects" ("projekt_id") WHERE "foerderer_link" <> '' AND ("foerderer_link" !~* '^(?:https?:\/\/)?(?:(?:[^\u0001-\u002c\u002e\u002f\u003a-\u0040\u005b-\u005e\u0060\u007b-\u009f\u00a0\u200b-\u200f\u2028\u2029\u3000\ufeff]+\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59}|[^\u0001-\u00ff\u00a0\u200b-\u200f\u2028\u2029\u3000\ufeff]{2,63})\.?|[0-9]{1,3}(?:\.[0-9]{1,3}){3})(?::[0-9]{1,5})?(?:[/?#][^\u0001-\u0020\\\u00a0\u200b-\u200f\u2028\u2029\u3000\ufeff]*)?$' OR "foerderer_link" ~* '^(?:https?:\/\/)?(?:[^/?#@]*\.)?(?:example\.(?:com|net|org)|test|example|invalid|localhost)\.?(?:[:/?#]|$)|^(?:https?:\/\/)?(?:-|[^/?#]*(?:-\.|\.-))');

CREATE INDEX IF NOT EXISTS "projects_projektwebsite_doubtful_idx" ON "projects" ("projekt_id") WHERE "projektwebsite" <> '' AND ("projektwebsite" !~* '^(?:https?:\/\/)?(?:(?:[^\u0001-\u002c\u002e\u002f\u003a-\u0040\u005b-\u005e\u0060\u007b-\u009f\u00a0\u200b-\u200f\u2028\u2029\u3000\ufeff]+\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59}|[^\u0001-\u00ff\u00a0\u200b-\u200f\u2028\u2029\u3000\ufeff]{2,63})\.?|[0-9]{1,3}(?:\.[0-9]{1,3}){3})(?::[0-9]{1,5})?(?:[/?#][^\u0001-\u0020\\\u00a0\u200b-\u200f\u2028\u2029\u3000\ufeff]*)?$' OR "projektwebsite" ~* '^(?:https?:\/\/)?(?:[^/?#@]*\.)?(?:example\.(?:com|net|org)|test|example|invalid|localhost)\.?(?:[:/?#]|$)|^(?:https?:\/\/)?(?:-|[^/?#]*(?:-\.|\.-))');

CREATE INDEX IF NOT EXISTS "institutions_email_doubtful_idx" ON "institutions" ("partner_institution_id") WHERE "email" <> '' AND ("email" !~* '^(?:[A-Za-z0-9_''+\-]+\.)*[A-Za-z0-9_''+\-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$' OR "email" ~* '@(?:[^/?#@]*\.)?(?:example\.(?:com|net|org)|test|example|invalid|localhost)\.?$|-\.|\.-');

CREATE INDEX IF NOT EXISTS "institutions_webseite_doubtful_idx" ON "institutions" ("partner_institution_id") WHERE "webseite" <> '' AND ("webseite" !~* '^(?:https?:\/\/)?(?:(?:[^\u0001-\u002c\u002e\u002f\u003a-\u0040\u005b-\u005e\u0060\u007b-\u009f\u00a0\u200b-\u200f\u2028\u2029\u3000\ufeff]+\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59}|[^\u0001-\u00ff\u00a0\u200b-\u200f\u2028\u2029\u3000\ufeff]{2,63})\.?|[0-9]{1,3}(?:\.[0-9]{1,3}){3})(?::[0-9]{1,5})?(?:[/?#][^\u0001-\u0020\\\u00a0\u200b-\u200f\u2028\u2029\u3000\ufeff]*)?$' OR "webseite" ~* '^(?:https?:\/\/)?(?:[^/?#@]*\.)?(?:example\.(?:com|net|org)|test|example|invalid|localhost)\.?(?:[:/?#]|$)|^(?:https?:\/\/)?(?:-|[^/?#]*(?:-\.|\.-))');

CREATE INDEX IF NOT EXISTS "persons_email_doubtful_idx" ON "persons" ("person_id") WHERE "email" <> '' AND ("email" !~* '^(?:[A-Za-z0-9_''+\-]+\.)*[A-Za-z0-9_''+\-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$' OR "email" ~* '@(?:[^/?#@]*\.)?(?:example\.(?:com|net|org)|test|example|invalid|localhost)\.?$|-\.|\.-');

CREATE INDEX IF NOT EXISTS "persons_ph_webseite_doubtful_idx" ON "persons" ("person_id") WHERE "ph_webseite" <> '' AND ("ph_webseite" !~* '^(?:https?:\/\/)?(?:(?:[^\u0001-\u002c\u002e\u002f\u003a-\u0040\u005b-\u005e\u0060\u007b-\u009f\u00a0\u200b-\u200f\u2028\u2029\u3000\ufeff]+\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{2,59}|[^\u0001-\u00ff\u00a0\u200b-\u200f\u2028\u2029\u3000\ufeff]{2,63})\.?|[0-9]{1,3}(?:\.[0-9]{1,3}){3})(?::[0-9]{1,5})?(?:[/?#][^\u0001-\u0020\\\u00a0\u200b-\u200f\u2028\u2029\u3000\ufeff]*)?$' OR "ph_webseite" ~* '^(?:https?:\/\/)?(?:[^/?#@]*\.)?(?:example\.(?:com|net|org)|test|example|invalid|localhost)\.?(?:[:/?#]|$)|^(?:https?:\/\/)?(?:-|[^/?#]*(?:-\.|\.-))');
