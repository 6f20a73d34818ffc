ALTER TABLE `events` ADD `avatar_id` text;
--> statement-breakpoint
ALTER TABLE `events` ADD `topic` text;
--> statement-breakpoint
UPDATE `events` SET `avatar_id` = `orders`.`avatar_id`, `topic` = 'orders' FROM `orders` WHERE `orders`.`id` = `events`.`subject` AND `orders`.`avatar_id` IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `events_avatar` ON `events` (`avatar_id`,`topic`,`seq`) WHERE "events"."avatar_id" is not null;
