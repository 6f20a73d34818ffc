ALTER TABLE `agent_endpoints` ADD `failing_since_ms` integer;
