CREATE TABLE `idempotency_keys` (
	`caller` text NOT NULL,
	`route` text NOT NULL,
	`key` text NOT NULL,
	`body_hash` text NOT NULL,
	`answer` text,
	`created_at_ms` integer NOT NULL,
	PRIMARY KEY(`caller`, `route`, `key`)
);

--> statement-breakpoint
CREATE INDEX `idempotency_keys_age` ON `idempotency_keys` (`created_at_ms`);
--> statement-breakpoint
CREATE TABLE `rate_limits` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`reset_ms` integer NOT NULL
);

--> statement-breakpoint
CREATE INDEX `rate_limits_reset` ON `rate_limits` (`reset_ms`);
