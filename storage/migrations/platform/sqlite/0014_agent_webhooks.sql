CREATE TABLE `agent_endpoints` (
	`id` text PRIMARY KEY NOT NULL,
	`avatar_id` text NOT NULL,
	`kind` text NOT NULL,
	`url` text NOT NULL,
	`wake_at_ms` integer,
	`disabled_at_ms` integer,
	`disabled_reason` text,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL
);

--> statement-breakpoint
CREATE UNIQUE INDEX `agent_endpoints_avatar` ON `agent_endpoints` (`avatar_id`,`kind`,`url`);
--> statement-breakpoint
CREATE INDEX `agent_endpoints_wake` ON `agent_endpoints` (`wake_at_ms`) WHERE "agent_endpoints"."wake_at_ms" is not null;
--> statement-breakpoint
CREATE TABLE `agent_deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`endpoint_id` text NOT NULL,
	`avatar_id` text NOT NULL,
	`type` text NOT NULL,
	`subject` text NOT NULL,
	`payload` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer NOT NULL,
	`replayed_from` integer NOT NULL,
	`wake_at_ms` integer,
	`lease_ends_at_ms` integer,
	`until_ms` integer,
	`last_status` integer,
	`last_error` text,
	`attempted_at_ms` integer,
	`created_at_ms` integer NOT NULL,
	`ended_at_ms` integer
);

--> statement-breakpoint
CREATE INDEX `agent_deliveries_due` ON `agent_deliveries` (`endpoint_id`,`wake_at_ms`) WHERE "agent_deliveries"."wake_at_ms" is not null;
--> statement-breakpoint
CREATE INDEX `agent_deliveries_leased` ON `agent_deliveries` (`endpoint_id`,`lease_ends_at_ms`) WHERE "agent_deliveries"."lease_ends_at_ms" is not null;
--> statement-breakpoint
CREATE INDEX `agent_deliveries_avatar` ON `agent_deliveries` (`avatar_id`,`id`);
--> statement-breakpoint
CREATE TABLE `agent_webhook_secrets` (
	`avatar_id` text PRIMARY KEY NOT NULL,
	`sealed` text NOT NULL,
	`previous_sealed` text,
	`previous_until_ms` integer,
	`created_at_ms` integer NOT NULL
);

--> statement-breakpoint
ALTER TABLE `agent_capabilities` ADD `push` integer DEFAULT false NOT NULL;
--> statement-breakpoint
CREATE INDEX `agent_capabilities_push` ON `agent_capabilities` (`type`,`model`,`agent_id`) WHERE "agent_capabilities"."push";
--> statement-breakpoint
ALTER TABLE `agent_tasks` ADD `callback` text;
--> statement-breakpoint
ALTER TABLE `agent_tasks` ADD `strategy` text DEFAULT 'best_match' NOT NULL;
--> statement-breakpoint
ALTER TABLE `agent_tasks` ADD `answer_ms` integer DEFAULT 10000 NOT NULL;
--> statement-breakpoint
ALTER TABLE `agent_tasks` ADD `routing_reason` text;
--> statement-breakpoint
ALTER TABLE `agent_tasks` ADD `reserved_until_ms` integer;
--> statement-breakpoint
CREATE INDEX `agent_tasks_reserved` ON `agent_tasks` (`agent_id`) WHERE "agent_tasks"."reserved_until_ms" is not null;
