CREATE TABLE `avatar_mail_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`avatar_id` text,
	`sealed` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`attempts` integer NOT NULL,
	`due_at_ms` integer NOT NULL
);

--> statement-breakpoint
CREATE INDEX `avatar_mail_requests_due` ON `avatar_mail_requests` (`due_at_ms`);
