CREATE TABLE `agent_workflows` (
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`owner_id` text NOT NULL,
	`definition` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	PRIMARY KEY(`id`, `version`)
);

--> statement-breakpoint
CREATE INDEX `agent_workflows_owner` ON `agent_workflows` (`owner_id`,`id`,`version`);
--> statement-breakpoint
CREATE TABLE `agent_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`workflow_id` text NOT NULL,
	`workflow_version` integer NOT NULL,
	`submitter_id` text NOT NULL,
	`input` text NOT NULL,
	`state` text NOT NULL,
	`failed_step_id` text,
	`failure_code` text,
	`failure_message` text,
	`deadline_at_ms` integer NOT NULL,
	`wake_at_ms` integer,
	`created_at_ms` integer NOT NULL,
	`ended_at_ms` integer,
	`updated_at_ms` integer NOT NULL,
	`version` integer NOT NULL
);

--> statement-breakpoint
CREATE INDEX `agent_runs_submitter` ON `agent_runs` (`submitter_id`,`id`);
--> statement-breakpoint
CREATE INDEX `agent_runs_wake` ON `agent_runs` (`wake_at_ms`) WHERE "agent_runs"."wake_at_ms" is not null;
--> statement-breakpoint
CREATE TABLE `agent_steps` (
	`run_id` text NOT NULL,
	`step_id` text NOT NULL,
	`position` integer NOT NULL,
	`state` text NOT NULL,
	`task_id` text,
	`result` text,
	`failure_code` text,
	`failure_message` text,
	`started_at_ms` integer,
	`ended_at_ms` integer,
	PRIMARY KEY(`run_id`, `step_id`)
);

--> statement-breakpoint
ALTER TABLE `agent_tasks` ADD `run_id` text;
