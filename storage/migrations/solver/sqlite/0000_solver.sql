CREATE TABLE `solver_swaps` (
	`swap_id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`family` text NOT NULL,
	`domain` integer NOT NULL,
	`source` integer NOT NULL,
	`terms` text NOT NULL,
	`lane` text,
	`stage` text NOT NULL,
	`early` integer DEFAULT false NOT NULL,
	`reason` text,
	`paid` text,
	`received` text,
	`profit` text,
	`deadline_ms` integer NOT NULL,
	`seen_at_ms` integer NOT NULL,
	`changed_at_ms` integer NOT NULL
);

--> statement-breakpoint
CREATE INDEX `solver_swaps_stage` ON `solver_swaps` (`stage`,`changed_at_ms`);
--> statement-breakpoint
CREATE TABLE `solver_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`domain` integer NOT NULL,
	`asset` text,
	`kind` text NOT NULL,
	`is_income` integer NOT NULL,
	`amount` text NOT NULL,
	`lane` text,
	`swap_id` text,
	`submission_id` text,
	`at_ms` integer NOT NULL
);

--> statement-breakpoint
CREATE INDEX `solver_entries_asset` ON `solver_entries` (`domain`,`asset`);
--> statement-breakpoint
CREATE INDEX `solver_entries_cause` ON `solver_entries` (`submission_id`);
--> statement-breakpoint
CREATE TABLE `solver_homeward` (
	`submission_id` text PRIMARY KEY NOT NULL,
	`family` text NOT NULL,
	`source` integer NOT NULL,
	`home` integer NOT NULL,
	`message_id` text NOT NULL,
	`nonce` text NOT NULL,
	`wire_amount` text NOT NULL,
	`state` text NOT NULL,
	`sent_at_ms` integer NOT NULL,
	`changed_at_ms` integer NOT NULL
);

--> statement-breakpoint
CREATE INDEX `solver_homeward_state` ON `solver_homeward` (`state`);
