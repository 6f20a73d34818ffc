DROP INDEX `agent_queues_capability`;
--> statement-breakpoint
ALTER TABLE `agent_queues` ADD `agent_id` text;
--> statement-breakpoint
CREATE INDEX `agent_queues_fit` ON `agent_queues` (`agent_id`,`capability`);
