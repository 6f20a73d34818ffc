CREATE TABLE "signer_answers" (
	"signer" text collate "C" NOT NULL,
	"domain" bigint NOT NULL,
	"signed_at_ms" bigint,
	"refused_at_ms" bigint,
	"refusal_code" text collate "C",
	"refusal_message" text collate "C",
	CONSTRAINT "signer_answers_signer_domain_pk" PRIMARY KEY("signer","domain")
);

--> statement-breakpoint
CREATE TABLE "payers" (
	"domain" bigint PRIMARY KEY NOT NULL,
	"address" text collate "C" NOT NULL,
	"minimum" numeric(39, 0)
);

--> statement-breakpoint
CREATE INDEX "orders_credited" ON "orders" USING btree ("id") WHERE "orders"."credited";
