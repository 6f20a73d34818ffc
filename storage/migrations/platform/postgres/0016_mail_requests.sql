CREATE TABLE "avatar_mail_requests" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"avatar_id" text collate "C",
	"sealed" text collate "C" NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"attempts" bigint NOT NULL,
	"due_at_ms" bigint NOT NULL
);

--> statement-breakpoint
CREATE INDEX "avatar_mail_requests_due" ON "avatar_mail_requests" USING btree ("due_at_ms");
