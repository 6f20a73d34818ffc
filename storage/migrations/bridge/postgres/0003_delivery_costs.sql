CREATE TABLE "delivery_fees" (
	"family" text collate "C" NOT NULL,
	"source" bigint NOT NULL,
	"destination" bigint NOT NULL,
	"since_ms" bigint NOT NULL,
	"fee" numeric(39, 0) NOT NULL,
	CONSTRAINT "delivery_fees_family_source_destination_since_ms_pk" PRIMARY KEY("family","source","destination","since_ms")
);

--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "costs" text collate "C";
