CREATE TABLE "solver_swaps" (
	"swap_id" text collate "C" PRIMARY KEY NOT NULL,
	"order_id" text collate "C" NOT NULL,
	"family" text collate "C" NOT NULL,
	"domain" bigint NOT NULL,
	"source" bigint NOT NULL,
	"terms" text collate "C" NOT NULL,
	"lane" text collate "C",
	"stage" text collate "C" NOT NULL,
	"early" boolean DEFAULT false NOT NULL,
	"reason" text collate "C",
	"paid" numeric(39, 0),
	"received" numeric(39, 0),
	"profit" text collate "C",
	"deadline_ms" bigint NOT NULL,
	"seen_at_ms" bigint NOT NULL,
	"changed_at_ms" bigint NOT NULL
);

--> statement-breakpoint
CREATE TABLE "solver_entries" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"domain" bigint NOT NULL,
	"asset" text collate "C",
	"kind" text collate "C" NOT NULL,
	"is_income" boolean NOT NULL,
	"amount" numeric(39, 0) NOT NULL,
	"lane" text collate "C",
	"swap_id" text collate "C",
	"submission_id" text collate "C",
	"at_ms" bigint NOT NULL
);

--> statement-breakpoint
CREATE TABLE "solver_homeward" (
	"submission_id" text collate "C" PRIMARY KEY NOT NULL,
	"family" text collate "C" NOT NULL,
	"source" bigint NOT NULL,
	"home" bigint NOT NULL,
	"message_id" text collate "C" NOT NULL,
	"nonce" text collate "C" NOT NULL,
	"wire_amount" numeric(39, 0) NOT NULL,
	"state" text collate "C" NOT NULL,
	"sent_at_ms" bigint NOT NULL,
	"changed_at_ms" bigint NOT NULL
);

--> statement-breakpoint
CREATE INDEX "solver_swaps_stage" ON "solver_swaps" USING btree ("stage","changed_at_ms");
--> statement-breakpoint
CREATE INDEX "solver_entries_asset" ON "solver_entries" USING btree ("domain","asset");
--> statement-breakpoint
CREATE INDEX "solver_entries_cause" ON "solver_entries" USING btree ("submission_id");
--> statement-breakpoint
CREATE INDEX "solver_homeward_state" ON "solver_homeward" USING btree ("state");
