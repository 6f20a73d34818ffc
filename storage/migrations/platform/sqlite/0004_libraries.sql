CREATE TABLE `libraries` (
	`id` text PRIMARY KEY NOT NULL,
	`created_by` text NOT NULL,
	`current` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	`deleted_at_ms` integer,
	`revision` integer DEFAULT 1 NOT NULL
);

--> statement-breakpoint
CREATE INDEX `libraries_listed` ON `libraries` (`id`) WHERE "libraries"."deleted_at_ms" is null;
--> statement-breakpoint
CREATE TABLE `library_versions` (
	`library_id` text NOT NULL,
	`version` text NOT NULL,
	`ordinal` integer NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`category` text NOT NULL,
	`source_path` text,
	`language` text,
	`dependencies` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	PRIMARY KEY(`library_id`, `version`)
);

--> statement-breakpoint
CREATE TABLE `library_edges` (
	`library_id` text NOT NULL,
	`version` text NOT NULL,
	`dependency_id` text NOT NULL,
	PRIMARY KEY(`library_id`, `version`, `dependency_id`)
);

--> statement-breakpoint
CREATE INDEX `library_edges_dependency` ON `library_edges` (`dependency_id`,`library_id`);
