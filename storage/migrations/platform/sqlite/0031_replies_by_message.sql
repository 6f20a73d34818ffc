ALTER TABLE `agent_tasks` ADD `replies_by_message` integer DEFAULT false NOT NULL;
