ALTER TABLE `orders` ADD `delivery_fee` text;
--> statement-breakpoint
UPDATE `orders` SET `delivery_fee` = json_extract(`details`, '$.deliveryFee') WHERE json_extract(`details`, '$.deliveryFee') IS NOT NULL;
