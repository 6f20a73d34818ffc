ALTER TABLE `orders` ADD `wallet_id` text;
