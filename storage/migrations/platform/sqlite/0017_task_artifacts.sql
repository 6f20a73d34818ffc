CREATE TABLE `agent_artifacts` (
	`task_id` text NOT NULL,
	`name` text NOT NULL,
	`position` integer NOT NULL,
	`media_type` text NOT NULL,
	`content` text NOT NULL,
	`agent_id` text NOT NULL,
	`token` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	PRIMARY KEY(`task_id`, `name`)
);

