CREATE TABLE "broken_views" (
	"family" text collate "C" NOT NULL,
	"domain" bigint NOT NULL,
	"code" text collate "C" NOT NULL,
	"reason" text collate "C" NOT NULL,
	"since_ms" bigint NOT NULL,
	CONSTRAINT "broken_views_family_domain_pk" PRIMARY KEY("family","domain")
);

