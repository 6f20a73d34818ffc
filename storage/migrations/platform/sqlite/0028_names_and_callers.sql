CREATE TABLE `avatar_known_addresses` (
	`avatar_id` text NOT NULL,
	`hash` text NOT NULL,
	`used_at_ms` integer NOT NULL,
	PRIMARY KEY(`avatar_id`, `hash`)
);

--> statement-breakpoint
CREATE INDEX `avatar_known_addresses_used` ON `avatar_known_addresses` (`used_at_ms`);
--> statement-breakpoint
CREATE TABLE `avatar_tallies` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`ends_at_ms` integer NOT NULL
);

--> statement-breakpoint
CREATE INDEX `avatar_tallies_end` ON `avatar_tallies` (`ends_at_ms`);
--> statement-breakpoint
ALTER TABLE `idempotency_keys` ADD `account` text;
--> statement-breakpoint
CREATE INDEX `idempotency_keys_account` ON `idempotency_keys` (`account`);
--> statement-breakpoint
ALTER TABLE `avatars` ADD `username_skeleton` text;
--> statement-breakpoint
ALTER TABLE `avatars` ADD `deregistered_at_ms` integer;
--> statement-breakpoint
CREATE UNIQUE INDEX `avatars_username_skeleton` ON `avatars` (`username_skeleton`);
--> statement-breakpoint
ALTER TABLE `avatar_mail_requests` ADD `counted` integer DEFAULT false NOT NULL;
--> statement-breakpoint
UPDATE `idempotency_keys` SET `account` = `caller`;
--> statement-breakpoint
UPDATE `avatars` SET `deregistered_at_ms` = (SELECT `hidden_at_ms` FROM `agents` WHERE `agents`.`id` = `avatars`.`id`);
