CREATE TABLE `signer_answers` (
	`signer` text NOT NULL,
	`domain` integer NOT NULL,
	`signed_at_ms` integer,
	`refused_at_ms` integer,
	`refusal_code` text,
	`refusal_message` text,
	PRIMARY KEY(`signer`, `domain`)
);

--> statement-breakpoint
CREATE TABLE `payers` (
	`domain` integer PRIMARY KEY NOT NULL,
	`address` text NOT NULL,
	`minimum` text
);

--> statement-breakpoint
CREATE INDEX `orders_credited` ON `orders` (`id`) WHERE "orders"."credited";
