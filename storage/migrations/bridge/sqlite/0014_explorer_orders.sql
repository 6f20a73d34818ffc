CREATE INDEX `orders_locked` ON `orders` (`id`) WHERE "orders"."message_id" is not null;
--> statement-breakpoint
CREATE INDEX `orders_lane` ON `orders` (`source`,`destination`,`id`) WHERE "orders"."message_id" is not null;
