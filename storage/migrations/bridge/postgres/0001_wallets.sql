CREATE INDEX "orders_recipient" ON "orders" USING btree ("recipient","state");
--> statement-breakpoint
CREATE INDEX "orders_refund_address" ON "orders" USING btree ("refund_address","state");
