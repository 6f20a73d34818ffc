CREATE INDEX `orders_lock_transaction` ON `orders` (`lock_transaction`);
--> statement-breakpoint
CREATE INDEX `orders_mint_transaction` ON `orders` (`mint_transaction`);
--> statement-breakpoint
CREATE INDEX `orders_refund_transaction` ON `orders` (`refund_transaction`);
