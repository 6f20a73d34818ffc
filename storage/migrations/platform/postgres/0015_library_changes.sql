ALTER TABLE "libraries" ADD COLUMN "change" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
CREATE INDEX "libraries_change" ON "libraries" USING btree ("change");
