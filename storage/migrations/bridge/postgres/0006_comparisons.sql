CREATE TABLE "lane_differences" (
	"family" text collate "C" NOT NULL,
	"source" bigint NOT NULL,
	"destination" bigint NOT NULL,
	"kind" text collate "C" NOT NULL,
	"subject" text collate "C" NOT NULL,
	"block_number" bigint NOT NULL,
	"transaction" text collate "C" NOT NULL,
	"detail" text collate "C" NOT NULL,
	"since_ms" bigint NOT NULL,
	"acknowledged_at_ms" bigint,
	CONSTRAINT "lane_differences_family_source_destination_kind_subject_pk" PRIMARY KEY("family","source","destination","kind","subject")
);

--> statement-breakpoint
ALTER TABLE "outcomes" ADD COLUMN "operation" text collate "C";
--> statement-breakpoint
ALTER TABLE "outcomes" ADD COLUMN "recipient" text collate "C";
--> statement-breakpoint
ALTER TABLE "outcomes" ADD COLUMN "wire_amount" numeric(39, 0);
--> statement-breakpoint
ALTER TABLE "outcomes" ADD COLUMN "reference" text collate "C";
--> statement-breakpoint
ALTER TABLE "outcomes" ADD COLUMN "compared" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "roots" ADD COLUMN "compared" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "pruned_nonces" ADD COLUMN "last_block" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE INDEX "messages_sender" ON "messages" USING btree ("sender","block_time_ms");
--> statement-breakpoint
CREATE INDEX "outcomes_compared" ON "outcomes" USING btree ("family","domain","compared");
--> statement-breakpoint
CREATE INDEX "roots_compared" ON "roots" USING btree ("family","source","destination","compared");
--> statement-breakpoint
UPDATE "outcomes" SET "compared" = true WHERE "status" = 'cancelled';
--> statement-breakpoint
UPDATE "pruned_nonces" SET "last_block" = (SELECT coalesce(max("block_number"), 0) FROM "outcomes" WHERE "outcomes"."family" = "pruned_nonces"."family" AND "outcomes"."domain" = "pruned_nonces"."destination");
