ALTER TABLE "agent_runs" ADD COLUMN "traceparent" text collate "C";
