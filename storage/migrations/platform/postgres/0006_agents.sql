CREATE TABLE "agents" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"owner_id" text collate "C" NOT NULL,
	"name" text collate "C" NOT NULL,
	"capabilities" text collate "C" NOT NULL,
	"endpoints" text collate "C" NOT NULL,
	"availability" text collate "C" NOT NULL,
	"max_concurrent_tasks" bigint NOT NULL,
	"active" bigint NOT NULL,
	"completed" bigint NOT NULL,
	"failed" bigint NOT NULL,
	"response_ms" bigint NOT NULL,
	"cost_micros" bigint NOT NULL,
	"last_seen_at_ms" bigint NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	"hidden_at_ms" bigint,
	"version" bigint NOT NULL
);

--> statement-breakpoint
CREATE TABLE "agent_capabilities" (
	"agent_id" text collate "C" NOT NULL,
	"position" bigint NOT NULL,
	"type" text collate "C" NOT NULL,
	"model" text collate "C" NOT NULL,
	"max_width" bigint,
	"max_height" bigint,
	"cost_micros" bigint,
	CONSTRAINT "agent_capabilities_agent_id_position_model_pk" PRIMARY KEY("agent_id","position","model")
);

--> statement-breakpoint
CREATE TABLE "agent_queues" (
	"queue" text collate "C" PRIMARY KEY NOT NULL,
	"capability" text collate "C" NOT NULL,
	"requirement" text collate "C" NOT NULL,
	"waiting" bigint NOT NULL
);

--> statement-breakpoint
CREATE TABLE "agent_tasks" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"list_key" text collate "C" NOT NULL,
	"submitter_id" text collate "C" NOT NULL,
	"fingerprint" text collate "C" NOT NULL,
	"type" text collate "C" NOT NULL,
	"requirement" text collate "C" NOT NULL,
	"queue" text collate "C" NOT NULL,
	"input" text collate "C" NOT NULL,
	"priority" text collate "C" NOT NULL,
	"state" text collate "C" NOT NULL,
	"fair_at_ms" bigint NOT NULL,
	"rank_ms" bigint NOT NULL,
	"deadline_at_ms" bigint NOT NULL,
	"due_at_ms" bigint,
	"lease_ms" bigint,
	"lease_ends_at_ms" bigint,
	"wake_at_ms" bigint,
	"agent_id" text collate "C",
	"token" bigint NOT NULL,
	"failures" bigint NOT NULL,
	"max_attempts" bigint NOT NULL,
	"progress" bigint,
	"progress_message" text collate "C",
	"result" text collate "C",
	"failure_code" text collate "C",
	"failure_message" text collate "C",
	"created_at_ms" bigint NOT NULL,
	"assigned_at_ms" bigint,
	"ended_at_ms" bigint,
	"updated_at_ms" bigint NOT NULL,
	"version" bigint NOT NULL
);

--> statement-breakpoint
CREATE TABLE "agent_attempts" (
	"task_id" text collate "C" NOT NULL,
	"token" bigint NOT NULL,
	"agent_id" text collate "C" NOT NULL,
	"started_at_ms" bigint NOT NULL,
	"ended_at_ms" bigint,
	"outcome" text collate "C",
	"failure_code" text collate "C",
	"failure_message" text collate "C",
	CONSTRAINT "agent_attempts_task_id_token_pk" PRIMARY KEY("task_id","token")
);

--> statement-breakpoint
CREATE INDEX "agents_owner" ON "agents" USING btree ("owner_id","id");
--> statement-breakpoint
CREATE INDEX "agent_capabilities_type" ON "agent_capabilities" USING btree ("type","model","agent_id");
--> statement-breakpoint
CREATE INDEX "agent_queues_capability" ON "agent_queues" USING btree ("capability");
--> statement-breakpoint
CREATE INDEX "agent_tasks_queue" ON "agent_tasks" USING btree ("queue","rank_ms","list_key") WHERE "agent_tasks"."state" = 'queued';
--> statement-breakpoint
CREATE INDEX "agent_tasks_fair" ON "agent_tasks" USING btree ("submitter_id","fair_at_ms") WHERE "agent_tasks"."state" = 'queued';
--> statement-breakpoint
CREATE INDEX "agent_tasks_wake" ON "agent_tasks" USING btree ("wake_at_ms") WHERE "agent_tasks"."wake_at_ms" is not null;
--> statement-breakpoint
CREATE INDEX "agent_tasks_submitter" ON "agent_tasks" USING btree ("submitter_id","list_key");
--> statement-breakpoint
CREATE INDEX "agent_tasks_agent" ON "agent_tasks" USING btree ("agent_id","list_key");
--> statement-breakpoint
CREATE INDEX "agent_attempts_agent" ON "agent_attempts" USING btree ("agent_id","started_at_ms");
