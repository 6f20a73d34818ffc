DROP INDEX "orders_backlog";
--> statement-breakpoint
CREATE INDEX "orders_backlog" ON "orders" USING btree ("state","family","source","destination","asset_home","created_at_ms") WHERE "orders"."state" in ('locked', 'confirming', 'proving', 'signing', 'minting', 'cancelling', 'refunding');
