CREATE TABLE "solver_offers" (
	"solver_id" text collate "C" PRIMARY KEY NOT NULL,
	"account_id" text collate "C" NOT NULL,
	"count" bigint NOT NULL,
	"replaced_at_ms" bigint NOT NULL,
	"previous_at_ms" bigint NOT NULL,
	"ends_at_ms" bigint NOT NULL,
	"change" bigint NOT NULL,
	"offers" text collate "C" NOT NULL
);

--> statement-breakpoint
CREATE TABLE "solver_records" (
	"account_id" text collate "C" PRIMARY KEY NOT NULL,
	"outcomes" text collate "C" NOT NULL
);

--> statement-breakpoint
CREATE UNIQUE INDEX "solver_offers_change" ON "solver_offers" USING btree ("change");
--> statement-breakpoint
CREATE INDEX "solver_offers_end" ON "solver_offers" USING btree ("ends_at_ms","account_id","count");
