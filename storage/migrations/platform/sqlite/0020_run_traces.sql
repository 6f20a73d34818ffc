ALTER TABLE `agent_runs` ADD `traceparent` text;
