-- Keys from before the upgrade end 90 days after it at the latest: their maker gave no password for them. Later keys keep their end.
UPDATE "avatar_api_keys" SET "expires_at_ms" = CAST(extract(epoch FROM now()) * 1000 AS bigint) + 7776000000
	WHERE "expires_at_ms" > CAST(extract(epoch FROM now()) * 1000 AS bigint) + 7776000000
	AND "created_at_ms" < (SELECT "applied_at_ms" FROM "schema_migrations" WHERE "name" = '0027_keys_and_freezes');
