CREATE TABLE IF NOT EXISTS "writer_marks" (
	"writer" text collate "C" NOT NULL PRIMARY KEY,
	"mark" bigint NOT NULL,
	"marked_at_ms" bigint NOT NULL
);

--> statement-breakpoint
CREATE OR REPLACE FUNCTION "refuse_writers_of_before"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'a newer Causeway writes this database, so this older process may not: end it';
END
$$;

--> statement-breakpoint
CREATE OR REPLACE TRIGGER "refuse_writers_of_before" BEFORE INSERT OR UPDATE ON "writer_marks"
	FOR EACH STATEMENT EXECUTE FUNCTION "refuse_writers_of_before"();
