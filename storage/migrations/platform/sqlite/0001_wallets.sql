CREATE TABLE `wallet_seeds` (
	`avatar_id` text PRIMARY KEY NOT NULL,
	`sealed` text NOT NULL,
	`master_key` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL
);

--> statement-breakpoint
CREATE INDEX `wallet_seeds_master_key` ON `wallet_seeds` (`master_key`,`avatar_id`);
--> statement-breakpoint
CREATE TABLE `wallet_indexes` (
	`avatar_id` text NOT NULL,
	`provider_type` integer NOT NULL,
	`next` integer NOT NULL,
	PRIMARY KEY(`avatar_id`, `provider_type`)
);

--> statement-breakpoint
CREATE TABLE `wallets` (
	`id` text PRIMARY KEY NOT NULL,
	`avatar_id` text NOT NULL,
	`provider_type` integer NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`address` text NOT NULL,
	`public_key` text,
	`seed_index` integer,
	`verified` integer NOT NULL,
	`is_default` integer NOT NULL,
	`challenge` text,
	`challenge_expires_at_ms` integer,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	`hidden_at_ms` integer,
	`version` integer DEFAULT 1 NOT NULL
);

--> statement-breakpoint
CREATE UNIQUE INDEX `wallets_address` ON `wallets` (`avatar_id`,`provider_type`,`address`);
--> statement-breakpoint
CREATE UNIQUE INDEX `wallets_default` ON `wallets` (`avatar_id`,`provider_type`) WHERE "wallets"."is_default";
--> statement-breakpoint
CREATE INDEX `wallets_avatar` ON `wallets` (`avatar_id`,`id`);
--> statement-breakpoint
CREATE INDEX `wallets_hidden` ON `wallets` (`hidden_at_ms`);
--> statement-breakpoint
CREATE TABLE `wallet_transfers` (
	`id` text PRIMARY KEY NOT NULL,
	`wallet_id` text NOT NULL,
	`avatar_id` text NOT NULL,
	`domain` integer NOT NULL,
	`family` text NOT NULL,
	`from` text NOT NULL,
	`to` text NOT NULL,
	`symbol` text NOT NULL,
	`token` text,
	`decimals` integer NOT NULL,
	`amount` text NOT NULL,
	`state` text NOT NULL,
	`transaction` text,
	`failure_code` text,
	`failure_message` text,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);

--> statement-breakpoint
CREATE INDEX `wallet_transfers_state` ON `wallet_transfers` (`state`,`id`);
--> statement-breakpoint
CREATE INDEX `wallet_transfers_wallet` ON `wallet_transfers` (`wallet_id`,`id`);
--> statement-breakpoint
CREATE INDEX `wallet_transfers_avatar` ON `wallet_transfers` (`avatar_id`,`symbol`,`created_at_ms`);
