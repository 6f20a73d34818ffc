-- Everything up to this migration. Its sha256 when it stood alone: 277825bb0a85f52086db0f76db3b24a81edcc8da3e41bf778486ef9a3f63c358
--> statement-breakpoint
CREATE TABLE "events" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"subject" text collate "C" NOT NULL,
	"type" text collate "C" NOT NULL,
	"data" text collate "C" NOT NULL,
	"avatar_id" text collate "C",
	"topic" text collate "C",
	"created_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "leases" (
	"name" text collate "C" PRIMARY KEY NOT NULL,
	"holder" text collate "C" NOT NULL,
	"token" bigint NOT NULL,
	"expires_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "blocks" (
	"family" text collate "C" NOT NULL,
	"domain" bigint NOT NULL,
	"number" bigint NOT NULL,
	"hash" text collate "C" NOT NULL,
	"time_ms" bigint NOT NULL,
	CONSTRAINT "blocks_family_domain_number_pk" PRIMARY KEY("family","domain","number")
);
--> statement-breakpoint
CREATE TABLE "broken_views" (
	"family" text collate "C" NOT NULL,
	"domain" bigint NOT NULL,
	"code" text collate "C" NOT NULL,
	"reason" text collate "C" NOT NULL,
	"since_ms" bigint NOT NULL,
	CONSTRAINT "broken_views_family_domain_pk" PRIMARY KEY("family","domain")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"message_id" text collate "C" PRIMARY KEY NOT NULL,
	"family" text collate "C" NOT NULL,
	"kind" bigint NOT NULL,
	"source" bigint NOT NULL,
	"destination" bigint NOT NULL,
	"nonce" text collate "C" NOT NULL,
	"source_bridge" text collate "C" NOT NULL,
	"destination_bridge" text collate "C" NOT NULL,
	"asset_home" bigint NOT NULL,
	"sender" text collate "C" NOT NULL,
	"recipient" text collate "C" NOT NULL,
	"wire_amount" numeric(39, 0) NOT NULL,
	"reference" text collate "C" NOT NULL,
	"block_number" bigint NOT NULL,
	"block_hash" text collate "C" NOT NULL,
	"block_time_ms" bigint NOT NULL,
	"transaction" text collate "C" NOT NULL,
	"position_index" bigint NOT NULL,
	"final" boolean DEFAULT false NOT NULL,
	"delivered" boolean DEFAULT false NOT NULL,
	"matched" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outcomes" (
	"message_id" text collate "C" NOT NULL,
	"family" text collate "C" NOT NULL,
	"domain" bigint NOT NULL,
	"status" text collate "C" NOT NULL,
	"credited" boolean DEFAULT false NOT NULL,
	"block_number" bigint NOT NULL,
	"block_hash" text collate "C" NOT NULL,
	"block_time_ms" bigint NOT NULL,
	"transaction" text collate "C" NOT NULL,
	"position_index" bigint NOT NULL,
	"final" boolean DEFAULT false NOT NULL,
	"operation" text collate "C",
	"recipient" text collate "C",
	"wire_amount" numeric(39, 0),
	"reference" text collate "C",
	"compared" boolean DEFAULT false NOT NULL,
	CONSTRAINT "outcomes_message_id_family_domain_pk" PRIMARY KEY("message_id","family","domain")
);
--> statement-breakpoint
CREATE TABLE "roots" (
	"family" text collate "C" NOT NULL,
	"source" bigint NOT NULL,
	"destination" bigint NOT NULL,
	"first_nonce" text collate "C" NOT NULL,
	"count" bigint NOT NULL,
	"root" text collate "C" NOT NULL,
	"block_number" bigint NOT NULL,
	"block_hash" text collate "C" NOT NULL,
	"block_time_ms" bigint NOT NULL,
	"transaction" text collate "C" NOT NULL,
	"position_index" bigint NOT NULL,
	"compared" boolean DEFAULT false NOT NULL,
	CONSTRAINT "roots_family_source_destination_first_nonce_block_number_position_index_pk" PRIMARY KEY("family","source","destination","first_nonce","block_number","position_index")
);
--> statement-breakpoint
CREATE TABLE "own_scans" (
	"family" text collate "C" NOT NULL,
	"domain" bigint NOT NULL,
	"from_block" bigint NOT NULL,
	"after_time_ms" bigint NOT NULL,
	CONSTRAINT "own_scans_family_domain_pk" PRIMARY KEY("family","domain")
);
--> statement-breakpoint
CREATE TABLE "pruned_nonces" (
	"family" text collate "C" NOT NULL,
	"source" bigint NOT NULL,
	"destination" bigint NOT NULL,
	"first_nonce" text collate "C" NOT NULL,
	"end_nonce" text collate "C" NOT NULL,
	"last_block" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "pruned_nonces_family_source_destination_first_nonce_pk" PRIMARY KEY("family","source","destination","first_nonce")
);
--> statement-breakpoint
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
CREATE TABLE "orders" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"origin" text collate "C" NOT NULL,
	"state" text collate "C" NOT NULL,
	"family" text collate "C" NOT NULL,
	"operation" text collate "C" NOT NULL,
	"source" bigint NOT NULL,
	"destination" bigint NOT NULL,
	"asset_home" bigint NOT NULL,
	"sender" text collate "C",
	"recipient" text collate "C" NOT NULL,
	"wire_amount" numeric(39, 0) NOT NULL,
	"reference" text collate "C" NOT NULL,
	"message_id" text collate "C",
	"cancel_message_id" text collate "C",
	"lock_transaction" text collate "C",
	"lock_block" bigint,
	"mint_transaction" text collate "C",
	"refund_transaction" text collate "C",
	"required_confirmations" bigint NOT NULL,
	"signatures" bigint DEFAULT 0 NOT NULL,
	"required_signatures" bigint NOT NULL,
	"credited" boolean DEFAULT false NOT NULL,
	"final" boolean DEFAULT false NOT NULL,
	"failure_code" text collate "C",
	"failure_message" text collate "C",
	"avatar_id" text collate "C",
	"custody" text collate "C",
	"refund_address" text collate "C",
	"unsigned_transactions" text collate "C",
	"delivery_fee" numeric(39, 0),
	"details" text collate "C" NOT NULL,
	"expires_at_ms" bigint,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	"completed_at_ms" bigint,
	"version" bigint DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "submissions" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"purpose" text collate "C" NOT NULL,
	"domain" bigint NOT NULL,
	"family" text collate "C" NOT NULL,
	"state" text collate "C" NOT NULL,
	"payer" text collate "C" NOT NULL,
	"sequence" bigint NOT NULL,
	"details" text collate "C" NOT NULL,
	"costs" text collate "C",
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "submission_versions" (
	"submission_id" text collate "C" NOT NULL,
	"number" bigint NOT NULL,
	"body" text collate "C" NOT NULL,
	CONSTRAINT "submission_versions_submission_id_number_pk" PRIMARY KEY("submission_id","number")
);
--> statement-breakpoint
CREATE TABLE "submission_orders" (
	"submission_id" text collate "C" NOT NULL,
	"number" bigint NOT NULL,
	"order_id" text collate "C" NOT NULL,
	CONSTRAINT "submission_orders_submission_id_number_pk" PRIMARY KEY("submission_id","number")
);
--> statement-breakpoint
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
CREATE TABLE "signatures" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"domain" bigint NOT NULL,
	"anchor" text collate "C" NOT NULL,
	"digest" text collate "C" NOT NULL,
	"calls" text collate "C" NOT NULL,
	"created_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "void_allowances" (
	"family" text collate "C" NOT NULL,
	"domain" bigint NOT NULL,
	"anchor" text collate "C" NOT NULL,
	"expires_at_ms" bigint NOT NULL,
	CONSTRAINT "void_allowances_family_domain_anchor_pk" PRIMARY KEY("family","domain","anchor")
);
--> statement-breakpoint
CREATE TABLE "delivery_fees" (
	"family" text collate "C" NOT NULL,
	"source" bigint NOT NULL,
	"destination" bigint NOT NULL,
	"since_ms" bigint NOT NULL,
	"fee" numeric(39, 0) NOT NULL,
	CONSTRAINT "delivery_fees_family_source_destination_since_ms_pk" PRIMARY KEY("family","source","destination","since_ms")
);
--> statement-breakpoint
ALTER TABLE "submission_versions" ADD CONSTRAINT "submission_versions_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "submission_orders" ADD CONSTRAINT "submission_orders_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "submission_messages" ADD CONSTRAINT "submission_messages_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "submission_roots" ADD CONSTRAINT "submission_roots_submission_id_submissions_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submissions"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "events_subject" ON "events" USING btree ("subject","seq");
--> statement-breakpoint
CREATE INDEX "events_avatar" ON "events" USING btree ("avatar_id","topic","seq") WHERE "events"."avatar_id" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "messages_lane" ON "messages" USING btree ("family","source","destination","nonce");
--> statement-breakpoint
CREATE INDEX "messages_height" ON "messages" USING btree ("family","source","final","block_number");
--> statement-breakpoint
CREATE INDEX "messages_undelivered" ON "messages" USING btree ("family","destination","final","delivered","block_time_ms");
--> statement-breakpoint
CREATE INDEX "messages_unmatched" ON "messages" USING btree ("matched","family","source","kind","block_time_ms");
--> statement-breakpoint
CREATE INDEX "messages_reference" ON "messages" USING btree ("reference","kind");
--> statement-breakpoint
CREATE INDEX "messages_sender" ON "messages" USING btree ("sender","block_time_ms");
--> statement-breakpoint
CREATE INDEX "outcomes_compared" ON "outcomes" USING btree ("family","domain","compared");
--> statement-breakpoint
CREATE INDEX "outcomes_height" ON "outcomes" USING btree ("family","domain","final","block_number");
--> statement-breakpoint
CREATE INDEX "roots_compared" ON "roots" USING btree ("family","source","destination","compared");
--> statement-breakpoint
CREATE INDEX "roots_height" ON "roots" USING btree ("family","destination","block_number");
--> statement-breakpoint
CREATE INDEX "orders_state" ON "orders" USING btree ("state","id");
--> statement-breakpoint
CREATE INDEX "orders_avatar" ON "orders" USING btree ("avatar_id","id");
--> statement-breakpoint
CREATE INDEX "orders_avatar_state" ON "orders" USING btree ("avatar_id","state","id");
--> statement-breakpoint
CREATE INDEX "orders_sender_state" ON "orders" USING btree ("sender","state");
--> statement-breakpoint
CREATE INDEX "orders_recipient" ON "orders" USING btree ("recipient","state");
--> statement-breakpoint
CREATE INDEX "orders_refund_address" ON "orders" USING btree ("refund_address","state");
--> statement-breakpoint
CREATE INDEX "orders_reference" ON "orders" USING btree ("reference","state");
--> statement-breakpoint
CREATE UNIQUE INDEX "orders_api_reference" ON "orders" USING btree ("reference") WHERE "orders"."origin" = 'api';
--> statement-breakpoint
CREATE UNIQUE INDEX "orders_message" ON "orders" USING btree ("message_id");
--> statement-breakpoint
CREATE INDEX "orders_cancel_message" ON "orders" USING btree ("cancel_message_id");
--> statement-breakpoint
CREATE INDEX "orders_lock_transaction" ON "orders" USING btree ("lock_transaction");
--> statement-breakpoint
CREATE INDEX "orders_mint_transaction" ON "orders" USING btree ("mint_transaction");
--> statement-breakpoint
CREATE INDEX "orders_refund_transaction" ON "orders" USING btree ("refund_transaction");
--> statement-breakpoint
CREATE INDEX "submissions_state" ON "submissions" USING btree ("purpose","state","domain","id");
--> statement-breakpoint
CREATE INDEX "submission_orders_order" ON "submission_orders" USING btree ("order_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "signatures_digest" ON "signatures" USING btree ("domain","digest");
