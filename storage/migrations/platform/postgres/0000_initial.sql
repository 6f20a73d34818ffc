CREATE TABLE "idempotency_keys" (
	"caller" text collate "C" NOT NULL,
	"route" text collate "C" NOT NULL,
	"key" text collate "C" NOT NULL,
	"body_hash" text collate "C" NOT NULL,
	"answer" text collate "C",
	"created_at_ms" bigint NOT NULL,
	CONSTRAINT "idempotency_keys_caller_route_key_pk" PRIMARY KEY("caller","route","key")
);

--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text collate "C" PRIMARY KEY NOT NULL,
	"count" bigint NOT NULL,
	"reset_ms" bigint NOT NULL
);

--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at_ms");
--> statement-breakpoint
CREATE INDEX "rate_limits_reset" ON "rate_limits" USING btree ("reset_ms");
