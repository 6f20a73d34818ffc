CREATE TABLE "agent_workflows" (
	"id" text collate "C" NOT NULL,
	"version" bigint NOT NULL,
	"owner_id" text collate "C" NOT NULL,
	"definition" text collate "C" NOT NULL,
	"created_at_ms" bigint NOT NULL,
	CONSTRAINT "agent_workflows_id_version_pk" PRIMARY KEY("id","version")
);

--> statement-breakpoint
CREATE TABLE "agent_runs" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"workflow_id" text collate "C" NOT NULL,
	"workflow_version" bigint NOT NULL,
	"submitter_id" text collate "C" NOT NULL,
	"input" text collate "C" NOT NULL,
	"state" text collate "C" NOT NULL,
	"failed_step_id" text collate "C",
	"failure_code" text collate "C",
	"failure_message" text collate "C",
	"deadline_at_ms" bigint NOT NULL,
	"wake_at_ms" bigint,
	"created_at_ms" bigint NOT NULL,
	"ended_at_ms" bigint,
	"updated_at_ms" bigint NOT NULL,
	"version" bigint NOT NULL
);

--> statement-breakpoint
CREATE TABLE "agent_steps" (
	"run_id" text collate "C" NOT NULL,
	"step_id" text collate "C" NOT NULL,
	"position" bigint NOT NULL,
	"state" text collate "C" NOT NULL,
	"task_id" text collate "C",
	"result" text collate "C",
	"failure_code" text collate "C",
	"failure_message" text collate "C",
	"started_at_ms" bigint,
	"ended_at_ms" bigint,
	CONSTRAINT "agent_steps_run_id_step_id_pk" PRIMARY KEY("run_id","step_id")
);

--> statement-breakpoint
ALTER TABLE "agent_tasks" ADD COLUMN "run_id" text collate "C";
--> statement-breakpoint
CREATE INDEX "agent_workflows_owner" ON "agent_workflows" USING btree ("owner_id","id","version");
--> statement-breakpoint
CREATE INDEX "agent_runs_submitter" ON "agent_runs" USING btree ("submitter_id","id");
--> statement-breakpoint
CREATE INDEX "agent_runs_wake" ON "agent_runs" USING btree ("wake_at_ms") WHERE "agent_runs"."wake_at_ms" is not null;
