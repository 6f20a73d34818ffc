CREATE TABLE "health_checks" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"name" text collate "C" NOT NULL,
	"kind" text collate "C" NOT NULL,
	"status" text collate "C" NOT NULL,
	"latency_ms" bigint,
	"message" text collate "C" NOT NULL,
	"checked_at_ms" bigint NOT NULL
);

--> statement-breakpoint
CREATE INDEX "health_checks_name" ON "health_checks" USING btree ("name","seq");
--> statement-breakpoint
CREATE INDEX "health_checks_age" ON "health_checks" USING btree ("checked_at_ms");
