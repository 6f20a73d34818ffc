ALTER TABLE `agent_tasks` ADD `questions` text DEFAULT '[]' NOT NULL;
--> statement-breakpoint
ALTER TABLE `agent_tasks` ADD `replay_of` text;
