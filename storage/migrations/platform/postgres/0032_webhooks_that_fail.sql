ALTER TABLE "agent_endpoints" ADD COLUMN "failing_since_ms" bigint;
