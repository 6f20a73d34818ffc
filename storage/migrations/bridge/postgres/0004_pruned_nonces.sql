CREATE TABLE "pruned_nonces" (
	"family" text collate "C" NOT NULL,
	"source" bigint NOT NULL,
	"destination" bigint NOT NULL,
	"first_nonce" text collate "C" NOT NULL,
	"end_nonce" text collate "C" NOT NULL,
	CONSTRAINT "pruned_nonces_family_source_destination_first_nonce_pk" PRIMARY KEY("family","source","destination","first_nonce")
);

