CREATE TABLE `void_allowances` (
	`family` text NOT NULL,
	`domain` integer NOT NULL,
	`anchor` text NOT NULL,
	`expires_at_ms` integer NOT NULL,
	PRIMARY KEY(`family`, `domain`, `anchor`)
);

