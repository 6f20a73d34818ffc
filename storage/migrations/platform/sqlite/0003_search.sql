CREATE TABLE `search_documents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`collection` text NOT NULL,
	`ref` text NOT NULL,
	`scope` text NOT NULL,
	`head` text NOT NULL,
	`body` text NOT NULL
);

--> statement-breakpoint
CREATE UNIQUE INDEX `search_documents_ref` ON `search_documents` (`collection`,`ref`);
--> statement-breakpoint
CREATE INDEX `search_documents_scope` ON `search_documents` (`scope`,`id`);
--> statement-breakpoint
CREATE TABLE `search_words` (
	`word` text PRIMARY KEY NOT NULL,
	`documents` integer NOT NULL
);

--> statement-breakpoint
CREATE TABLE `search_trigrams` (
	`trigram` text NOT NULL,
	`length` integer NOT NULL,
	`word` text NOT NULL,
	PRIMARY KEY(`trigram`, `length`, `word`)
);

--> statement-breakpoint
CREATE VIRTUAL TABLE `search_text` USING fts5(scope, head, body, content='search_documents', content_rowid='id');
