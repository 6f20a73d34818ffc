CREATE TABLE `swaps` (
	`order_id` text PRIMARY KEY NOT NULL,
	`family` text NOT NULL,
	`domain` integer NOT NULL,
	`swap_id` text NOT NULL,
	`terms` text NOT NULL,
	`recipient` text NOT NULL,
	`deadline_ms` integer NOT NULL,
	`out_decimals` integer NOT NULL,
	`from_block` integer NOT NULL,
	`solver_id` text,
	`solver_account_id` text,
	`solver_address` text,
	`quote_expires_at_ms` integer,
	`end` text NOT NULL,
	`homeward` text NOT NULL,
	`filler` text,
	`filled_amount` text,
	`fill_transaction` text,
	`filled_at_ms` integer,
	`settled` integer NOT NULL,
	`return_transaction` text,
	`end_block` integer,
	`end_final` integer NOT NULL,
	`watched_until_ms` integer,
	`outcome_due` integer NOT NULL
);

--> statement-breakpoint
CREATE UNIQUE INDEX `swaps_id` ON `swaps` (`swap_id`);
--> statement-breakpoint
CREATE INDEX `swaps_watched` ON `swaps` (`family`,`domain`,`from_block`) WHERE "swaps"."watched_until_ms" is not null;
--> statement-breakpoint
CREATE INDEX `swaps_recipient` ON `swaps` (`recipient`,`domain`);
--> statement-breakpoint
CREATE INDEX `swaps_due` ON `swaps` (`order_id`) WHERE "swaps"."outcome_due";
--> statement-breakpoint
CREATE INDEX `swaps_end` ON `swaps` (`family`,`domain`,`end_block`) WHERE not "swaps"."end_final";
--> statement-breakpoint
CREATE TABLE `swap_events` (
	`family` text NOT NULL,
	`domain` integer NOT NULL,
	`swap_id` text NOT NULL,
	`type` text NOT NULL,
	`account` text,
	`amount` text NOT NULL,
	`home` integer,
	`block_number` integer NOT NULL,
	`block_hash` text NOT NULL,
	`block_time_ms` integer NOT NULL,
	`transaction` text NOT NULL,
	`position_index` integer NOT NULL,
	PRIMARY KEY(`family`, `domain`, `block_number`, `position_index`)
);

--> statement-breakpoint
CREATE INDEX `swap_events_swap` ON `swap_events` (`swap_id`);
--> statement-breakpoint
CREATE TABLE `swap_scans` (
	`family` text NOT NULL,
	`domain` integer NOT NULL,
	`number` integer NOT NULL,
	PRIMARY KEY(`family`, `domain`)
);

--> statement-breakpoint
ALTER TABLE `orders` ADD `swap_state` text;
--> statement-breakpoint
CREATE INDEX `orders_swap_state` ON `orders` (`swap_state`,`id`) WHERE "orders"."swap_state" is not null;
--> statement-breakpoint
CREATE INDEX `orders_avatar_swap_state` ON `orders` (`avatar_id`,`swap_state`,`id`) WHERE "orders"."swap_state" is not null;
