CREATE TABLE `health_checks` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`latency_ms` integer,
	`message` text NOT NULL,
	`checked_at_ms` integer NOT NULL
);

--> statement-breakpoint
CREATE INDEX `health_checks_name` ON `health_checks` (`name`,`seq`);
--> statement-breakpoint
CREATE INDEX `health_checks_age` ON `health_checks` (`checked_at_ms`);
