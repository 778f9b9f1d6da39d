-- Confirmation rounds and proposals (contract §§14, 15). Adding the columns rewrites no rows.
ALTER TABLE "members" ADD COLUMN "bestaetigt_am" TIMESTAMPTZ(3), ADD COLUMN "bestaetigt_von" VARCHAR(201);
ALTER TABLE "projects" ADD COLUMN "bestaetigt_am" TIMESTAMPTZ(3), ADD COLUMN "bestaetigt_von" VARCHAR(201);
ALTER TABLE "institutions" ADD COLUMN "bestaetigt_am" TIMESTAMPTZ(3), ADD COLUMN "bestaetigt_von" VARCHAR(201);
ALTER TABLE "persons" ADD COLUMN "bestaetigt_am" TIMESTAMPTZ(3), ADD COLUMN "bestaetigt_von" VARCHAR(201);
CREATE INDEX "members_bestaetigt_am_ph_id_idx" ON "members"("bestaetigt_am", "ph_id");
CREATE INDEX "projects_bestaetigt_am_projekt_id_idx" ON "projects"("bestaetigt_am", "projekt_id");
CREATE INDEX "institutions_bestaetigt_am_partner_institution_id_idx" ON "institutions"("bestaetigt_am", "partner_institution_id");
CREATE INDEX "persons_bestaetigt_am_person_id_idx" ON "persons"("bestaetigt_am", "person_id");

ALTER TABLE "changes" DROP CONSTRAINT "changes_source_known";
ALTER TABLE "changes" ADD CONSTRAINT "changes_source_known"
    CHECK ("source" IN ('app', 'token', 'import', 'job', 'command', 'round')) NOT VALID;
ALTER TABLE "changes" VALIDATE CONSTRAINT "changes_source_known";

CREATE TABLE "rounds" (
    "runde_id" SERIAL NOT NULL,
    "titel" VARCHAR(200) NOT NULL,
    "kind" VARCHAR(30) NOT NULL,
    "query" TEXT NOT NULL,
    "an" VARCHAR(20) NOT NULL,
    "felder" VARCHAR(60)[],
    "text_de" VARCHAR(5000) NOT NULL,
    "text_en" VARCHAR(5000) NOT NULL,
    "faellig_am" DATE NOT NULL,
    "status" VARCHAR(10) NOT NULL DEFAULT 'draft',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "reminded_at" TIMESTAMPTZ(3),
    "closed_at" TIMESTAMPTZ(3),
    "counts" JSONB,
    "without_address" JSONB,
    CONSTRAINT "rounds_pkey" PRIMARY KEY ("runde_id"),
    CONSTRAINT "rounds_status_known" CHECK ("status" IN ('draft', 'running', 'closed')),
    CONSTRAINT "rounds_an_known" CHECK ("an" IN ('self', 'responsible', 'contacts'))
);
CREATE INDEX "rounds_status_idx" ON "rounds"("status");

CREATE TABLE "round_recipients" (
    "recipient_id" SERIAL NOT NULL,
    "runde_id" INTEGER NOT NULL,
    "email" VARCHAR(255) NOT NULL,
    "name" VARCHAR(201) NOT NULL,
    "person_kind" VARCHAR(30),
    "person_id" INTEGER,
    "generation" INTEGER NOT NULL DEFAULT 1,
    "token_hash" VARCHAR(64) NOT NULL,
    "state" VARCHAR(10) NOT NULL DEFAULT 'planned',
    "mail" VARCHAR(10),
    "mail_due" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "failure" VARCHAR(500),
    "sent_at" TIMESTAMPTZ(3),
    "reminders" INTEGER NOT NULL DEFAULT 0,
    "answered_at" TIMESTAMPTZ(3),
    "declined_at" TIMESTAMPTZ(3),
    CONSTRAINT "round_recipients_pkey" PRIMARY KEY ("recipient_id"),
    CONSTRAINT "round_recipients_state_known" CHECK ("state" IN ('planned', 'sent', 'failed', 'answered', 'declined')),
    CONSTRAINT "round_recipients_mail_known" CHECK ("mail" IN ('start', 'reminder')),
    CONSTRAINT "round_recipients_runde_id_fkey" FOREIGN KEY ("runde_id") REFERENCES "rounds"("runde_id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "round_recipients_token_hash_key" ON "round_recipients"("token_hash");
CREATE UNIQUE INDEX "round_recipients_runde_id_email_key" ON "round_recipients"("runde_id", "email");
CREATE INDEX "round_recipients_mail_due_idx" ON "round_recipients"("mail_due");
CREATE INDEX "round_recipients_email_idx" ON "round_recipients"("email");
CREATE INDEX "round_recipients_person_kind_person_id_idx" ON "round_recipients"("person_kind", "person_id");

CREATE TABLE "round_records" (
    "recipient_id" INTEGER NOT NULL,
    "record_id" INTEGER NOT NULL,
    "label" TEXT NOT NULL,
    "answer" VARCHAR(10),
    "changes" JSONB,
    "successor" JSONB,
    "comment" VARCHAR(2000),
    "answered_at" TIMESTAMPTZ(3),
    CONSTRAINT "round_records_pkey" PRIMARY KEY ("recipient_id", "record_id"),
    CONSTRAINT "round_records_answer_known" CHECK ("answer" IN ('confirmed', 'changed', 'ended', 'not_mine')),
    CONSTRAINT "round_records_recipient_id_fkey" FOREIGN KEY ("recipient_id") REFERENCES "round_recipients"("recipient_id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "round_records_record_id_idx" ON "round_records"("record_id");

CREATE TABLE "proposals" (
    "proposal_id" SERIAL NOT NULL,
    "type" VARCHAR(10) NOT NULL DEFAULT 'round',
    "kind" VARCHAR(30) NOT NULL,
    "id" INTEGER NOT NULL,
    "label" TEXT NOT NULL,
    "field" VARCHAR(60),
    "value" JSONB,
    "now" JSONB,
    "runde_id" INTEGER,
    "recipient_id" INTEGER,
    "name" VARCHAR(201) NOT NULL DEFAULT '',
    "email" VARCHAR(255) NOT NULL DEFAULT '',
    "answer" VARCHAR(10),
    "comment" VARCHAR(2000),
    "successor" JSONB,
    "answered_at" TIMESTAMPTZ(3),
    "state" VARCHAR(10) NOT NULL DEFAULT 'open',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "decided_by" INTEGER,
    "decider_name" VARCHAR(100),
    "decided_at" TIMESTAMPTZ(3),
    CONSTRAINT "proposals_pkey" PRIMARY KEY ("proposal_id"),
    CONSTRAINT "proposals_state_known" CHECK ("state" IN ('open', 'accepted', 'rejected', 'replaced')),
    CONSTRAINT "proposals_runde_id_fkey" FOREIGN KEY ("runde_id") REFERENCES "rounds"("runde_id") ON DELETE SET NULL ON UPDATE CASCADE
);
CREATE INDEX "proposals_state_proposal_id_idx" ON "proposals"("state", "proposal_id");
CREATE INDEX "proposals_kind_id_state_idx" ON "proposals"("kind", "id", "state");
CREATE INDEX "proposals_runde_id_state_idx" ON "proposals"("runde_id", "state");
CREATE INDEX "proposals_recipient_id_state_idx" ON "proposals"("recipient_id", "state");
CREATE INDEX "proposals_email_idx" ON "proposals"("email");

SELECT pgboss.create_queue('round_mail', '{"policy": "singleton"}');
SELECT pgboss.create_queue('round_upkeep', '{"policy": "singleton"}');
