CREATE TABLE `agent_push_secrets` (
	`task_id` text NOT NULL,
	`push_id` text NOT NULL,
	`sealed` text NOT NULL,
	PRIMARY KEY(`task_id`, `push_id`)
);

--> statement-breakpoint
CREATE TABLE `agent_trusts` (
	`truster_id` text NOT NULL,
	`trusted_id` text NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`truster_id`, `trusted_id`)
);

--> statement-breakpoint
CREATE INDEX `agent_trusts_trusted` ON `agent_trusts` (`trusted_id`,`truster_id`);
--> statement-breakpoint
ALTER TABLE `agent_queues` ADD `takers` text DEFAULT 'any' NOT NULL;
--> statement-breakpoint
ALTER TABLE `agent_queues` ADD `principal_id` text;
--> statement-breakpoint
CREATE INDEX `agent_queues_restricted` ON `agent_queues` (`principal_id`,`capability`) WHERE "agent_queues"."takers" <> 'any';
--> statement-breakpoint
ALTER TABLE `agent_tasks` ADD `takers` text DEFAULT 'any' NOT NULL;
--> statement-breakpoint
ALTER TABLE `agent_tasks` ADD `principal_id` text DEFAULT '' NOT NULL;
--> statement-breakpoint
CREATE INDEX `agent_tasks_pushed` ON `agent_tasks` (`principal_id`,`ended_at_ms`) WHERE "agent_tasks"."pushes" <> '[]';
--> statement-breakpoint
ALTER TABLE `agent_messages` ADD `takers` text DEFAULT 'any' NOT NULL;
--> statement-breakpoint
ALTER TABLE `agent_messages` ADD `principal_id` text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE `agent_collaborations` ADD `takers` text DEFAULT 'any' NOT NULL;
--> statement-breakpoint
ALTER TABLE `agent_collaborations` ADD `principal_id` text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE `agent_runs` ADD `takers` text DEFAULT 'any' NOT NULL;
--> statement-breakpoint
ALTER TABLE `agent_runs` ADD `principal_id` text DEFAULT '' NOT NULL;
--> statement-breakpoint
UPDATE `agent_tasks` SET `principal_id` = coalesce((SELECT `owner_id` FROM `avatars` WHERE `avatars`.`id` = `agent_tasks`.`submitter_id`), `submitter_id`);
--> statement-breakpoint
UPDATE `agent_messages` SET `principal_id` = coalesce((SELECT `owner_id` FROM `avatars` WHERE `avatars`.`id` = `agent_messages`.`sender_id`), `sender_id`);
--> statement-breakpoint
UPDATE `agent_collaborations` SET `principal_id` = coalesce((SELECT `owner_id` FROM `avatars` WHERE `avatars`.`id` = `agent_collaborations`.`submitter_id`), `submitter_id`);
--> statement-breakpoint
UPDATE `agent_runs` SET `principal_id` = coalesce((SELECT `owner_id` FROM `avatars` WHERE `avatars`.`id` = `agent_runs`.`submitter_id`), `submitter_id`);
--> statement-breakpoint
INSERT INTO `agent_push_secrets` (`task_id`, `push_id`, `sealed`)
	SELECT t.`id`, json_extract(p.value, '$.id'), s.`sealed` FROM `agent_tasks` t, json_each(t.`pushes`) p
	JOIN `sealed_secrets` s ON s.`name` = 'a2a-push:' || t.`id` || ':' || json_extract(p.value, '$.id')
	WHERE t.`pushes` <> '[]';
--> statement-breakpoint
DELETE FROM `sealed_secrets` WHERE `name` LIKE 'a2a-push:%';
