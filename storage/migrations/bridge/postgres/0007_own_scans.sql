CREATE TABLE "own_scans" (
	"family" text collate "C" NOT NULL,
	"domain" bigint NOT NULL,
	"from_block" bigint NOT NULL,
	"after_time_ms" bigint NOT NULL,
	CONSTRAINT "own_scans_family_domain_pk" PRIMARY KEY("family","domain")
);

