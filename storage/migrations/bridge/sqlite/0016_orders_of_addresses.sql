CREATE INDEX `orders_paid_to` ON `orders` (`recipient`,`destination`,`id`);
--> statement-breakpoint
CREATE INDEX `orders_sent_from` ON `orders` (`sender`,`source`,`id`);
