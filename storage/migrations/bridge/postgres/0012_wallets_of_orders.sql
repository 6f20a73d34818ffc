ALTER TABLE "orders" ADD COLUMN "wallet_id" text collate "C";
