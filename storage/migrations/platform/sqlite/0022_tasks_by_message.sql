CREATE INDEX `agent_tasks_messages` ON `agent_tasks` (`submitter_id`,`updated_at_ms`,`list_key`) WHERE "agent_tasks"."message_id" is not null;
