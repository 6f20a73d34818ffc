CREATE TABLE "agent_endpoints" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"avatar_id" text collate "C" NOT NULL,
	"kind" text collate "C" NOT NULL,
	"url" text collate "C" NOT NULL,
	"wake_at_ms" bigint,
	"disabled_at_ms" bigint,
	"disabled_reason" text collate "C",
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL
);

--> statement-breakpoint
CREATE TABLE "agent_deliveries" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"endpoint_id" text collate "C" NOT NULL,
	"avatar_id" text collate "C" NOT NULL,
	"type" text collate "C" NOT NULL,
	"subject" text collate "C" NOT NULL,
	"payload" text collate "C" NOT NULL,
	"state" text collate "C" NOT NULL,
	"attempts" bigint NOT NULL,
	"replayed_from" bigint NOT NULL,
	"wake_at_ms" bigint,
	"lease_ends_at_ms" bigint,
	"until_ms" bigint,
	"last_status" bigint,
	"last_error" text collate "C",
	"attempted_at_ms" bigint,
	"created_at_ms" bigint NOT NULL,
	"ended_at_ms" bigint
);

--> statement-breakpoint
CREATE TABLE "agent_webhook_secrets" (
	"avatar_id" text collate "C" PRIMARY KEY NOT NULL,
	"sealed" text collate "C" NOT NULL,
	"previous_sealed" text collate "C",
	"previous_until_ms" bigint,
	"created_at_ms" bigint NOT NULL
);

--> statement-breakpoint
ALTER TABLE "agent_capabilities" ADD COLUMN "push" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "agent_tasks" ADD COLUMN "callback" text collate "C";
--> statement-breakpoint
ALTER TABLE "agent_tasks" ADD COLUMN "strategy" text collate "C" DEFAULT 'best_match' NOT NULL;
--> statement-breakpoint
ALTER TABLE "agent_tasks" ADD COLUMN "answer_ms" bigint DEFAULT 10000 NOT NULL;
--> statement-breakpoint
ALTER TABLE "agent_tasks" ADD COLUMN "routing_reason" text collate "C";
--> statement-breakpoint
ALTER TABLE "agent_tasks" ADD COLUMN "reserved_until_ms" bigint;
--> statement-breakpoint
CREATE UNIQUE INDEX "agent_endpoints_avatar" ON "agent_endpoints" USING btree ("avatar_id","kind","url");
--> statement-breakpoint
CREATE INDEX "agent_endpoints_wake" ON "agent_endpoints" USING btree ("wake_at_ms") WHERE "agent_endpoints"."wake_at_ms" is not null;
--> statement-breakpoint
CREATE INDEX "agent_deliveries_due" ON "agent_deliveries" USING btree ("endpoint_id","wake_at_ms") WHERE "agent_deliveries"."wake_at_ms" is not null;
--> statement-breakpoint
CREATE INDEX "agent_deliveries_leased" ON "agent_deliveries" USING btree ("endpoint_id","lease_ends_at_ms") WHERE "agent_deliveries"."lease_ends_at_ms" is not null;
--> statement-breakpoint
CREATE INDEX "agent_deliveries_avatar" ON "agent_deliveries" USING btree ("avatar_id","id");
--> statement-breakpoint
CREATE INDEX "agent_capabilities_push" ON "agent_capabilities" USING btree ("type","model","agent_id") WHERE "agent_capabilities"."push";
--> statement-breakpoint
CREATE INDEX "agent_tasks_reserved" ON "agent_tasks" USING btree ("agent_id") WHERE "agent_tasks"."reserved_until_ms" is not null;
