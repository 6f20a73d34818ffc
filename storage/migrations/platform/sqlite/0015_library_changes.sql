ALTER TABLE `libraries` ADD `change` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE INDEX `libraries_change` ON `libraries` (`change`);
