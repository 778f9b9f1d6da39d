-- Accounts are in the history from their creation on (contract §8): invited and registered ones too, which are not
-- confirmed yet. Secrets are not among the columns.
CREATE OR REPLACE TRIGGER "users_history_insert" AFTER INSERT ON "users" FOR EACH ROW
    EXECUTE FUNCTION record_row('users', 'id', 'name', 'email', 'name', 'role', 'language', 'email_verified_at', 'disabled_at');
CREATE OR REPLACE TRIGGER "users_history_update" AFTER UPDATE ON "users" FOR EACH ROW
    EXECUTE FUNCTION record_row('users', 'id', 'name', 'email', 'name', 'role', 'language', 'email_verified_at', 'disabled_at');
CREATE OR REPLACE TRIGGER "users_history_delete" AFTER DELETE ON "users" FOR EACH ROW
    EXECUTE FUNCTION record_row('users', 'id', 'name', 'email', 'name', 'role', 'language', 'email_verified_at', 'disabled_at');
