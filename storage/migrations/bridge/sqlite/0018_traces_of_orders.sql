DROP INDEX `swaps_recipient`;
--> statement-breakpoint
CREATE INDEX `swaps_fill_transaction` ON `swaps` (`fill_transaction`) WHERE "swaps"."fill_transaction" is not null;
--> statement-breakpoint
CREATE INDEX `swaps_return_transaction` ON `swaps` (`return_transaction`) WHERE "swaps"."return_transaction" is not null;
--> statement-breakpoint
CREATE INDEX `swaps_recipient` ON `swaps` (`recipient`,`domain`,`order_id`);
--> statement-breakpoint
CREATE INDEX `orders_chain_reference` ON `orders` (`reference`,`id`) WHERE "orders"."origin" = 'chain';
