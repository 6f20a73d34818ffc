CREATE TABLE "agent_presence" (
	"agent_id" text collate "C" NOT NULL,
	"from_ms" bigint NOT NULL,
	"to_ms" bigint NOT NULL,
	CONSTRAINT "agent_presence_agent_id_from_ms_pk" PRIMARY KEY("agent_id","from_ms")
);

--> statement-breakpoint
CREATE TABLE "service_presence" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"from_ms" bigint NOT NULL,
	"to_ms" bigint NOT NULL
);

--> statement-breakpoint
CREATE TABLE "agent_messages" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"sender_id" text collate "C" NOT NULL,
	"requirement" text collate "C" NOT NULL,
	"strategy" text collate "C" NOT NULL,
	"timeout_ms" bigint NOT NULL,
	"type" text collate "C" NOT NULL,
	"task_id" text collate "C",
	"input" text collate "C" NOT NULL,
	"state" text collate "C" NOT NULL,
	"offers" text collate "C" NOT NULL,
	"agent_id" text collate "C" NOT NULL,
	"wake_at_ms" bigint,
	"acked_by" text collate "C",
	"created_at_ms" bigint NOT NULL,
	"ended_at_ms" bigint
);

--> statement-breakpoint
CREATE TABLE "agent_collaborations" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"submitter_id" text collate "C" NOT NULL,
	"task_id" text collate "C" NOT NULL,
	"fingerprint" text collate "C" NOT NULL,
	"protocol" text collate "C" NOT NULL,
	"agents" text collate "C" NOT NULL,
	"input" text collate "C" NOT NULL,
	"options" text collate "C" NOT NULL,
	"state" text collate "C" NOT NULL,
	"round" bigint NOT NULL,
	"round_ends_at_ms" bigint NOT NULL,
	"outcome" text collate "C",
	"is_settled" boolean NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	"ended_at_ms" bigint,
	"version" bigint NOT NULL
);

--> statement-breakpoint
CREATE TABLE "agent_collaboration_parts" (
	"collaboration_id" text collate "C" NOT NULL,
	"round" bigint NOT NULL,
	"position" bigint NOT NULL,
	"kind" text collate "C" NOT NULL,
	"task_id" text collate "C" NOT NULL,
	"agent_id" text collate "C",
	"capability" text collate "C" NOT NULL,
	"state" text collate "C",
	"result" text collate "C",
	"failure_code" text collate "C",
	"failure_message" text collate "C",
	CONSTRAINT "agent_collaboration_parts_collaboration_id_round_position_pk" PRIMARY KEY("collaboration_id","round","position")
);

--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "online_since_ms" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE INDEX "agent_presence_end" ON "agent_presence" USING btree ("to_ms");
--> statement-breakpoint
CREATE INDEX "service_presence_end" ON "service_presence" USING btree ("to_ms");
--> statement-breakpoint
CREATE INDEX "agent_messages_wake" ON "agent_messages" USING btree ("wake_at_ms") WHERE "agent_messages"."wake_at_ms" is not null;
--> statement-breakpoint
CREATE INDEX "agent_messages_offered" ON "agent_messages" USING btree ("agent_id","id") WHERE "agent_messages"."state" = 'offered';
--> statement-breakpoint
CREATE INDEX "agent_messages_ended" ON "agent_messages" USING btree ("ended_at_ms") WHERE "agent_messages"."ended_at_ms" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "agent_collaborations_task" ON "agent_collaborations" USING btree ("submitter_id","task_id");
--> statement-breakpoint
CREATE INDEX "agent_collaborations_submitter" ON "agent_collaborations" USING btree ("submitter_id","id");
--> statement-breakpoint
CREATE INDEX "agent_collaborations_open" ON "agent_collaborations" USING btree ("id") WHERE not "agent_collaborations"."is_settled";
