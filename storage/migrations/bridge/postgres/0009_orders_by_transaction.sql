CREATE INDEX "orders_lock_transaction" ON "orders" USING btree ("lock_transaction");
--> statement-breakpoint
CREATE INDEX "orders_mint_transaction" ON "orders" USING btree ("mint_transaction");
--> statement-breakpoint
CREATE INDEX "orders_refund_transaction" ON "orders" USING btree ("refund_transaction");
