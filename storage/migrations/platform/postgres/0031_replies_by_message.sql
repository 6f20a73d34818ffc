ALTER TABLE "agent_tasks" ADD COLUMN "replies_by_message" boolean DEFAULT false NOT NULL;
