-- What an account's owner chose for the screens. Not part of the history, whose triggers name the columns they watch.
ALTER TABLE "users" ADD COLUMN "preferences" JSONB NOT NULL DEFAULT '{}';
