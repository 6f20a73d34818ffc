CREATE TABLE "swaps" (
	"order_id" text collate "C" PRIMARY KEY NOT NULL,
	"family" text collate "C" NOT NULL,
	"domain" bigint NOT NULL,
	"swap_id" text collate "C" NOT NULL,
	"terms" text collate "C" NOT NULL,
	"recipient" text collate "C" NOT NULL,
	"deadline_ms" bigint NOT NULL,
	"out_decimals" bigint NOT NULL,
	"from_block" bigint NOT NULL,
	"solver_id" text collate "C",
	"solver_account_id" text collate "C",
	"solver_address" text collate "C",
	"quote_expires_at_ms" bigint,
	"end" text collate "C" NOT NULL,
	"homeward" text collate "C" NOT NULL,
	"filler" text collate "C",
	"filled_amount" numeric(39, 0),
	"fill_transaction" text collate "C",
	"filled_at_ms" bigint,
	"settled" boolean NOT NULL,
	"return_transaction" text collate "C",
	"end_block" bigint,
	"end_final" boolean NOT NULL,
	"watched_until_ms" bigint,
	"outcome_due" boolean NOT NULL
);

--> statement-breakpoint
CREATE TABLE "swap_events" (
	"family" text collate "C" NOT NULL,
	"domain" bigint NOT NULL,
	"swap_id" text collate "C" NOT NULL,
	"type" text collate "C" NOT NULL,
	"account" text collate "C",
	"amount" numeric(39, 0) NOT NULL,
	"home" bigint,
	"block_number" bigint NOT NULL,
	"block_hash" text collate "C" NOT NULL,
	"block_time_ms" bigint NOT NULL,
	"transaction" text collate "C" NOT NULL,
	"position_index" bigint NOT NULL,
	CONSTRAINT "swap_events_family_domain_block_number_position_index_pk" PRIMARY KEY("family","domain","block_number","position_index")
);

--> statement-breakpoint
CREATE TABLE "swap_scans" (
	"family" text collate "C" NOT NULL,
	"domain" bigint NOT NULL,
	"number" bigint NOT NULL,
	CONSTRAINT "swap_scans_family_domain_pk" PRIMARY KEY("family","domain")
);

--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "swap_state" text collate "C";
--> statement-breakpoint
CREATE UNIQUE INDEX "swaps_id" ON "swaps" USING btree ("swap_id");
--> statement-breakpoint
CREATE INDEX "swaps_watched" ON "swaps" USING btree ("family","domain","from_block") WHERE "swaps"."watched_until_ms" is not null;
--> statement-breakpoint
CREATE INDEX "swaps_recipient" ON "swaps" USING btree ("recipient","domain");
--> statement-breakpoint
CREATE INDEX "swaps_due" ON "swaps" USING btree ("order_id") WHERE "swaps"."outcome_due";
--> statement-breakpoint
CREATE INDEX "swaps_end" ON "swaps" USING btree ("family","domain","end_block") WHERE not "swaps"."end_final";
--> statement-breakpoint
CREATE INDEX "swap_events_swap" ON "swap_events" USING btree ("swap_id");
--> statement-breakpoint
CREATE INDEX "orders_swap_state" ON "orders" USING btree ("swap_state","id") WHERE "orders"."swap_state" is not null;
--> statement-breakpoint
CREATE INDEX "orders_avatar_swap_state" ON "orders" USING btree ("avatar_id","swap_state","id") WHERE "orders"."swap_state" is not null;
