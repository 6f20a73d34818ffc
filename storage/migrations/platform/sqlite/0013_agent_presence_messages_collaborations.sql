CREATE TABLE `agent_presence` (
	`agent_id` text NOT NULL,
	`from_ms` integer NOT NULL,
	`to_ms` integer NOT NULL,
	PRIMARY KEY(`agent_id`, `from_ms`)
);

--> statement-breakpoint
CREATE INDEX `agent_presence_end` ON `agent_presence` (`to_ms`);
--> statement-breakpoint
CREATE TABLE `service_presence` (
	`id` text PRIMARY KEY NOT NULL,
	`from_ms` integer NOT NULL,
	`to_ms` integer NOT NULL
);

--> statement-breakpoint
CREATE INDEX `service_presence_end` ON `service_presence` (`to_ms`);
--> statement-breakpoint
CREATE TABLE `agent_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`sender_id` text NOT NULL,
	`requirement` text NOT NULL,
	`strategy` text NOT NULL,
	`timeout_ms` integer NOT NULL,
	`type` text NOT NULL,
	`task_id` text,
	`input` text NOT NULL,
	`state` text NOT NULL,
	`offers` text NOT NULL,
	`agent_id` text NOT NULL,
	`wake_at_ms` integer,
	`acked_by` text,
	`created_at_ms` integer NOT NULL,
	`ended_at_ms` integer
);

--> statement-breakpoint
CREATE INDEX `agent_messages_wake` ON `agent_messages` (`wake_at_ms`) WHERE "agent_messages"."wake_at_ms" is not null;
--> statement-breakpoint
CREATE INDEX `agent_messages_offered` ON `agent_messages` (`agent_id`,`id`) WHERE "agent_messages"."state" = 'offered';
--> statement-breakpoint
CREATE INDEX `agent_messages_ended` ON `agent_messages` (`ended_at_ms`) WHERE "agent_messages"."ended_at_ms" is not null;
--> statement-breakpoint
CREATE TABLE `agent_collaborations` (
	`id` text PRIMARY KEY NOT NULL,
	`submitter_id` text NOT NULL,
	`task_id` text NOT NULL,
	`fingerprint` text NOT NULL,
	`protocol` text NOT NULL,
	`agents` text NOT NULL,
	`input` text NOT NULL,
	`options` text NOT NULL,
	`state` text NOT NULL,
	`round` integer NOT NULL,
	`round_ends_at_ms` integer NOT NULL,
	`outcome` text,
	`is_settled` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	`ended_at_ms` integer,
	`version` integer NOT NULL
);

--> statement-breakpoint
CREATE UNIQUE INDEX `agent_collaborations_task` ON `agent_collaborations` (`submitter_id`,`task_id`);
--> statement-breakpoint
CREATE INDEX `agent_collaborations_submitter` ON `agent_collaborations` (`submitter_id`,`id`);
--> statement-breakpoint
CREATE INDEX `agent_collaborations_open` ON `agent_collaborations` (`id`) WHERE not "agent_collaborations"."is_settled";
--> statement-breakpoint
CREATE TABLE `agent_collaboration_parts` (
	`collaboration_id` text NOT NULL,
	`round` integer NOT NULL,
	`position` integer NOT NULL,
	`kind` text NOT NULL,
	`task_id` text NOT NULL,
	`agent_id` text,
	`capability` text NOT NULL,
	`state` text,
	`result` text,
	`failure_code` text,
	`failure_message` text,
	PRIMARY KEY(`collaboration_id`, `round`, `position`)
);

--> statement-breakpoint
ALTER TABLE `agents` ADD `online_since_ms` integer DEFAULT 0 NOT NULL;
