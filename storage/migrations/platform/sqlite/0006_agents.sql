CREATE TABLE `agents` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`name` text NOT NULL,
	`capabilities` text NOT NULL,
	`endpoints` text NOT NULL,
	`availability` text NOT NULL,
	`max_concurrent_tasks` integer NOT NULL,
	`active` integer NOT NULL,
	`completed` integer NOT NULL,
	`failed` integer NOT NULL,
	`response_ms` integer NOT NULL,
	`cost_micros` integer NOT NULL,
	`last_seen_at_ms` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	`hidden_at_ms` integer,
	`version` integer NOT NULL
);

--> statement-breakpoint
CREATE INDEX `agents_owner` ON `agents` (`owner_id`,`id`);
--> statement-breakpoint
CREATE TABLE `agent_capabilities` (
	`agent_id` text NOT NULL,
	`position` integer NOT NULL,
	`type` text NOT NULL,
	`model` text NOT NULL,
	`max_width` integer,
	`max_height` integer,
	`cost_micros` integer,
	PRIMARY KEY(`agent_id`, `position`, `model`)
);

--> statement-breakpoint
CREATE INDEX `agent_capabilities_type` ON `agent_capabilities` (`type`,`model`,`agent_id`);
--> statement-breakpoint
CREATE TABLE `agent_queues` (
	`queue` text PRIMARY KEY NOT NULL,
	`capability` text NOT NULL,
	`requirement` text NOT NULL,
	`waiting` integer NOT NULL
);

--> statement-breakpoint
CREATE INDEX `agent_queues_capability` ON `agent_queues` (`capability`);
--> statement-breakpoint
CREATE TABLE `agent_tasks` (
	`id` text PRIMARY KEY NOT NULL,
	`list_key` text NOT NULL,
	`submitter_id` text NOT NULL,
	`fingerprint` text NOT NULL,
	`type` text NOT NULL,
	`requirement` text NOT NULL,
	`queue` text NOT NULL,
	`input` text NOT NULL,
	`priority` text NOT NULL,
	`state` text NOT NULL,
	`fair_at_ms` integer NOT NULL,
	`rank_ms` integer NOT NULL,
	`deadline_at_ms` integer NOT NULL,
	`due_at_ms` integer,
	`lease_ms` integer,
	`lease_ends_at_ms` integer,
	`wake_at_ms` integer,
	`agent_id` text,
	`token` integer NOT NULL,
	`failures` integer NOT NULL,
	`max_attempts` integer NOT NULL,
	`progress` integer,
	`progress_message` text,
	`result` text,
	`failure_code` text,
	`failure_message` text,
	`created_at_ms` integer NOT NULL,
	`assigned_at_ms` integer,
	`ended_at_ms` integer,
	`updated_at_ms` integer NOT NULL,
	`version` integer NOT NULL
);

--> statement-breakpoint
CREATE INDEX `agent_tasks_queue` ON `agent_tasks` (`queue`,`rank_ms`,`list_key`) WHERE "agent_tasks"."state" = 'queued';
--> statement-breakpoint
CREATE INDEX `agent_tasks_fair` ON `agent_tasks` (`submitter_id`,`fair_at_ms`) WHERE "agent_tasks"."state" = 'queued';
--> statement-breakpoint
CREATE INDEX `agent_tasks_wake` ON `agent_tasks` (`wake_at_ms`) WHERE "agent_tasks"."wake_at_ms" is not null;
--> statement-breakpoint
CREATE INDEX `agent_tasks_submitter` ON `agent_tasks` (`submitter_id`,`list_key`);
--> statement-breakpoint
CREATE INDEX `agent_tasks_agent` ON `agent_tasks` (`agent_id`,`list_key`);
--> statement-breakpoint
CREATE TABLE `agent_attempts` (
	`task_id` text NOT NULL,
	`token` integer NOT NULL,
	`agent_id` text NOT NULL,
	`started_at_ms` integer NOT NULL,
	`ended_at_ms` integer,
	`outcome` text,
	`failure_code` text,
	`failure_message` text,
	PRIMARY KEY(`task_id`, `token`)
);

--> statement-breakpoint
CREATE INDEX `agent_attempts_agent` ON `agent_attempts` (`agent_id`,`started_at_ms`);
