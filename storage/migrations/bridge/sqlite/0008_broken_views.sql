CREATE TABLE `broken_views` (
	`family` text NOT NULL,
	`domain` integer NOT NULL,
	`code` text NOT NULL,
	`reason` text NOT NULL,
	`since_ms` integer NOT NULL,
	PRIMARY KEY(`family`, `domain`)
);

