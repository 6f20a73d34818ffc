CREATE TABLE "agent_push_secrets" (
	"task_id" text collate "C" NOT NULL,
	"push_id" text collate "C" NOT NULL,
	"sealed" text collate "C" NOT NULL,
	CONSTRAINT "agent_push_secrets_task_id_push_id_pk" PRIMARY KEY("task_id","push_id")
);

--> statement-breakpoint
CREATE TABLE "agent_trusts" (
	"truster_id" text collate "C" NOT NULL,
	"trusted_id" text collate "C" NOT NULL,
	"position" bigint NOT NULL,
	CONSTRAINT "agent_trusts_truster_id_trusted_id_pk" PRIMARY KEY("truster_id","trusted_id")
);

--> statement-breakpoint
ALTER TABLE "agent_queues" ADD COLUMN "takers" text collate "C" DEFAULT 'any' NOT NULL;
--> statement-breakpoint
ALTER TABLE "agent_queues" ADD COLUMN "principal_id" text collate "C";
--> statement-breakpoint
ALTER TABLE "agent_tasks" ADD COLUMN "takers" text collate "C" DEFAULT 'any' NOT NULL;
--> statement-breakpoint
ALTER TABLE "agent_tasks" ADD COLUMN "principal_id" text collate "C" DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "agent_messages" ADD COLUMN "takers" text collate "C" DEFAULT 'any' NOT NULL;
--> statement-breakpoint
ALTER TABLE "agent_messages" ADD COLUMN "principal_id" text collate "C" DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "agent_collaborations" ADD COLUMN "takers" text collate "C" DEFAULT 'any' NOT NULL;
--> statement-breakpoint
ALTER TABLE "agent_collaborations" ADD COLUMN "principal_id" text collate "C" DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "agent_runs" ADD COLUMN "takers" text collate "C" DEFAULT 'any' NOT NULL;
--> statement-breakpoint
ALTER TABLE "agent_runs" ADD COLUMN "principal_id" text collate "C" DEFAULT '' NOT NULL;
--> statement-breakpoint
CREATE INDEX "agent_trusts_trusted" ON "agent_trusts" USING btree ("trusted_id","truster_id");
--> statement-breakpoint
CREATE INDEX "agent_queues_restricted" ON "agent_queues" USING btree ("principal_id","capability") WHERE "agent_queues"."takers" <> 'any';
--> statement-breakpoint
CREATE INDEX "agent_tasks_pushed" ON "agent_tasks" USING btree ("principal_id","ended_at_ms") WHERE "agent_tasks"."pushes" <> '[]';
--> statement-breakpoint
UPDATE "agent_tasks" SET "principal_id" = coalesce((SELECT "owner_id" FROM "avatars" WHERE "avatars"."id" = "agent_tasks"."submitter_id"), "submitter_id");
--> statement-breakpoint
UPDATE "agent_messages" SET "principal_id" = coalesce((SELECT "owner_id" FROM "avatars" WHERE "avatars"."id" = "agent_messages"."sender_id"), "sender_id");
--> statement-breakpoint
UPDATE "agent_collaborations" SET "principal_id" = coalesce((SELECT "owner_id" FROM "avatars" WHERE "avatars"."id" = "agent_collaborations"."submitter_id"), "submitter_id");
--> statement-breakpoint
UPDATE "agent_runs" SET "principal_id" = coalesce((SELECT "owner_id" FROM "avatars" WHERE "avatars"."id" = "agent_runs"."submitter_id"), "submitter_id");
--> statement-breakpoint
INSERT INTO "agent_push_secrets" ("task_id", "push_id", "sealed")
	SELECT t."id", p.value ->> 'id', s."sealed" FROM "agent_tasks" t
	CROSS JOIN LATERAL json_array_elements(t."pushes"::json) p
	JOIN "sealed_secrets" s ON s."name" = 'a2a-push:' || t."id" || ':' || (p.value ->> 'id')
	WHERE t."pushes" <> '[]';
--> statement-breakpoint
DELETE FROM "sealed_secrets" WHERE "name" LIKE 'a2a-push:%';
