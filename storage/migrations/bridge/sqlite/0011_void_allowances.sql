-- Everything up to this migration. Its sha256 when it stood alone: 3d7ea330f114b7d584c69b90da78f29a636c19ddf4ab93ab9bb97e7cc1a94296
--> statement-breakpoint
CREATE TABLE `events` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`subject` text NOT NULL,
	`type` text NOT NULL,
	`data` text NOT NULL,
	`created_at_ms` integer NOT NULL
, `avatar_id` text, `topic` text)
--> statement-breakpoint
CREATE INDEX `events_subject` ON `events` (`subject`,`seq`)
--> statement-breakpoint
CREATE TABLE `leases` (
	`name` text PRIMARY KEY NOT NULL,
	`holder` text NOT NULL,
	`token` integer NOT NULL,
	`expires_at_ms` integer NOT NULL
)
--> statement-breakpoint
CREATE TABLE `blocks` (
	`family` text NOT NULL,
	`domain` integer NOT NULL,
	`number` integer NOT NULL,
	`hash` text NOT NULL,
	`time_ms` integer NOT NULL,
	PRIMARY KEY(`family`, `domain`, `number`)
)
--> statement-breakpoint
CREATE TABLE `messages` (
	`message_id` text PRIMARY KEY NOT NULL,
	`family` text NOT NULL,
	`kind` integer NOT NULL,
	`source` integer NOT NULL,
	`destination` integer NOT NULL,
	`nonce` text NOT NULL,
	`source_bridge` text NOT NULL,
	`destination_bridge` text NOT NULL,
	`asset_home` integer NOT NULL,
	`sender` text NOT NULL,
	`recipient` text NOT NULL,
	`wire_amount` text NOT NULL,
	`reference` text NOT NULL,
	`block_number` integer NOT NULL,
	`block_hash` text NOT NULL,
	`block_time_ms` integer NOT NULL,
	`transaction` text NOT NULL,
	`position_index` integer NOT NULL,
	`final` integer DEFAULT false NOT NULL,
	`delivered` integer DEFAULT false NOT NULL,
	`matched` integer DEFAULT false NOT NULL
)
--> statement-breakpoint
CREATE UNIQUE INDEX `messages_lane` ON `messages` (`family`,`source`,`destination`,`nonce`)
--> statement-breakpoint
CREATE INDEX `messages_height` ON `messages` (`family`,`source`,`final`,`block_number`)
--> statement-breakpoint
CREATE INDEX `messages_undelivered` ON `messages` (`family`,`destination`,`final`,`delivered`,`block_time_ms`)
--> statement-breakpoint
CREATE INDEX `messages_unmatched` ON `messages` (`matched`,`family`,`source`,`kind`,`block_time_ms`)
--> statement-breakpoint
CREATE INDEX `messages_reference` ON `messages` (`reference`,`kind`)
--> statement-breakpoint
CREATE TABLE `outcomes` (
	`message_id` text NOT NULL,
	`family` text NOT NULL,
	`domain` integer NOT NULL,
	`status` text NOT NULL,
	`credited` integer DEFAULT false NOT NULL,
	`block_number` integer NOT NULL,
	`block_hash` text NOT NULL,
	`block_time_ms` integer NOT NULL,
	`transaction` text NOT NULL,
	`position_index` integer NOT NULL,
	`final` integer DEFAULT false NOT NULL, `operation` text, `recipient` text, `wire_amount` text, `reference` text, `compared` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`message_id`, `family`, `domain`)
)
--> statement-breakpoint
CREATE INDEX `outcomes_height` ON `outcomes` (`family`,`domain`,`final`,`block_number`)
--> statement-breakpoint
CREATE TABLE `roots` (
	`family` text NOT NULL,
	`source` integer NOT NULL,
	`destination` integer NOT NULL,
	`first_nonce` text NOT NULL,
	`count` integer NOT NULL,
	`root` text NOT NULL,
	`block_number` integer NOT NULL,
	`block_hash` text NOT NULL,
	`block_time_ms` integer NOT NULL,
	`transaction` text NOT NULL,
	`position_index` integer NOT NULL, `compared` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`family`, `source`, `destination`, `first_nonce`, `block_number`, `position_index`)
)
--> statement-breakpoint
CREATE INDEX `roots_height` ON `roots` (`family`,`destination`,`block_number`)
--> statement-breakpoint
CREATE TABLE `orders` (
	`id` text PRIMARY KEY NOT NULL,
	`origin` text NOT NULL,
	`state` text NOT NULL,
	`family` text NOT NULL,
	`operation` text NOT NULL,
	`source` integer NOT NULL,
	`destination` integer NOT NULL,
	`asset_home` integer NOT NULL,
	`sender` text,
	`recipient` text NOT NULL,
	`wire_amount` text NOT NULL,
	`reference` text NOT NULL,
	`message_id` text,
	`cancel_message_id` text,
	`lock_transaction` text,
	`lock_block` integer,
	`mint_transaction` text,
	`refund_transaction` text,
	`required_confirmations` integer NOT NULL,
	`signatures` integer DEFAULT 0 NOT NULL,
	`required_signatures` integer NOT NULL,
	`credited` integer DEFAULT false NOT NULL,
	`final` integer DEFAULT false NOT NULL,
	`failure_code` text,
	`failure_message` text,
	`avatar_id` text,
	`custody` text,
	`refund_address` text,
	`unsigned_transactions` text,
	`details` text NOT NULL,
	`expires_at_ms` integer,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	`completed_at_ms` integer,
	`version` integer DEFAULT 1 NOT NULL
, `delivery_fee` text)
--> statement-breakpoint
CREATE INDEX `orders_state` ON `orders` (`state`,`id`)
--> statement-breakpoint
CREATE INDEX `orders_avatar` ON `orders` (`avatar_id`,`id`)
--> statement-breakpoint
CREATE INDEX `orders_avatar_state` ON `orders` (`avatar_id`,`state`,`id`)
--> statement-breakpoint
CREATE INDEX `orders_sender_state` ON `orders` (`sender`,`state`)
--> statement-breakpoint
CREATE INDEX `orders_reference` ON `orders` (`reference`,`state`)
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_api_reference` ON `orders` (`reference`) WHERE "orders"."origin" = 'api'
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_message` ON `orders` (`message_id`)
--> statement-breakpoint
CREATE INDEX `orders_cancel_message` ON `orders` (`cancel_message_id`)
--> statement-breakpoint
CREATE TABLE `submissions` (
	`id` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`domain` integer NOT NULL,
	`family` text NOT NULL,
	`state` text NOT NULL,
	`payer` text NOT NULL,
	`sequence` integer NOT NULL,
	`details` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL
, `costs` text)
--> statement-breakpoint
CREATE INDEX `submissions_state` ON `submissions` (`purpose`,`state`,`domain`,`id`)
--> statement-breakpoint
CREATE TABLE `submission_versions` (
	`submission_id` text NOT NULL,
	`number` integer NOT NULL,
	`body` text NOT NULL,
	PRIMARY KEY(`submission_id`, `number`),
	FOREIGN KEY (`submission_id`) REFERENCES `submissions`(`id`) ON UPDATE no action ON DELETE no action
)
--> statement-breakpoint
CREATE TABLE `submission_orders` (
	`submission_id` text NOT NULL,
	`number` integer NOT NULL,
	`order_id` text NOT NULL,
	PRIMARY KEY(`submission_id`, `number`),
	FOREIGN KEY (`submission_id`) REFERENCES `submissions`(`id`) ON UPDATE no action ON DELETE no action
)
--> statement-breakpoint
CREATE INDEX `submission_orders_order` ON `submission_orders` (`order_id`)
--> statement-breakpoint
CREATE TABLE `signatures` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`domain` integer NOT NULL,
	`anchor` text NOT NULL,
	`digest` text NOT NULL,
	`calls` text NOT NULL,
	`created_at_ms` integer NOT NULL
)
--> statement-breakpoint
CREATE UNIQUE INDEX `signatures_digest` ON `signatures` (`domain`,`digest`)
--> statement-breakpoint
CREATE INDEX `orders_recipient` ON `orders` (`recipient`,`state`)
--> statement-breakpoint
CREATE INDEX `orders_refund_address` ON `orders` (`refund_address`,`state`)
--> statement-breakpoint
CREATE INDEX `events_avatar` ON `events` (`avatar_id`,`topic`,`seq`) WHERE "events"."avatar_id" is not null
--> statement-breakpoint
CREATE TABLE `delivery_fees` (
	`family` text NOT NULL,
	`source` integer NOT NULL,
	`destination` integer NOT NULL,
	`since_ms` integer NOT NULL,
	`fee` text NOT NULL,
	PRIMARY KEY(`family`, `source`, `destination`, `since_ms`)
)
--> statement-breakpoint
CREATE TABLE `pruned_nonces` (
	`family` text NOT NULL,
	`source` integer NOT NULL,
	`destination` integer NOT NULL,
	`first_nonce` text NOT NULL,
	`end_nonce` text NOT NULL, `last_block` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`family`, `source`, `destination`, `first_nonce`)
)
--> statement-breakpoint
CREATE TABLE `lane_differences` (
	`family` text NOT NULL,
	`source` integer NOT NULL,
	`destination` integer NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`block_number` integer NOT NULL,
	`transaction` text NOT NULL,
	`detail` text NOT NULL,
	`since_ms` integer NOT NULL,
	`acknowledged_at_ms` integer,
	PRIMARY KEY(`family`, `source`, `destination`, `kind`, `subject`)
)
--> statement-breakpoint
CREATE INDEX `outcomes_compared` ON `outcomes` (`family`,`domain`,`compared`)
--> statement-breakpoint
CREATE INDEX `roots_compared` ON `roots` (`family`,`source`,`destination`,`compared`)
--> statement-breakpoint
CREATE INDEX `messages_sender` ON `messages` (`sender`,`block_time_ms`)
--> statement-breakpoint
CREATE TABLE `own_scans` (
	`family` text NOT NULL,
	`domain` integer NOT NULL,
	`from_block` integer NOT NULL,
	`after_time_ms` integer NOT NULL,
	PRIMARY KEY(`family`, `domain`)
)
--> statement-breakpoint
CREATE TABLE `broken_views` (
	`family` text NOT NULL,
	`domain` integer NOT NULL,
	`code` text NOT NULL,
	`reason` text NOT NULL,
	`since_ms` integer NOT NULL,
	PRIMARY KEY(`family`, `domain`)
)
--> statement-breakpoint
CREATE INDEX `orders_lock_transaction` ON `orders` (`lock_transaction`)
--> statement-breakpoint
CREATE INDEX `orders_mint_transaction` ON `orders` (`mint_transaction`)
--> statement-breakpoint
CREATE INDEX `orders_refund_transaction` ON `orders` (`refund_transaction`)
--> statement-breakpoint
CREATE TABLE `submission_messages` (
	`submission_id` text NOT NULL,
	`number` integer NOT NULL,
	`message_id` text NOT NULL,
	`block_number` integer NOT NULL,
	`block_hash` text NOT NULL,
	PRIMARY KEY(`submission_id`, `number`),
	FOREIGN KEY (`submission_id`) REFERENCES `submissions`(`id`) ON UPDATE no action ON DELETE no action
)
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
)
--> statement-breakpoint
CREATE TABLE `void_allowances` (
	`family` text NOT NULL,
	`domain` integer NOT NULL,
	`anchor` text NOT NULL,
	`expires_at_ms` integer NOT NULL,
	PRIMARY KEY(`family`, `domain`, `anchor`)
)
