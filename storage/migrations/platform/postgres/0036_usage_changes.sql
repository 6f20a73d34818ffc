CREATE TABLE "owner_usage_changes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"owner_id" text collate "C" NOT NULL,
	"kind" text collate "C" NOT NULL,
	"items" bigint NOT NULL,
	"bytes" bigint NOT NULL
);

--> statement-breakpoint
CREATE INDEX "owner_usage_changes_owner" ON "owner_usage_changes" USING btree ("owner_id","kind");
--> statement-breakpoint
ALTER TABLE "agent_queues" DROP COLUMN "waiting";
