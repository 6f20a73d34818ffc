CREATE TABLE `delivery_fees` (
	`family` text NOT NULL,
	`source` integer NOT NULL,
	`destination` integer NOT NULL,
	`since_ms` integer NOT NULL,
	`fee` text NOT NULL,
	PRIMARY KEY(`family`, `source`, `destination`, `since_ms`)
);

--> statement-breakpoint
ALTER TABLE `submissions` ADD `costs` text;
