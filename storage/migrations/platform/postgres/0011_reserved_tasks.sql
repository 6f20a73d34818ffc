DROP INDEX "agent_queues_capability";
--> statement-breakpoint
ALTER TABLE "agent_queues" ADD COLUMN "agent_id" text collate "C";
--> statement-breakpoint
CREATE INDEX "agent_queues_fit" ON "agent_queues" USING btree ("agent_id","capability");
