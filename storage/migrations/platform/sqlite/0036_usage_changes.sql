CREATE TABLE `owner_usage_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`owner_id` text NOT NULL,
	`kind` text NOT NULL,
	`items` integer NOT NULL,
	`bytes` integer NOT NULL
);

--> statement-breakpoint
CREATE INDEX `owner_usage_changes_owner` ON `owner_usage_changes` (`owner_id`,`kind`);
--> statement-breakpoint
ALTER TABLE `agent_queues` DROP COLUMN `waiting`;
