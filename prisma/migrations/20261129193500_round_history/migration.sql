-- The history also records what is done to confirmation rounds.
ALTER TABLE "changes" DROP CONSTRAINT "changes_action_known",
ADD CONSTRAINT "changes_action_known" CHECK ("action" IN ('create', 'update', 'delete', 'link', 'unlink', 'reminded', 'renewed'));
