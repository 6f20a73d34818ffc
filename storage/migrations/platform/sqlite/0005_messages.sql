CREATE TABLE `direct_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`from_avatar_id` text NOT NULL,
	`to_avatar_id` text NOT NULL,
	`text` text NOT NULL,
	`metadata` text NOT NULL,
	`sent_at_ms` integer NOT NULL,
	`read_at_ms` integer
);

--> statement-breakpoint
CREATE TABLE `message_copies` (
	`avatar_id` text NOT NULL,
	`message_id` text NOT NULL,
	`peer_id` text NOT NULL,
	`incoming` integer NOT NULL,
	`unread` integer NOT NULL,
	PRIMARY KEY(`avatar_id`, `message_id`)
);

--> statement-breakpoint
CREATE INDEX `message_copies_inbox` ON `message_copies` (`avatar_id`,`message_id`) WHERE "message_copies"."incoming";
--> statement-breakpoint
CREATE INDEX `message_copies_unread` ON `message_copies` (`avatar_id`,`message_id`) WHERE "message_copies"."unread";
--> statement-breakpoint
CREATE INDEX `message_copies_peer` ON `message_copies` (`avatar_id`,`peer_id`,`message_id`);
--> statement-breakpoint
CREATE INDEX `message_copies_message` ON `message_copies` (`message_id`);
--> statement-breakpoint
CREATE TABLE `message_totals` (
	`avatar_id` text PRIMARY KEY NOT NULL,
	`sent` integer NOT NULL,
	`received` integer NOT NULL,
	`unread` integer NOT NULL
);

--> statement-breakpoint
CREATE TABLE `message_blocks` (
	`avatar_id` text NOT NULL,
	`blocked_id` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	PRIMARY KEY(`avatar_id`, `blocked_id`)
);

