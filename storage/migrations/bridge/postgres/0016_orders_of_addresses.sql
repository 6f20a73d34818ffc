CREATE INDEX "orders_paid_to" ON "orders" USING btree ("recipient","destination","id");
--> statement-breakpoint
CREATE INDEX "orders_sent_from" ON "orders" USING btree ("sender","source","id");
