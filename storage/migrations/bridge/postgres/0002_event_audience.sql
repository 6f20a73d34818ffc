ALTER TABLE "events" ADD COLUMN "avatar_id" text collate "C";
--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "topic" text collate "C";
--> statement-breakpoint
UPDATE "events" SET "avatar_id" = "orders"."avatar_id", "topic" = 'orders' FROM "orders" WHERE "orders"."id" = "events"."subject" AND "orders"."avatar_id" IS NOT NULL;
--> statement-breakpoint
CREATE INDEX "events_avatar" ON "events" USING btree ("avatar_id","topic","seq") WHERE "events"."avatar_id" is not null;
