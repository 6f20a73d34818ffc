ALTER TABLE "holon_versions" ADD COLUMN "surplus_at_ms" bigint;
--> statement-breakpoint
CREATE INDEX "holons_deleted" ON "holons" USING btree ("deleted_at_ms") WHERE "holons"."deleted_at_ms" is not null;
--> statement-breakpoint
CREATE INDEX "holon_versions_surplus" ON "holon_versions" USING btree ("surplus_at_ms") WHERE "holon_versions"."surplus_at_ms" is not null;
