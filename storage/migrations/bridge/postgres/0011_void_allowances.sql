CREATE TABLE "void_allowances" (
	"family" text collate "C" NOT NULL,
	"domain" bigint NOT NULL,
	"anchor" text collate "C" NOT NULL,
	"expires_at_ms" bigint NOT NULL,
	CONSTRAINT "void_allowances_family_domain_anchor_pk" PRIMARY KEY("family","domain","anchor")
);

