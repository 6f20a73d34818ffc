ALTER TABLE `agent_tasks` ADD `pushes` text DEFAULT '[]' NOT NULL;
