CREATE TABLE "libraries" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"created_by" text collate "C" NOT NULL,
	"current" text collate "C" NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	"deleted_at_ms" bigint,
	"revision" bigint DEFAULT 1 NOT NULL
);

--> statement-breakpoint
CREATE TABLE "library_versions" (
	"library_id" text collate "C" NOT NULL,
	"version" text collate "C" NOT NULL,
	"ordinal" bigint NOT NULL,
	"name" text collate "C" NOT NULL,
	"description" text collate "C" NOT NULL,
	"category" text collate "C" NOT NULL,
	"source_path" text collate "C",
	"language" text collate "C",
	"dependencies" text collate "C" NOT NULL,
	"created_at_ms" bigint NOT NULL,
	CONSTRAINT "library_versions_library_id_version_pk" PRIMARY KEY("library_id","version")
);

--> statement-breakpoint
CREATE TABLE "library_edges" (
	"library_id" text collate "C" NOT NULL,
	"version" text collate "C" NOT NULL,
	"dependency_id" text collate "C" NOT NULL,
	CONSTRAINT "library_edges_library_id_version_dependency_id_pk" PRIMARY KEY("library_id","version","dependency_id")
);

--> statement-breakpoint
CREATE INDEX "libraries_listed" ON "libraries" USING btree ("id") WHERE "libraries"."deleted_at_ms" is null;
--> statement-breakpoint
CREATE INDEX "library_edges_dependency" ON "library_edges" USING btree ("dependency_id","library_id");
