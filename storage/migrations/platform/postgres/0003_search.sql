CREATE TABLE "search_documents" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"collection" text collate "C" NOT NULL,
	"ref" text collate "C" NOT NULL,
	"scope" text collate "C" NOT NULL,
	"head" text collate "C" NOT NULL,
	"body" text collate "C" NOT NULL
);

--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text collate "C" PRIMARY KEY NOT NULL,
	"documents" bigint NOT NULL
);

--> statement-breakpoint
CREATE TABLE "search_trigrams" (
	"trigram" text collate "C" NOT NULL,
	"length" bigint NOT NULL,
	"word" text collate "C" NOT NULL,
	CONSTRAINT "search_trigrams_trigram_length_word_pk" PRIMARY KEY("trigram","length","word")
);

--> statement-breakpoint
CREATE UNIQUE INDEX "search_documents_ref" ON "search_documents" USING btree ("collection","ref");
--> statement-breakpoint
CREATE INDEX "search_documents_scope" ON "search_documents" USING btree ("scope","id");
--> statement-breakpoint
ALTER TABLE "search_documents" ADD COLUMN "vector" tsvector GENERATED ALWAYS AS (setweight(to_tsvector('simple'::regconfig, "head"), 'A') || setweight(to_tsvector('simple'::regconfig, "body"), 'D')) STORED;
--> statement-breakpoint
CREATE INDEX "search_documents_vector" ON "search_documents" USING gin ("vector");
