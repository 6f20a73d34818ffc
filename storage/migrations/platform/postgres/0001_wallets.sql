CREATE TABLE "wallet_seeds" (
	"avatar_id" text collate "C" PRIMARY KEY NOT NULL,
	"sealed" text collate "C" NOT NULL,
	"master_key" text collate "C" NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL
);

--> statement-breakpoint
CREATE TABLE "wallet_indexes" (
	"avatar_id" text collate "C" NOT NULL,
	"provider_type" bigint NOT NULL,
	"next" bigint NOT NULL,
	CONSTRAINT "wallet_indexes_avatar_id_provider_type_pk" PRIMARY KEY("avatar_id","provider_type")
);

--> statement-breakpoint
CREATE TABLE "wallets" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"avatar_id" text collate "C" NOT NULL,
	"provider_type" bigint NOT NULL,
	"name" text collate "C" NOT NULL,
	"description" text collate "C" NOT NULL,
	"address" text collate "C" NOT NULL,
	"public_key" text collate "C",
	"seed_index" bigint,
	"verified" boolean NOT NULL,
	"is_default" boolean NOT NULL,
	"challenge" text collate "C",
	"challenge_expires_at_ms" bigint,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	"hidden_at_ms" bigint,
	"version" bigint DEFAULT 1 NOT NULL
);

--> statement-breakpoint
CREATE TABLE "wallet_transfers" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"wallet_id" text collate "C" NOT NULL,
	"avatar_id" text collate "C" NOT NULL,
	"domain" bigint NOT NULL,
	"family" text collate "C" NOT NULL,
	"from" text collate "C" NOT NULL,
	"to" text collate "C" NOT NULL,
	"symbol" text collate "C" NOT NULL,
	"token" text collate "C",
	"decimals" bigint NOT NULL,
	"amount" numeric(39, 0) NOT NULL,
	"state" text collate "C" NOT NULL,
	"transaction" text collate "C",
	"failure_code" text collate "C",
	"failure_message" text collate "C",
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL
);

--> statement-breakpoint
CREATE INDEX "wallet_seeds_master_key" ON "wallet_seeds" USING btree ("master_key","avatar_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "wallets_address" ON "wallets" USING btree ("avatar_id","provider_type","address");
--> statement-breakpoint
CREATE UNIQUE INDEX "wallets_default" ON "wallets" USING btree ("avatar_id","provider_type") WHERE "wallets"."is_default";
--> statement-breakpoint
CREATE INDEX "wallets_avatar" ON "wallets" USING btree ("avatar_id","id");
--> statement-breakpoint
CREATE INDEX "wallets_hidden" ON "wallets" USING btree ("hidden_at_ms");
--> statement-breakpoint
CREATE INDEX "wallet_transfers_state" ON "wallet_transfers" USING btree ("state","id");
--> statement-breakpoint
CREATE INDEX "wallet_transfers_wallet" ON "wallet_transfers" USING btree ("wallet_id","id");
--> statement-breakpoint
CREATE INDEX "wallet_transfers_avatar" ON "wallet_transfers" USING btree ("avatar_id","symbol","created_at_ms");
