CREATE INDEX "orders_locked" ON "orders" USING btree ("id") WHERE "orders"."message_id" is not null;
--> statement-breakpoint
CREATE INDEX "orders_lane" ON "orders" USING btree ("source","destination","id") WHERE "orders"."message_id" is not null;
