CREATE TABLE `holons` (
	`id` text PRIMARY KEY NOT NULL,
	`avatar_id` text NOT NULL,
	`ordinal` text NOT NULL,
	`name` text NOT NULL,
	`holon_type` text NOT NULL,
	`version` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	`deleted_at_ms` integer
);

--> statement-breakpoint
CREATE INDEX `holons_avatar` ON `holons` (`avatar_id`,`ordinal`) WHERE "holons"."deleted_at_ms" is null;
--> statement-breakpoint
CREATE INDEX `holons_type` ON `holons` (`avatar_id`,`holon_type`,`ordinal`) WHERE "holons"."deleted_at_ms" is null;
--> statement-breakpoint
CREATE TABLE `holon_versions` (
	`holon_id` text NOT NULL,
	`version` integer NOT NULL,
	`body_id` text NOT NULL,
	`checksum` text NOT NULL,
	`bytes` integer NOT NULL,
	`saved_by` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`copies` integer NOT NULL,
	PRIMARY KEY(`holon_id`, `version`)
);

--> statement-breakpoint
CREATE INDEX `holon_versions_lacking` ON `holon_versions` (`holon_id`,`version`) WHERE "holon_versions"."copies" < 2;
--> statement-breakpoint
CREATE TABLE `holon_places` (
	`holon_id` text NOT NULL,
	`version` integer NOT NULL,
	`provider` text NOT NULL,
	`checked_at_ms` integer NOT NULL,
	PRIMARY KEY(`holon_id`, `version`, `provider`)
);

--> statement-breakpoint
CREATE INDEX `holon_places_provider` ON `holon_places` (`provider`,`checked_at_ms`);
--> statement-breakpoint
CREATE TABLE `holon_fields` (
	`holon_id` text NOT NULL,
	`ordinal` text NOT NULL,
	`avatar_id` text NOT NULL,
	`holon_type` text NOT NULL,
	`field` text NOT NULL,
	`value` text NOT NULL,
	PRIMARY KEY(`holon_id`, `field`)
);

--> statement-breakpoint
CREATE INDEX `holon_fields_value` ON `holon_fields` (`avatar_id`,`field`,`value`,`ordinal`);
--> statement-breakpoint
CREATE INDEX `holon_fields_typed` ON `holon_fields` (`avatar_id`,`field`,`value`,`holon_type`,`ordinal`);
--> statement-breakpoint
CREATE TABLE `holon_uploads` (
	`id` text PRIMARY KEY NOT NULL,
	`holon_id` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`expired` integer NOT NULL
);

--> statement-breakpoint
CREATE INDEX `holon_uploads_age` ON `holon_uploads` (`created_at_ms`);
--> statement-breakpoint
CREATE TABLE `holon_bodies` (
	`id` text PRIMARY KEY NOT NULL,
	`body` text NOT NULL
);

