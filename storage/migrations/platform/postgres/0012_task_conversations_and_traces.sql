ALTER TABLE "agent_tasks" ADD COLUMN "context_id" text collate "C";
--> statement-breakpoint
ALTER TABLE "agent_tasks" ADD COLUMN "message_id" text collate "C";
--> statement-breakpoint
ALTER TABLE "agent_tasks" ADD COLUMN "traceparent" text collate "C";
--> statement-breakpoint
CREATE INDEX "agent_tasks_context" ON "agent_tasks" USING btree ("context_id","list_key") WHERE "agent_tasks"."context_id" is not null;
