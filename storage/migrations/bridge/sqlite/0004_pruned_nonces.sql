CREATE TABLE `pruned_nonces` (
	`family` text NOT NULL,
	`source` integer NOT NULL,
	`destination` integer NOT NULL,
	`first_nonce` text NOT NULL,
	`end_nonce` text NOT NULL,
	PRIMARY KEY(`family`, `source`, `destination`, `first_nonce`)
);

