CREATE TABLE "wallet_spends" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"kind" text collate "C" NOT NULL,
	"reference" text collate "C" NOT NULL,
	"avatar_id" text collate "C" NOT NULL,
	"wallet_id" text collate "C" NOT NULL,
	"asset" text collate "C" NOT NULL,
	"amount" numeric(39, 0) NOT NULL,
	"decimals" bigint NOT NULL,
	"spender" text collate "C" NOT NULL,
	"spender_id" text collate "C" NOT NULL,
	"at_ms" bigint NOT NULL
);

--> statement-breakpoint
CREATE TABLE "spending_limits" (
	"subject" text collate "C" NOT NULL,
	"subject_id" text collate "C" NOT NULL,
	"asset" text collate "C" NOT NULL,
	"amount" numeric(39, 0) NOT NULL,
	"decimals" bigint NOT NULL,
	"owner_id" text collate "C" NOT NULL,
	"set_by" text collate "C" NOT NULL,
	"set_at_ms" bigint NOT NULL,
	CONSTRAINT "spending_limits_subject_subject_id_asset_pk" PRIMARY KEY("subject","subject_id","asset")
);

--> statement-breakpoint
ALTER TABLE "wallet_seeds" ADD COLUMN "phrase_given_at_ms" bigint;
--> statement-breakpoint
CREATE INDEX "wallet_spends_avatar" ON "wallet_spends" USING btree ("avatar_id","asset","at_ms");
--> statement-breakpoint
CREATE INDEX "wallet_spends_at" ON "wallet_spends" USING btree ("at_ms");
--> statement-breakpoint
CREATE INDEX "spending_limits_owner" ON "spending_limits" USING btree ("owner_id");
--> statement-breakpoint
INSERT INTO "wallet_spends" SELECT "id", 'send', "id", "avatar_id", "wallet_id", "symbol", "amount", "decimals", 'recent', '', "created_at_ms" FROM "wallet_transfers" WHERE "created_at_ms" >= (extract(epoch FROM now()) - 86400) * 1000;
