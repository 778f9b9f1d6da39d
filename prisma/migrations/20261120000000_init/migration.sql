-- The whole schema: records, reference lists, links, accounts.
-- The first half is what Prisma derives from schema.prisma, with German collation added to the sorted texts;
-- the second half is what Prisma cannot say: checks, the folding that search needs, its triggers, required entries.

CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
CREATE EXTENSION IF NOT EXISTS unaccent WITH SCHEMA public;

-- CreateEnum
CREATE TYPE "token_purpose" AS ENUM ('verify_email', 'reset_password');

-- CreateTable
CREATE TABLE "members" (
    "ph_id" SERIAL NOT NULL,
    "titel" INTEGER NOT NULL DEFAULT -1,
    "vorname" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,
    "nachname" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,
    "email" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,
    "telefon" VARCHAR(100) NOT NULL DEFAULT '',
    "adresse" VARCHAR(100) NOT NULL DEFAULT '',
    "ph_webseite" VARCHAR(255) NOT NULL DEFAULT '',
    "fakultaet" INTEGER NOT NULL,
    "institut" INTEGER NOT NULL,
    "kommentare" VARCHAR(10000) NOT NULL DEFAULT '',
    "suche" TEXT NOT NULL DEFAULT '',
    "suche_kompakt" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "members_pkey" PRIMARY KEY ("ph_id")
);

-- CreateTable
CREATE TABLE "projects" (
    "projekt_id" SERIAL NOT NULL,
    "projekt_titel" VARCHAR(500) COLLATE "de-x-icu" NOT NULL,
    "projektbeginn" DATE,
    "projektende" DATE,
    "status" INTEGER NOT NULL DEFAULT 1,
    "vertragsgrundlage" INTEGER NOT NULL,
    "kuendigungsfrist" VARCHAR(100) NOT NULL DEFAULT '',
    "foerderer" VARCHAR(100) NOT NULL DEFAULT '',
    "foerderer_link" VARCHAR(255) NOT NULL DEFAULT '',
    "mittelvolumen" VARCHAR(100) NOT NULL DEFAULT '',
    "drittelmittelanteil" VARCHAR(100) NOT NULL DEFAULT '',
    "projektwebsite" VARCHAR(255) NOT NULL DEFAULT '',
    "zusammenarbeit_ende_nach_vertrag" INTEGER NOT NULL DEFAULT 0,
    "kommentare" VARCHAR(10000) NOT NULL DEFAULT '',
    "suche" TEXT NOT NULL DEFAULT '',
    "suche_kompakt" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "projects_pkey" PRIMARY KEY ("projekt_id")
);

-- CreateTable
CREATE TABLE "institutions" (
    "partner_institution_id" SERIAL NOT NULL,
    "name" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,
    "organisationsform" INTEGER NOT NULL DEFAULT -1,
    "branchen" VARCHAR(100) NOT NULL,
    "abteilung" VARCHAR(100) NOT NULL DEFAULT '',
    "kontaktperson" VARCHAR(100) NOT NULL DEFAULT '',
    "email" VARCHAR(100) COLLATE "de-x-icu" NOT NULL DEFAULT '',
    "telefon" VARCHAR(100) NOT NULL DEFAULT '',
    "adresse" VARCHAR(100) NOT NULL DEFAULT '',
    "webseite" VARCHAR(100) NOT NULL DEFAULT '',
    "kommentare" VARCHAR(10000) NOT NULL DEFAULT '',
    "suche" TEXT NOT NULL DEFAULT '',
    "suche_kompakt" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "institutions_pkey" PRIMARY KEY ("partner_institution_id")
);

-- CreateTable
CREATE TABLE "persons" (
    "person_id" SERIAL NOT NULL,
    "titel" INTEGER NOT NULL DEFAULT -1,
    "vorname" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,
    "nachname" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,
    "email" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,
    "telefon" VARCHAR(100) NOT NULL DEFAULT '',
    "adresse" VARCHAR(100) NOT NULL DEFAULT '',
    "abteilung" VARCHAR(100) NOT NULL DEFAULT '',
    "position" VARCHAR(100) NOT NULL DEFAULT '',
    "ph_webseite" VARCHAR(255) NOT NULL DEFAULT '',
    "kommentare" VARCHAR(10000) NOT NULL DEFAULT '',
    "suche" TEXT NOT NULL DEFAULT '',
    "suche_kompakt" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "persons_pkey" PRIMARY KEY ("person_id")
);

-- CreateTable
CREATE TABLE "thematic_fields" (
    "themenfeld_id" SERIAL NOT NULL,
    "themenfeld_de" VARCHAR(255) COLLATE "de-x-icu" NOT NULL,
    "themenfeld_en" VARCHAR(255) COLLATE "de-x-icu" NOT NULL,
    "suche" TEXT NOT NULL DEFAULT '',
    "suche_kompakt" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "thematic_fields_pkey" PRIMARY KEY ("themenfeld_id")
);

-- CreateTable
CREATE TABLE "member_projects" (
    "ph_id" INTEGER NOT NULL,
    "projekt_id" INTEGER NOT NULL,

    CONSTRAINT "member_projects_pkey" PRIMARY KEY ("ph_id","projekt_id")
);

-- CreateTable
CREATE TABLE "member_thematic_fields" (
    "ph_id" INTEGER NOT NULL,
    "themenfeld_id" INTEGER NOT NULL,

    CONSTRAINT "member_thematic_fields_pkey" PRIMARY KEY ("ph_id","themenfeld_id")
);

-- CreateTable
CREATE TABLE "project_institutions" (
    "projekt_id" INTEGER NOT NULL,
    "partner_institution_id" INTEGER NOT NULL,

    CONSTRAINT "project_institutions_pkey" PRIMARY KEY ("projekt_id","partner_institution_id")
);

-- CreateTable
CREATE TABLE "project_persons" (
    "projekt_id" INTEGER NOT NULL,
    "person_id" INTEGER NOT NULL,

    CONSTRAINT "project_persons_pkey" PRIMARY KEY ("projekt_id","person_id")
);

-- CreateTable
CREATE TABLE "project_thematic_fields" (
    "projekt_id" INTEGER NOT NULL,
    "themenfeld_id" INTEGER NOT NULL,

    CONSTRAINT "project_thematic_fields_pkey" PRIMARY KEY ("projekt_id","themenfeld_id")
);

-- CreateTable
CREATE TABLE "institution_persons" (
    "partner_institution_id" INTEGER NOT NULL,
    "person_id" INTEGER NOT NULL,

    CONSTRAINT "institution_persons_pkey" PRIMARY KEY ("partner_institution_id","person_id")
);

-- CreateTable
CREATE TABLE "institution_thematic_fields" (
    "partner_institution_id" INTEGER NOT NULL,
    "themenfeld_id" INTEGER NOT NULL,

    CONSTRAINT "institution_thematic_fields_pkey" PRIMARY KEY ("partner_institution_id","themenfeld_id")
);

-- CreateTable
CREATE TABLE "person_thematic_fields" (
    "person_id" INTEGER NOT NULL,
    "themenfeld_id" INTEGER NOT NULL,

    CONSTRAINT "person_thematic_fields_pkey" PRIMARY KEY ("person_id","themenfeld_id")
);

-- CreateTable
CREATE TABLE "member_facilities" (
    "ph_id" INTEGER NOT NULL,
    "einrichtung_id" INTEGER NOT NULL,

    CONSTRAINT "member_facilities_pkey" PRIMARY KEY ("ph_id","einrichtung_id")
);

-- CreateTable
CREATE TABLE "member_statuses" (
    "ph_id" INTEGER NOT NULL,
    "status_id" INTEGER NOT NULL,

    CONSTRAINT "member_statuses_pkey" PRIMARY KEY ("ph_id","status_id")
);

-- CreateTable
CREATE TABLE "project_facilities" (
    "projekt_id" INTEGER NOT NULL,
    "einrichtung_id" INTEGER NOT NULL,

    CONSTRAINT "project_facilities_pkey" PRIMARY KEY ("projekt_id","einrichtung_id")
);

-- CreateTable
CREATE TABLE "titel" (
    "titel_id" SERIAL NOT NULL,
    "titel_de" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,
    "titel_en" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,

    CONSTRAINT "titel_pkey" PRIMARY KEY ("titel_id")
);

-- CreateTable
CREATE TABLE "fakultaeten" (
    "fakultaet_id" SERIAL NOT NULL,
    "fakultaet_name_de" VARCHAR(255) COLLATE "de-x-icu" NOT NULL,
    "fakultaet_name_en" VARCHAR(255) COLLATE "de-x-icu" NOT NULL,

    CONSTRAINT "fakultaeten_pkey" PRIMARY KEY ("fakultaet_id")
);

-- CreateTable
CREATE TABLE "institute" (
    "institut_id" SERIAL NOT NULL,
    "institut_name_de" VARCHAR(255) COLLATE "de-x-icu" NOT NULL,
    "institut_name_en" VARCHAR(255) COLLATE "de-x-icu" NOT NULL,

    CONSTRAINT "institute_pkey" PRIMARY KEY ("institut_id")
);

-- CreateTable
CREATE TABLE "einrichtungen" (
    "einrichtung_id" SERIAL NOT NULL,
    "einrichtung_name_de" VARCHAR(255) COLLATE "de-x-icu" NOT NULL,
    "einrichtung_name_en" VARCHAR(255) COLLATE "de-x-icu" NOT NULL,

    CONSTRAINT "einrichtungen_pkey" PRIMARY KEY ("einrichtung_id")
);

-- CreateTable
CREATE TABLE "personenstatus" (
    "status_id" SERIAL NOT NULL,
    "status_de" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,
    "status_en" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,

    CONSTRAINT "personenstatus_pkey" PRIMARY KEY ("status_id")
);

-- CreateTable
CREATE TABLE "vertragsgrundlagen" (
    "grundlage_id" SERIAL NOT NULL,
    "grundlage_de" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,
    "grundlage_en" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,

    CONSTRAINT "vertragsgrundlagen_pkey" PRIMARY KEY ("grundlage_id")
);

-- CreateTable
CREATE TABLE "projekt_status" (
    "projektstatus_id" SERIAL NOT NULL,
    "projektstatus_de" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,
    "projektstatus_en" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,

    CONSTRAINT "projekt_status_pkey" PRIMARY KEY ("projektstatus_id")
);

-- CreateTable
CREATE TABLE "zusammenarbeit" (
    "zusammenarbeit_id" SERIAL NOT NULL,
    "zusammenarbeit_de" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,
    "zusammenarbeit_en" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,

    CONSTRAINT "zusammenarbeit_pkey" PRIMARY KEY ("zusammenarbeit_id")
);

-- CreateTable
CREATE TABLE "organisationsformen" (
    "ogf_id" SERIAL NOT NULL,
    "organisationsform_de" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,
    "organisationsform_en" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,

    CONSTRAINT "organisationsformen_pkey" PRIMARY KEY ("ogf_id")
);

-- CreateTable
CREATE TABLE "users" (
    "id" SERIAL NOT NULL,
    "email" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,
    "name" VARCHAR(100) COLLATE "de-x-icu" NOT NULL,
    "password_hash" VARCHAR(60) NOT NULL,
    "language" VARCHAR(2) NOT NULL DEFAULT 'de',
    "email_verified_at" TIMESTAMPTZ(3),
    "disabled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "token_hash" CHAR(64) NOT NULL,
    "user_agent" VARCHAR(255) NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tokens" (
    "id" SERIAL NOT NULL,
    "user_id" INTEGER NOT NULL,
    "purpose" "token_purpose" NOT NULL,
    "token_hash" CHAR(64) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tokens_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "members_nachname_ph_id_idx" ON "members"("nachname", "ph_id");

-- CreateIndex
CREATE INDEX "members_vorname_ph_id_idx" ON "members"("vorname", "ph_id");

-- CreateIndex
CREATE INDEX "members_email_ph_id_idx" ON "members"("email", "ph_id");

-- CreateIndex
CREATE INDEX "members_institut_idx" ON "members"("institut");

-- CreateIndex
CREATE INDEX "members_fakultaet_idx" ON "members"("fakultaet");

-- CreateIndex
CREATE INDEX "members_titel_idx" ON "members"("titel");

-- CreateIndex
CREATE INDEX "members_suche_idx" ON "members" USING GIN ("suche" gin_trgm_ops, "suche_kompakt" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "projects_projekt_titel_projekt_id_idx" ON "projects"("projekt_titel", "projekt_id");

-- CreateIndex
CREATE INDEX "projects_projektbeginn_projekt_id_idx" ON "projects"("projektbeginn", "projekt_id");

-- CreateIndex
CREATE INDEX "projects_projektende_projekt_id_idx" ON "projects"("projektende", "projekt_id");

-- CreateIndex
CREATE INDEX "projects_status_idx" ON "projects"("status");

-- CreateIndex
CREATE INDEX "projects_vertragsgrundlage_idx" ON "projects"("vertragsgrundlage");

-- CreateIndex
CREATE INDEX "projects_zusammenarbeit_ende_nach_vertrag_idx" ON "projects"("zusammenarbeit_ende_nach_vertrag");

-- CreateIndex
CREATE INDEX "projects_suche_idx" ON "projects" USING GIN ("suche" gin_trgm_ops, "suche_kompakt" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "institutions_name_partner_institution_id_idx" ON "institutions"("name", "partner_institution_id");

-- CreateIndex
CREATE INDEX "institutions_organisationsform_idx" ON "institutions"("organisationsform");

-- CreateIndex
CREATE INDEX "institutions_suche_idx" ON "institutions" USING GIN ("suche" gin_trgm_ops, "suche_kompakt" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "persons_nachname_person_id_idx" ON "persons"("nachname", "person_id");

-- CreateIndex
CREATE INDEX "persons_vorname_person_id_idx" ON "persons"("vorname", "person_id");

-- CreateIndex
CREATE INDEX "persons_email_person_id_idx" ON "persons"("email", "person_id");

-- CreateIndex
CREATE INDEX "persons_titel_idx" ON "persons"("titel");

-- CreateIndex
CREATE INDEX "persons_suche_idx" ON "persons" USING GIN ("suche" gin_trgm_ops, "suche_kompakt" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "thematic_fields_themenfeld_de_themenfeld_id_idx" ON "thematic_fields"("themenfeld_de", "themenfeld_id");

-- CreateIndex
CREATE INDEX "thematic_fields_themenfeld_en_themenfeld_id_idx" ON "thematic_fields"("themenfeld_en", "themenfeld_id");

-- CreateIndex
CREATE INDEX "thematic_fields_suche_idx" ON "thematic_fields" USING GIN ("suche" gin_trgm_ops, "suche_kompakt" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "member_projects_projekt_id_ph_id_idx" ON "member_projects"("projekt_id", "ph_id");

-- CreateIndex
CREATE INDEX "member_thematic_fields_themenfeld_id_ph_id_idx" ON "member_thematic_fields"("themenfeld_id", "ph_id");

-- CreateIndex
CREATE INDEX "project_institutions_partner_institution_id_projekt_id_idx" ON "project_institutions"("partner_institution_id", "projekt_id");

-- CreateIndex
CREATE INDEX "project_persons_person_id_projekt_id_idx" ON "project_persons"("person_id", "projekt_id");

-- CreateIndex
CREATE INDEX "project_thematic_fields_themenfeld_id_projekt_id_idx" ON "project_thematic_fields"("themenfeld_id", "projekt_id");

-- CreateIndex
CREATE INDEX "institution_persons_person_id_partner_institution_id_idx" ON "institution_persons"("person_id", "partner_institution_id");

-- CreateIndex
CREATE INDEX "institution_thematic_fields_themenfeld_id_partner_instituti_idx" ON "institution_thematic_fields"("themenfeld_id", "partner_institution_id");

-- CreateIndex
CREATE INDEX "person_thematic_fields_themenfeld_id_person_id_idx" ON "person_thematic_fields"("themenfeld_id", "person_id");

-- CreateIndex
CREATE INDEX "member_facilities_einrichtung_id_ph_id_idx" ON "member_facilities"("einrichtung_id", "ph_id");

-- CreateIndex
CREATE INDEX "member_statuses_status_id_ph_id_idx" ON "member_statuses"("status_id", "ph_id");

-- CreateIndex
CREATE INDEX "project_facilities_einrichtung_id_projekt_id_idx" ON "project_facilities"("einrichtung_id", "projekt_id");

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE UNIQUE INDEX "sessions_token_hash_key" ON "sessions"("token_hash");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "tokens_token_hash_key" ON "tokens"("token_hash");

-- CreateIndex
CREATE INDEX "tokens_user_id_purpose_idx" ON "tokens"("user_id", "purpose");

-- CreateIndex
CREATE INDEX "tokens_expires_at_idx" ON "tokens"("expires_at");

-- AddForeignKey
ALTER TABLE "members" ADD CONSTRAINT "members_titel_fkey" FOREIGN KEY ("titel") REFERENCES "titel"("titel_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "members" ADD CONSTRAINT "members_fakultaet_fkey" FOREIGN KEY ("fakultaet") REFERENCES "fakultaeten"("fakultaet_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "members" ADD CONSTRAINT "members_institut_fkey" FOREIGN KEY ("institut") REFERENCES "institute"("institut_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "projects" ADD CONSTRAINT "projects_status_fkey" FOREIGN KEY ("status") REFERENCES "projekt_status"("projektstatus_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "projects" ADD CONSTRAINT "projects_vertragsgrundlage_fkey" FOREIGN KEY ("vertragsgrundlage") REFERENCES "vertragsgrundlagen"("grundlage_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "projects" ADD CONSTRAINT "projects_zusammenarbeit_ende_nach_vertrag_fkey" FOREIGN KEY ("zusammenarbeit_ende_nach_vertrag") REFERENCES "zusammenarbeit"("zusammenarbeit_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "institutions" ADD CONSTRAINT "institutions_organisationsform_fkey" FOREIGN KEY ("organisationsform") REFERENCES "organisationsformen"("ogf_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "persons" ADD CONSTRAINT "persons_titel_fkey" FOREIGN KEY ("titel") REFERENCES "titel"("titel_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "member_projects" ADD CONSTRAINT "member_projects_ph_id_fkey" FOREIGN KEY ("ph_id") REFERENCES "members"("ph_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "member_projects" ADD CONSTRAINT "member_projects_projekt_id_fkey" FOREIGN KEY ("projekt_id") REFERENCES "projects"("projekt_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "member_thematic_fields" ADD CONSTRAINT "member_thematic_fields_ph_id_fkey" FOREIGN KEY ("ph_id") REFERENCES "members"("ph_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "member_thematic_fields" ADD CONSTRAINT "member_thematic_fields_themenfeld_id_fkey" FOREIGN KEY ("themenfeld_id") REFERENCES "thematic_fields"("themenfeld_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_institutions" ADD CONSTRAINT "project_institutions_projekt_id_fkey" FOREIGN KEY ("projekt_id") REFERENCES "projects"("projekt_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_institutions" ADD CONSTRAINT "project_institutions_partner_institution_id_fkey" FOREIGN KEY ("partner_institution_id") REFERENCES "institutions"("partner_institution_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_persons" ADD CONSTRAINT "project_persons_projekt_id_fkey" FOREIGN KEY ("projekt_id") REFERENCES "projects"("projekt_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_persons" ADD CONSTRAINT "project_persons_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "persons"("person_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_thematic_fields" ADD CONSTRAINT "project_thematic_fields_projekt_id_fkey" FOREIGN KEY ("projekt_id") REFERENCES "projects"("projekt_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_thematic_fields" ADD CONSTRAINT "project_thematic_fields_themenfeld_id_fkey" FOREIGN KEY ("themenfeld_id") REFERENCES "thematic_fields"("themenfeld_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "institution_persons" ADD CONSTRAINT "institution_persons_partner_institution_id_fkey" FOREIGN KEY ("partner_institution_id") REFERENCES "institutions"("partner_institution_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "institution_persons" ADD CONSTRAINT "institution_persons_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "persons"("person_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "institution_thematic_fields" ADD CONSTRAINT "institution_thematic_fields_partner_institution_id_fkey" FOREIGN KEY ("partner_institution_id") REFERENCES "institutions"("partner_institution_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "institution_thematic_fields" ADD CONSTRAINT "institution_thematic_fields_themenfeld_id_fkey" FOREIGN KEY ("themenfeld_id") REFERENCES "thematic_fields"("themenfeld_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person_thematic_fields" ADD CONSTRAINT "person_thematic_fields_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "persons"("person_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "person_thematic_fields" ADD CONSTRAINT "person_thematic_fields_themenfeld_id_fkey" FOREIGN KEY ("themenfeld_id") REFERENCES "thematic_fields"("themenfeld_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "member_facilities" ADD CONSTRAINT "member_facilities_ph_id_fkey" FOREIGN KEY ("ph_id") REFERENCES "members"("ph_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "member_facilities" ADD CONSTRAINT "member_facilities_einrichtung_id_fkey" FOREIGN KEY ("einrichtung_id") REFERENCES "einrichtungen"("einrichtung_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "member_statuses" ADD CONSTRAINT "member_statuses_ph_id_fkey" FOREIGN KEY ("ph_id") REFERENCES "members"("ph_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "member_statuses" ADD CONSTRAINT "member_statuses_status_id_fkey" FOREIGN KEY ("status_id") REFERENCES "personenstatus"("status_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_facilities" ADD CONSTRAINT "project_facilities_projekt_id_fkey" FOREIGN KEY ("projekt_id") REFERENCES "projects"("projekt_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_facilities" ADD CONSTRAINT "project_facilities_einrichtung_id_fkey" FOREIGN KEY ("einrichtung_id") REFERENCES "einrichtungen"("einrichtung_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- ───────────── Checks: what must not be is impossible here, not only refused in code ─────────────

ALTER TABLE "members"
    ADD CONSTRAINT "members_vorname_filled" CHECK (btrim("vorname") <> ''),
    ADD CONSTRAINT "members_nachname_filled" CHECK (btrim("nachname") <> ''),
    ADD CONSTRAINT "members_email_filled" CHECK (btrim("email") <> '');

ALTER TABLE "projects"
    ADD CONSTRAINT "projects_projekt_titel_filled" CHECK (btrim("projekt_titel") <> ''),
    ADD CONSTRAINT "projects_projektbeginn_with_contract" CHECK (("vertragsgrundlage" > -1) = ("projektbeginn" IS NOT NULL)),
    ADD CONSTRAINT "projects_projektende_with_fixed_term" CHECK (("vertragsgrundlage" = 1) = ("projektende" IS NOT NULL)),
    ADD CONSTRAINT "projects_date_order" CHECK ("projektende" >= "projektbeginn");

ALTER TABLE "institutions"
    ADD CONSTRAINT "institutions_name_filled" CHECK (btrim("name") <> ''),
    ADD CONSTRAINT "institutions_branchen_filled" CHECK (btrim("branchen") <> '');

ALTER TABLE "persons"
    ADD CONSTRAINT "persons_vorname_filled" CHECK (btrim("vorname") <> ''),
    ADD CONSTRAINT "persons_nachname_filled" CHECK (btrim("nachname") <> ''),
    ADD CONSTRAINT "persons_email_filled" CHECK (btrim("email") <> '');

ALTER TABLE "thematic_fields"
    ADD CONSTRAINT "thematic_fields_themenfeld_de_filled" CHECK (btrim("themenfeld_de") <> ''),
    ADD CONSTRAINT "thematic_fields_themenfeld_en_filled" CHECK (btrim("themenfeld_en") <> '');

ALTER TABLE "titel" ADD CONSTRAINT "titel_filled" CHECK (btrim("titel_de") <> '' AND btrim("titel_en") <> '');
ALTER TABLE "fakultaeten" ADD CONSTRAINT "fakultaeten_filled" CHECK (btrim("fakultaet_name_de") <> '' AND btrim("fakultaet_name_en") <> '');
ALTER TABLE "institute" ADD CONSTRAINT "institute_filled" CHECK (btrim("institut_name_de") <> '' AND btrim("institut_name_en") <> '');
ALTER TABLE "einrichtungen" ADD CONSTRAINT "einrichtungen_filled" CHECK (btrim("einrichtung_name_de") <> '' AND btrim("einrichtung_name_en") <> '');
ALTER TABLE "personenstatus" ADD CONSTRAINT "personenstatus_filled" CHECK (btrim("status_de") <> '' AND btrim("status_en") <> '');
ALTER TABLE "vertragsgrundlagen" ADD CONSTRAINT "vertragsgrundlagen_filled" CHECK (btrim("grundlage_de") <> '' AND btrim("grundlage_en") <> '');
ALTER TABLE "projekt_status" ADD CONSTRAINT "projekt_status_filled" CHECK (btrim("projektstatus_de") <> '' AND btrim("projektstatus_en") <> '');
ALTER TABLE "zusammenarbeit" ADD CONSTRAINT "zusammenarbeit_filled" CHECK (btrim("zusammenarbeit_de") <> '' AND btrim("zusammenarbeit_en") <> '');
ALTER TABLE "organisationsformen" ADD CONSTRAINT "organisationsformen_filled" CHECK (btrim("organisationsform_de") <> '' AND btrim("organisationsform_en") <> '');

ALTER TABLE "users"
    ADD CONSTRAINT "users_email_lower_case" CHECK ("email" = lower("email")),
    ADD CONSTRAINT "users_language_known" CHECK ("language" IN ('de', 'en'));

-- ───────────── Folding: one meaning of "the same text" for every search (contract §2) ─────────────

-- Lower case without accents: "Müller" and "MULLER" become "muller", "Straße" becomes "strasse".
-- unaccent() is only STABLE because its dictionary could be edited; nobody edits it here, and a fixed meaning is
-- what makes the stored columns below trustworthy.
CREATE FUNCTION fold_text(value text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$
        SELECT lower(
            public.unaccent(
                'public.unaccent'::regdictionary,
                regexp_replace(normalize(value, NFKD), '[\u0300-\u036f]', '', 'g')
            ) COLLATE "und-x-icu"
        )
    $$;

-- The second, coarser form of an already folded text, in which "mueller" and "muller" are one: ae, oe, ue → a, o, u.
CREATE FUNCTION fold_umlauts(folded text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$ SELECT replace(replace(replace(folded, 'ae', 'a'), 'oe', 'o'), 'ue', 'u') $$;

-- A LIKE pattern that finds the folded text anywhere, with %, _ and \ as ordinary characters.
CREATE FUNCTION containing(folded text) RETURNS text
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$ SELECT '%' || regexp_replace(folded, '([\\%_])', '\\\1', 'g') || '%' $$;

-- ───────────── The search columns ─────────────
-- A record carries the folded text of all its searched fields, one line each, so that a filter is a single trigram
-- index scan. Names that live elsewhere (institute, facilities, status) are copied in; triggers below keep them true.

CREATE FUNCTION members_fold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.suche := fold_text(concat_ws(E'\n',
        NEW.vorname, NEW.nachname, NEW.email, NEW.telefon,
        (SELECT concat_ws(E'\n', institut_name_de, institut_name_en) FROM institute WHERE institut_id = NEW.institut),
        (SELECT string_agg(concat_ws(E'\n', einrichtung_name_de, einrichtung_name_en), E'\n')
            FROM member_facilities JOIN einrichtungen USING (einrichtung_id) WHERE ph_id = NEW.ph_id),
        NEW.kommentare));
    NEW.suche_kompakt := fold_umlauts(NEW.suche);
    RETURN NEW;
END $$;

CREATE FUNCTION projects_fold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.suche := fold_text(concat_ws(E'\n',
        NEW.projekt_titel, NEW.foerderer,
        (SELECT concat_ws(E'\n', projektstatus_de, projektstatus_en) FROM projekt_status WHERE projektstatus_id = NEW.status),
        NEW.kommentare));
    NEW.suche_kompakt := fold_umlauts(NEW.suche);
    RETURN NEW;
END $$;

CREATE FUNCTION institutions_fold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.suche := fold_text(concat_ws(E'\n',
        NEW.name, NEW.abteilung, NEW.kontaktperson, NEW.branchen, NEW.adresse, NEW.email, NEW.kommentare));
    NEW.suche_kompakt := fold_umlauts(NEW.suche);
    RETURN NEW;
END $$;

CREATE FUNCTION persons_fold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.suche := fold_text(concat_ws(E'\n',
        NEW.vorname, NEW.nachname, NEW.email, NEW.abteilung, NEW.position, NEW.kommentare));
    NEW.suche_kompakt := fold_umlauts(NEW.suche);
    RETURN NEW;
END $$;

CREATE FUNCTION thematic_fields_fold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.suche := fold_text(concat_ws(E'\n', NEW.themenfeld_de, NEW.themenfeld_en));
    NEW.suche_kompakt := fold_umlauts(NEW.suche);
    RETURN NEW;
END $$;

CREATE TRIGGER members_fold BEFORE INSERT OR UPDATE ON "members" FOR EACH ROW EXECUTE FUNCTION members_fold();
CREATE TRIGGER projects_fold BEFORE INSERT OR UPDATE ON "projects" FOR EACH ROW EXECUTE FUNCTION projects_fold();
CREATE TRIGGER institutions_fold BEFORE INSERT OR UPDATE ON "institutions" FOR EACH ROW EXECUTE FUNCTION institutions_fold();
CREATE TRIGGER persons_fold BEFORE INSERT OR UPDATE ON "persons" FOR EACH ROW EXECUTE FUNCTION persons_fold();
CREATE TRIGGER thematic_fields_fold BEFORE INSERT OR UPDATE ON "thematic_fields" FOR EACH ROW EXECUTE FUNCTION thematic_fields_fold();

-- An update that changes nothing makes the record's own trigger fold it anew.
CREATE FUNCTION member_facilities_refold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE members SET ph_id = ph_id WHERE ph_id IN (SELECT ph_id FROM changed);
    RETURN NULL;
END $$;

CREATE TRIGGER member_facilities_added AFTER INSERT ON "member_facilities"
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION member_facilities_refold();
CREATE TRIGGER member_facilities_removed AFTER DELETE ON "member_facilities"
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION member_facilities_refold();

CREATE FUNCTION institute_refold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE members SET ph_id = ph_id WHERE institut = NEW.institut_id;
    RETURN NULL;
END $$;

CREATE FUNCTION einrichtungen_refold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE members SET ph_id = ph_id
        WHERE ph_id IN (SELECT ph_id FROM member_facilities WHERE einrichtung_id = NEW.einrichtung_id);
    RETURN NULL;
END $$;

CREATE FUNCTION projekt_status_refold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE projects SET projekt_id = projekt_id WHERE status = NEW.projektstatus_id;
    RETURN NULL;
END $$;

CREATE TRIGGER institute_renamed AFTER UPDATE ON "institute" FOR EACH ROW
    WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION institute_refold();
CREATE TRIGGER einrichtungen_renamed AFTER UPDATE ON "einrichtungen" FOR EACH ROW
    WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION einrichtungen_refold();
CREATE TRIGGER projekt_status_renamed AFTER UPDATE ON "projekt_status" FOR EACH ROW
    WHEN (OLD IS DISTINCT FROM NEW) EXECUTE FUNCTION projekt_status_refold();

-- ───────────── The entries that the rules themselves name (contract §1) ─────────────
-- With them a record can be saved in a database that was never seeded. The seed may give them better names.

INSERT INTO "titel" VALUES (-1, 'k. A.', 'n/a');
INSERT INTO "fakultaeten" VALUES (-1, 'k. A.', 'n/a');
INSERT INTO "institute" VALUES (-1, 'k. A.', 'n/a');
INSERT INTO "einrichtungen" VALUES (-1, 'k. A.', 'n/a');
INSERT INTO "organisationsformen" VALUES (-1, 'k. A.', 'n/a');
INSERT INTO "vertragsgrundlagen" VALUES (-1, 'k. A.', 'n/a'), (0, 'unbefristet', 'open-ended'), (1, 'befristet', 'fixed-term');
INSERT INTO "zusammenarbeit" VALUES (-1, 'k. A.', 'n/a'), (0, 'offen', 'undecided');
INSERT INTO "projekt_status" VALUES (1, 'in Planung', 'planned');
INSERT INTO "personenstatus" VALUES (1, 'aktiv', 'active');

-- Numbers that were given by hand are not given again.
SELECT setval(pg_get_serial_sequence('"vertragsgrundlagen"', 'grundlage_id'), 1);
SELECT setval(pg_get_serial_sequence('"projekt_status"', 'projektstatus_id'), 1);
SELECT setval(pg_get_serial_sequence('"personenstatus"', 'status_id'), 1);
