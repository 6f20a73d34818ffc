CREATE INDEX `orders_recipient` ON `orders` (`recipient`,`state`);
--> statement-breakpoint
CREATE INDEX `orders_refund_address` ON `orders` (`refund_address`,`state`);
