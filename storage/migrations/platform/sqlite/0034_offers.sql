CREATE TABLE `solver_offers` (
	`solver_id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`count` integer NOT NULL,
	`replaced_at_ms` integer NOT NULL,
	`previous_at_ms` integer NOT NULL,
	`ends_at_ms` integer NOT NULL,
	`change` integer NOT NULL,
	`offers` text NOT NULL
);

--> statement-breakpoint
CREATE UNIQUE INDEX `solver_offers_change` ON `solver_offers` (`change`);
--> statement-breakpoint
CREATE INDEX `solver_offers_end` ON `solver_offers` (`ends_at_ms`,`account_id`,`count`);
--> statement-breakpoint
CREATE TABLE `solver_records` (
	`account_id` text PRIMARY KEY NOT NULL,
	`outcomes` text NOT NULL
);

