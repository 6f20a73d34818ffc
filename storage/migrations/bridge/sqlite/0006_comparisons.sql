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
);

--> statement-breakpoint
ALTER TABLE `outcomes` ADD `operation` text;
--> statement-breakpoint
ALTER TABLE `outcomes` ADD `recipient` text;
--> statement-breakpoint
ALTER TABLE `outcomes` ADD `wire_amount` text;
--> statement-breakpoint
ALTER TABLE `outcomes` ADD `reference` text;
--> statement-breakpoint
ALTER TABLE `outcomes` ADD `compared` integer DEFAULT false NOT NULL;
--> statement-breakpoint
CREATE INDEX `outcomes_compared` ON `outcomes` (`family`,`domain`,`compared`);
--> statement-breakpoint
ALTER TABLE `roots` ADD `compared` integer DEFAULT false NOT NULL;
--> statement-breakpoint
CREATE INDEX `roots_compared` ON `roots` (`family`,`source`,`destination`,`compared`);
--> statement-breakpoint
ALTER TABLE `pruned_nonces` ADD `last_block` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE INDEX `messages_sender` ON `messages` (`sender`,`block_time_ms`);
--> statement-breakpoint
UPDATE `outcomes` SET `compared` = true WHERE `status` = 'cancelled';
--> statement-breakpoint
UPDATE `pruned_nonces` SET `last_block` = (SELECT coalesce(max(`block_number`), 0) FROM `outcomes` WHERE `outcomes`.`family` = `pruned_nonces`.`family` AND `outcomes`.`domain` = `pruned_nonces`.`destination`);
