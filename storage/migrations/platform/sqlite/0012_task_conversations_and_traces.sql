ALTER TABLE `agent_tasks` ADD `context_id` text;
--> statement-breakpoint
ALTER TABLE `agent_tasks` ADD `message_id` text;
--> statement-breakpoint
ALTER TABLE `agent_tasks` ADD `traceparent` text;
--> statement-breakpoint
CREATE INDEX `agent_tasks_context` ON `agent_tasks` (`context_id`,`list_key`) WHERE "agent_tasks"."context_id" is not null;
