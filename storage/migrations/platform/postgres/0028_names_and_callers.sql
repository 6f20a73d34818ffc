CREATE TABLE "avatar_known_addresses" (
	"avatar_id" text collate "C" NOT NULL,
	"hash" text collate "C" NOT NULL,
	"used_at_ms" bigint NOT NULL,
	CONSTRAINT "avatar_known_addresses_avatar_id_hash_pk" PRIMARY KEY("avatar_id","hash")
);

--> statement-breakpoint
CREATE TABLE "avatar_tallies" (
	"key" text collate "C" PRIMARY KEY NOT NULL,
	"count" bigint NOT NULL,
	"ends_at_ms" bigint NOT NULL
);

--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "account" text collate "C";
--> statement-breakpoint
ALTER TABLE "avatars" ADD COLUMN "username_skeleton" text collate "C";
--> statement-breakpoint
ALTER TABLE "avatars" ADD COLUMN "deregistered_at_ms" bigint;
--> statement-breakpoint
ALTER TABLE "avatar_mail_requests" ADD COLUMN "counted" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
CREATE INDEX "avatar_known_addresses_used" ON "avatar_known_addresses" USING btree ("used_at_ms");
--> statement-breakpoint
CREATE INDEX "avatar_tallies_end" ON "avatar_tallies" USING btree ("ends_at_ms");
--> statement-breakpoint
CREATE INDEX "idempotency_keys_account" ON "idempotency_keys" USING btree ("account");
--> statement-breakpoint
CREATE UNIQUE INDEX "avatars_username_skeleton" ON "avatars" USING btree ("username_skeleton");
--> statement-breakpoint
UPDATE "idempotency_keys" SET "account" = "caller";
--> statement-breakpoint
UPDATE "avatars" SET "deregistered_at_ms" = (SELECT "hidden_at_ms" FROM "agents" WHERE "agents"."id" = "avatars"."id");
