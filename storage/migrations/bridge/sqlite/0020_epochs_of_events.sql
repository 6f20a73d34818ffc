CREATE TABLE `event_epochs` (
	`epoch` integer PRIMARY KEY NOT NULL,
	`origin` text NOT NULL
);

