ALTER TABLE `avatars` ADD `frozen_at_ms` integer;
--> statement-breakpoint
ALTER TABLE `avatars` ADD `frozen_by` text;
--> statement-breakpoint
ALTER TABLE `avatars` ADD `frozen_reason` text;
--> statement-breakpoint
CREATE INDEX `avatars_frozen` ON `avatars` (`frozen_at_ms`) WHERE "avatars"."frozen_at_ms" is not null;
--> statement-breakpoint
ALTER TABLE `avatar_api_keys` ADD `replaced_by` text;
--> statement-breakpoint
ALTER TABLE `avatar_api_keys` ADD `renewable_until_ms` integer;
--> statement-breakpoint
ALTER TABLE `avatar_api_keys` ADD `end_notices` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE INDEX `avatar_api_keys_end` ON `avatar_api_keys` (`expires_at_ms`);
--> statement-breakpoint
ALTER TABLE `avatar_mail_requests` ADD `audit_id` text;
--> statement-breakpoint
ALTER TABLE `wallets` ADD `frozen_at_ms` integer;
--> statement-breakpoint
ALTER TABLE `wallets` ADD `frozen_by` text;
--> statement-breakpoint
ALTER TABLE `wallets` ADD `frozen_reason` text;
--> statement-breakpoint
CREATE INDEX `wallets_frozen` ON `wallets` (`frozen_at_ms`) WHERE "wallets"."frozen_at_ms" is not null;
--> statement-breakpoint
-- Existing API keys keep what they could do before, where that is a read; an agent's own key may still change its profile.
UPDATE `avatar_api_keys` SET `scopes` = CASE WHEN `scopes` = '[]' THEN '["profile:read","keys:read"]'
	ELSE substr(`scopes`, 1, length(`scopes`) - 1) || ',"profile:read","keys:read"]' END;
--> statement-breakpoint
UPDATE `avatar_api_keys` SET `scopes` = substr(`scopes`, 1, length(`scopes`) - 1) || ',"profile:write"]'
	WHERE `avatar_id` IN (SELECT `id` FROM `avatars` WHERE `avatar_type` = 'AI_Agent');
--> statement-breakpoint
-- Keys without an end get one 90 days after the upgrade.
UPDATE `avatar_api_keys` SET `expires_at_ms` = CAST(unixepoch('subsec') * 1000 AS integer) + 7776000000 WHERE `expires_at_ms` IS NULL;
