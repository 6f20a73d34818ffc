CREATE TABLE `own_scans` (
	`family` text NOT NULL,
	`domain` integer NOT NULL,
	`from_block` integer NOT NULL,
	`after_time_ms` integer NOT NULL,
	PRIMARY KEY(`family`, `domain`)
);

