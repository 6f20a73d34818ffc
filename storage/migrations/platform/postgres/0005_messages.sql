CREATE TABLE "direct_messages" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"from_avatar_id" text collate "C" NOT NULL,
	"to_avatar_id" text collate "C" NOT NULL,
	"text" text collate "C" NOT NULL,
	"metadata" text collate "C" NOT NULL,
	"sent_at_ms" bigint NOT NULL,
	"read_at_ms" bigint
);

--> statement-breakpoint
CREATE TABLE "message_copies" (
	"avatar_id" text collate "C" NOT NULL,
	"message_id" text collate "C" NOT NULL,
	"peer_id" text collate "C" NOT NULL,
	"incoming" boolean NOT NULL,
	"unread" boolean NOT NULL,
	CONSTRAINT "message_copies_avatar_id_message_id_pk" PRIMARY KEY("avatar_id","message_id")
);

--> statement-breakpoint
CREATE TABLE "message_totals" (
	"avatar_id" text collate "C" PRIMARY KEY NOT NULL,
	"sent" bigint NOT NULL,
	"received" bigint NOT NULL,
	"unread" bigint NOT NULL
);

--> statement-breakpoint
CREATE TABLE "message_blocks" (
	"avatar_id" text collate "C" NOT NULL,
	"blocked_id" text collate "C" NOT NULL,
	"created_at_ms" bigint NOT NULL,
	CONSTRAINT "message_blocks_avatar_id_blocked_id_pk" PRIMARY KEY("avatar_id","blocked_id")
);

--> statement-breakpoint
CREATE INDEX "message_copies_inbox" ON "message_copies" USING btree ("avatar_id","message_id") WHERE "message_copies"."incoming";
--> statement-breakpoint
CREATE INDEX "message_copies_unread" ON "message_copies" USING btree ("avatar_id","message_id") WHERE "message_copies"."unread";
--> statement-breakpoint
CREATE INDEX "message_copies_peer" ON "message_copies" USING btree ("avatar_id","peer_id","message_id");
--> statement-breakpoint
CREATE INDEX "message_copies_message" ON "message_copies" USING btree ("message_id");
