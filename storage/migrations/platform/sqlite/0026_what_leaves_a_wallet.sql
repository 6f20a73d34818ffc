CREATE TABLE `wallet_spends` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`reference` text NOT NULL,
	`avatar_id` text NOT NULL,
	`wallet_id` text NOT NULL,
	`asset` text NOT NULL,
	`amount` text NOT NULL,
	`decimals` integer NOT NULL,
	`spender` text NOT NULL,
	`spender_id` text NOT NULL,
	`at_ms` integer NOT NULL
);

--> statement-breakpoint
CREATE INDEX `wallet_spends_avatar` ON `wallet_spends` (`avatar_id`,`asset`,`at_ms`);
--> statement-breakpoint
CREATE INDEX `wallet_spends_at` ON `wallet_spends` (`at_ms`);
--> statement-breakpoint
CREATE TABLE `spending_limits` (
	`subject` text NOT NULL,
	`subject_id` text NOT NULL,
	`asset` text NOT NULL,
	`amount` text NOT NULL,
	`decimals` integer NOT NULL,
	`owner_id` text NOT NULL,
	`set_by` text NOT NULL,
	`set_at_ms` integer NOT NULL,
	PRIMARY KEY(`subject`, `subject_id`, `asset`)
);

--> statement-breakpoint
CREATE INDEX `spending_limits_owner` ON `spending_limits` (`owner_id`);
--> statement-breakpoint
ALTER TABLE `wallet_seeds` ADD `phrase_given_at_ms` integer;
--> statement-breakpoint
INSERT INTO `wallet_spends` SELECT `id`, 'send', `id`, `avatar_id`, `wallet_id`, `symbol`, `amount`, `decimals`, 'recent', '', `created_at_ms` FROM `wallet_transfers` WHERE `created_at_ms` >= (unixepoch() - 86400) * 1000;
