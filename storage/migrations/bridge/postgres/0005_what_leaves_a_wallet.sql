ALTER TABLE "orders" ADD COLUMN "delivery_fee" numeric(39, 0);
--> statement-breakpoint
UPDATE "orders" SET "delivery_fee" = cast(cast("details" AS json)->>'deliveryFee' AS numeric) WHERE cast("details" AS json)->>'deliveryFee' IS NOT NULL;
