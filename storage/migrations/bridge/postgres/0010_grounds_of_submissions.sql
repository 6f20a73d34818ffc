CREATE TABLE "submission_messages" (
	"submission_id" text collate "C" NOT NULL,
	"number" bigint NOT NULL,
	"message_id" text collate "C" NOT NULL,
	"block_number" bigint NOT NULL,
	"block_hash" text collate "C" NOT NULL,
	CONSTRAINT "submission_messages_submission_id_number_pk" PRIMARY KEY("submission_id","number")
);

--> statement-breakpoint
CREATE TABLE "submission_roots" (
	"submission_id" text collate "C" NOT NULL,
	"number" bigint NOT NULL,
	"source" bigint NOT NULL,
	"first_nonce" text collate "C" NOT NULL,
	"count" bigint NOT NULL,
	"root" text collate "C" NOT NULL,
	CONSTRAINT "submission_roots_submission_id_number_pk" PRIMARY KEY("submission_id","number")
);

--> statement-breakpoint
ALTER TABLE "submission_messages" ADD CONSTRAINT "submission_messages_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "submission_roots" ADD CONSTRAINT "submission_roots_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE no action ON UPDATE no action;
