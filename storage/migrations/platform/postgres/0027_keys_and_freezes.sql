ALTER TABLE "avatars" ADD COLUMN "frozen_at_ms" bigint;
--> statement-breakpoint
ALTER TABLE "avatars" ADD COLUMN "frozen_by" text collate "C";
--> statement-breakpoint
ALTER TABLE "avatars" ADD COLUMN "frozen_reason" text collate "C";
--> statement-breakpoint
ALTER TABLE "avatar_api_keys" ADD COLUMN "replaced_by" text collate "C";
--> statement-breakpoint
ALTER TABLE "avatar_api_keys" ADD COLUMN "renewable_until_ms" bigint;
--> statement-breakpoint
ALTER TABLE "avatar_api_keys" ADD COLUMN "end_notices" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "avatar_mail_requests" ADD COLUMN "audit_id" text collate "C";
--> statement-breakpoint
ALTER TABLE "wallets" ADD COLUMN "frozen_at_ms" bigint;
--> statement-breakpoint
ALTER TABLE "wallets" ADD COLUMN "frozen_by" text collate "C";
--> statement-breakpoint
ALTER TABLE "wallets" ADD COLUMN "frozen_reason" text collate "C";
--> statement-breakpoint
CREATE INDEX "avatars_frozen" ON "avatars" USING btree ("frozen_at_ms") WHERE "avatars"."frozen_at_ms" is not null;
--> statement-breakpoint
CREATE INDEX "avatar_api_keys_end" ON "avatar_api_keys" USING btree ("expires_at_ms");
--> statement-breakpoint
CREATE INDEX "wallets_frozen" ON "wallets" USING btree ("frozen_at_ms") WHERE "wallets"."frozen_at_ms" is not null;
--> statement-breakpoint
-- Existing API keys keep what they could do before, where that is a read; an agent's own key may still change its profile.
UPDATE "avatar_api_keys" SET "scopes" = CASE WHEN "scopes" = '[]' THEN '["profile:read","keys:read"]'
	ELSE substr("scopes", 1, length("scopes") - 1) || ',"profile:read","keys:read"]' END;
--> statement-breakpoint
UPDATE "avatar_api_keys" SET "scopes" = substr("scopes", 1, length("scopes") - 1) || ',"profile:write"]'
	WHERE "avatar_id" IN (SELECT "id" FROM "avatars" WHERE "avatar_type" = 'AI_Agent');
--> statement-breakpoint
-- Keys without an end get one 90 days after the upgrade.
UPDATE "avatar_api_keys" SET "expires_at_ms" = CAST(extract(epoch FROM now()) * 1000 AS bigint) + 7776000000 WHERE "expires_at_ms" IS NULL;
