DROP INDEX "swaps_recipient";
--> statement-breakpoint
CREATE INDEX "orders_chain_reference" ON "orders" USING btree ("reference","id") WHERE "orders"."origin" = 'chain';
--> statement-breakpoint
CREATE INDEX "swaps_fill_transaction" ON "swaps" USING btree ("fill_transaction") WHERE "swaps"."fill_transaction" is not null;
--> statement-breakpoint
CREATE INDEX "swaps_return_transaction" ON "swaps" USING btree ("return_transaction") WHERE "swaps"."return_transaction" is not null;
--> statement-breakpoint
CREATE INDEX "swaps_recipient" ON "swaps" USING btree ("recipient","domain","order_id");
