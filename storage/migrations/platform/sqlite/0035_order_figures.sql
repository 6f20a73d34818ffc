CREATE TABLE `order_figures` (
	`interval` text NOT NULL,
	`source` integer NOT NULL,
	`destination` integer NOT NULL,
	`start_ms` integer NOT NULL,
	`created` integer NOT NULL,
	`completed` integer NOT NULL,
	`rolled_back` integer NOT NULL,
	`volume` text NOT NULL,
	`stages` text NOT NULL,
	PRIMARY KEY(`interval`, `source`, `destination`, `start_ms`)
);

--> statement-breakpoint
CREATE INDEX `order_figures_age` ON `order_figures` (`interval`,`start_ms`);
--> statement-breakpoint
CREATE TABLE `order_figures_position` (
	`id` integer PRIMARY KEY NOT NULL,
	`seq` integer NOT NULL,
	`filled_to` text
);

