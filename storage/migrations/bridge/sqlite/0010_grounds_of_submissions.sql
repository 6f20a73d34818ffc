CREATE TABLE `submission_messages` (
	`submission_id` text NOT NULL,
	`number` integer NOT NULL,
	`message_id` text NOT NULL,
	`block_number` integer NOT NULL,
	`block_hash` text NOT NULL,
	PRIMARY KEY(`submission_id`, `number`),
	FOREIGN KEY (`submission_id`) REFERENCES `submissions`(`id`) ON UPDATE no action ON DELETE no action
);

--> statement-breakpoint
CREATE TABLE `submission_roots` (
	`submission_id` text NOT NULL,
	`number` integer NOT NULL,
	`source` integer NOT NULL,
	`first_nonce` text NOT NULL,
	`count` integer NOT NULL,
	`root` text NOT NULL,
	PRIMARY KEY(`submission_id`, `number`),
	FOREIGN KEY (`submission_id`) REFERENCES `submissions`(`id`) ON UPDATE no action ON DELETE no action
);

