-- The queue of the job that drops what is left of uploads.
SELECT pgboss.create_queue('file_upkeep', '{"policy": "singleton"}');
