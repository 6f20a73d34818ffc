CREATE TABLE "order_figures" (
	"interval" text collate "C" NOT NULL,
	"source" bigint NOT NULL,
	"destination" bigint NOT NULL,
	"start_ms" bigint NOT NULL,
	"created" bigint NOT NULL,
	"completed" bigint NOT NULL,
	"rolled_back" bigint NOT NULL,
	"volume" text collate "C" NOT NULL,
	"stages" text collate "C" NOT NULL,
	CONSTRAINT "order_figures_interval_source_destination_start_ms_pk" PRIMARY KEY("interval","source","destination","start_ms")
);

--> statement-breakpoint
CREATE TABLE "order_figures_position" (
	"id" bigint PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"filled_to" text collate "C"
);

--> statement-breakpoint
CREATE INDEX "order_figures_age" ON "order_figures" USING btree ("interval","start_ms");
