CREATE TABLE `missions` (
	`id` text PRIMARY KEY NOT NULL,
	`avatar_id` text NOT NULL,
	`origin_id` text NOT NULL,
	`origin_avatar_id` text,
	`source_id` text,
	`installed` integer NOT NULL,
	`definition` text NOT NULL,
	`checksum` text NOT NULL,
	`mission_type` text NOT NULL,
	`published_version` integer,
	`published_checksum` text,
	`published_type` text,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	`hidden_at_ms` integer,
	`version` integer NOT NULL
);

--> statement-breakpoint
CREATE INDEX `missions_avatar` ON `missions` (`avatar_id`,`id`) WHERE "missions"."hidden_at_ms" is null;
--> statement-breakpoint
CREATE INDEX `missions_avatar_type` ON `missions` (`avatar_id`,`mission_type`,`id`) WHERE "missions"."hidden_at_ms" is null;
--> statement-breakpoint
CREATE INDEX `missions_published` ON `missions` (`id`) WHERE "missions"."published_version" is not null and "missions"."hidden_at_ms" is null;
--> statement-breakpoint
CREATE INDEX `missions_published_type` ON `missions` (`published_type`,`id`) WHERE "missions"."published_version" is not null and "missions"."hidden_at_ms" is null;
--> statement-breakpoint
CREATE UNIQUE INDEX `missions_installed` ON `missions` (`avatar_id`,`origin_id`) WHERE "missions"."installed" and "missions"."hidden_at_ms" is null;
--> statement-breakpoint
CREATE TABLE `mission_definitions` (
	`checksum` text PRIMARY KEY NOT NULL,
	`definition` text NOT NULL
);

--> statement-breakpoint
CREATE TABLE `mission_versions` (
	`mission_id` text NOT NULL,
	`version` integer NOT NULL,
	`checksum` text NOT NULL,
	`envelope` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	PRIMARY KEY(`mission_id`, `version`)
);

--> statement-breakpoint
CREATE TABLE `mission_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`mission_id` text NOT NULL,
	`avatar_id` text NOT NULL,
	`checksum` text NOT NULL,
	`published_version` integer,
	`status` text NOT NULL,
	`attempt` integer NOT NULL,
	`deadline_ms` integer,
	`started_at_ms` integer NOT NULL,
	`ended_at_ms` integer,
	`version` integer NOT NULL
);

--> statement-breakpoint
CREATE UNIQUE INDEX `mission_runs_avatar_mission` ON `mission_runs` (`avatar_id`,`mission_id`);
--> statement-breakpoint
CREATE INDEX `mission_runs_status` ON `mission_runs` (`avatar_id`,`status`,`mission_id`);
--> statement-breakpoint
CREATE INDEX `mission_runs_deadline` ON `mission_runs` (`deadline_ms`) WHERE "mission_runs"."status" = 'InProgress';
--> statement-breakpoint
CREATE TABLE `mission_run_quests` (
	`run_id` text NOT NULL,
	`quest_id` text NOT NULL,
	`avatar_id` text NOT NULL,
	`status` text NOT NULL,
	`met` text NOT NULL,
	`awaits_order` integer NOT NULL,
	`started_at_ms` integer NOT NULL,
	`completed_at_ms` integer,
	PRIMARY KEY(`run_id`, `quest_id`)
);

--> statement-breakpoint
CREATE INDEX `mission_run_quests_order` ON `mission_run_quests` (`avatar_id`) WHERE "mission_run_quests"."awaits_order";
--> statement-breakpoint
CREATE TABLE `mission_rewards` (
	`id` text PRIMARY KEY NOT NULL,
	`avatar_id` text NOT NULL,
	`origin_id` text NOT NULL,
	`mission_id` text NOT NULL,
	`karma` integer NOT NULL,
	`xp` integer NOT NULL,
	`counted` integer NOT NULL,
	`duration_ms` integer NOT NULL,
	`created_at_ms` integer NOT NULL
);

--> statement-breakpoint
CREATE UNIQUE INDEX `mission_rewards_once` ON `mission_rewards` (`avatar_id`,`origin_id`);
--> statement-breakpoint
CREATE INDEX `mission_rewards_avatar` ON `mission_rewards` (`avatar_id`,`id`);
--> statement-breakpoint
CREATE INDEX `mission_rewards_board` ON `mission_rewards` (`origin_id`,`duration_ms`,`id`) WHERE "mission_rewards"."counted";
--> statement-breakpoint
CREATE TABLE `mission_balances` (
	`avatar_id` text PRIMARY KEY NOT NULL,
	`karma` integer NOT NULL,
	`xp` integer NOT NULL,
	`missions_completed` integer NOT NULL,
	`apart_karma` integer NOT NULL,
	`apart_xp` integer NOT NULL
);

--> statement-breakpoint
CREATE TABLE `mission_cursors` (
	`follower` text PRIMARY KEY NOT NULL,
	`seq` integer NOT NULL
);

--> statement-breakpoint
CREATE TABLE `mission_keys` (
	`avatar_id` text PRIMARY KEY NOT NULL,
	`key_id` text NOT NULL,
	`public_key` text NOT NULL,
	`sealed` text NOT NULL,
	`created_at_ms` integer NOT NULL
);

--> statement-breakpoint
CREATE UNIQUE INDEX `mission_keys_public` ON `mission_keys` (`public_key`);
