CREATE TABLE "holons" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"avatar_id" text collate "C" NOT NULL,
	"ordinal" text collate "C" NOT NULL,
	"name" text collate "C" NOT NULL,
	"holon_type" text collate "C" NOT NULL,
	"version" bigint NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	"deleted_at_ms" bigint
);

--> statement-breakpoint
CREATE TABLE "holon_versions" (
	"holon_id" text collate "C" NOT NULL,
	"version" bigint NOT NULL,
	"body_id" text collate "C" NOT NULL,
	"checksum" text collate "C" NOT NULL,
	"bytes" bigint NOT NULL,
	"saved_by" text collate "C" NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"copies" bigint NOT NULL,
	CONSTRAINT "holon_versions_holon_id_version_pk" PRIMARY KEY("holon_id","version")
);

--> statement-breakpoint
CREATE TABLE "holon_places" (
	"holon_id" text collate "C" NOT NULL,
	"version" bigint NOT NULL,
	"provider" text collate "C" NOT NULL,
	"checked_at_ms" bigint NOT NULL,
	CONSTRAINT "holon_places_holon_id_version_provider_pk" PRIMARY KEY("holon_id","version","provider")
);

--> statement-breakpoint
CREATE TABLE "holon_fields" (
	"holon_id" text collate "C" NOT NULL,
	"ordinal" text collate "C" NOT NULL,
	"avatar_id" text collate "C" NOT NULL,
	"holon_type" text collate "C" NOT NULL,
	"field" text collate "C" NOT NULL,
	"value" text collate "C" NOT NULL,
	CONSTRAINT "holon_fields_holon_id_field_pk" PRIMARY KEY("holon_id","field")
);

--> statement-breakpoint
CREATE TABLE "holon_uploads" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"holon_id" text collate "C" NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"expired" boolean NOT NULL
);

--> statement-breakpoint
CREATE TABLE "holon_bodies" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"body" text collate "C" NOT NULL
);

--> statement-breakpoint
CREATE INDEX "holons_avatar" ON "holons" USING btree ("avatar_id","ordinal") WHERE "holons"."deleted_at_ms" is null;
--> statement-breakpoint
CREATE INDEX "holons_type" ON "holons" USING btree ("avatar_id","holon_type","ordinal") WHERE "holons"."deleted_at_ms" is null;
--> statement-breakpoint
CREATE INDEX "holon_versions_lacking" ON "holon_versions" USING btree ("holon_id","version") WHERE "holon_versions"."copies" < 2;
--> statement-breakpoint
CREATE INDEX "holon_places_provider" ON "holon_places" USING btree ("provider","checked_at_ms");
--> statement-breakpoint
CREATE INDEX "holon_fields_value" ON "holon_fields" USING btree ("avatar_id","field","value","ordinal");
--> statement-breakpoint
CREATE INDEX "holon_fields_typed" ON "holon_fields" USING btree ("avatar_id","field","value","holon_type","ordinal");
--> statement-breakpoint
CREATE INDEX "holon_uploads_age" ON "holon_uploads" USING btree ("created_at_ms");
