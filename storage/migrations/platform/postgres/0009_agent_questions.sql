ALTER TABLE "agent_tasks" ADD COLUMN "questions" text collate "C" DEFAULT '[]' NOT NULL;
--> statement-breakpoint
ALTER TABLE "agent_tasks" ADD COLUMN "replay_of" text collate "C";
