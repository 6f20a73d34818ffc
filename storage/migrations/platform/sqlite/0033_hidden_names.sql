ALTER TABLE `avatars` ADD `name_hidden` integer DEFAULT false NOT NULL;
