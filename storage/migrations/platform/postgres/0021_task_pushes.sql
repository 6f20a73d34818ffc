ALTER TABLE "agent_tasks" ADD COLUMN "pushes" text collate "C" DEFAULT '[]' NOT NULL;
