CREATE TABLE "missions" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"avatar_id" text collate "C" NOT NULL,
	"origin_id" text collate "C" NOT NULL,
	"origin_avatar_id" text collate "C",
	"source_id" text collate "C",
	"installed" boolean NOT NULL,
	"definition" text collate "C" NOT NULL,
	"checksum" text collate "C" NOT NULL,
	"mission_type" text collate "C" NOT NULL,
	"published_version" bigint,
	"published_checksum" text collate "C",
	"published_type" text collate "C",
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	"hidden_at_ms" bigint,
	"version" bigint NOT NULL
);

--> statement-breakpoint
CREATE TABLE "mission_definitions" (
	"checksum" text collate "C" PRIMARY KEY NOT NULL,
	"definition" text collate "C" NOT NULL
);

--> statement-breakpoint
CREATE TABLE "mission_versions" (
	"mission_id" text collate "C" NOT NULL,
	"version" bigint NOT NULL,
	"checksum" text collate "C" NOT NULL,
	"envelope" text collate "C" NOT NULL,
	"created_at_ms" bigint NOT NULL,
	CONSTRAINT "mission_versions_mission_id_version_pk" PRIMARY KEY("mission_id","version")
);

--> statement-breakpoint
CREATE TABLE "mission_runs" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"mission_id" text collate "C" NOT NULL,
	"avatar_id" text collate "C" NOT NULL,
	"checksum" text collate "C" NOT NULL,
	"published_version" bigint,
	"status" text collate "C" NOT NULL,
	"attempt" bigint NOT NULL,
	"deadline_ms" bigint,
	"started_at_ms" bigint NOT NULL,
	"ended_at_ms" bigint,
	"version" bigint NOT NULL
);

--> statement-breakpoint
CREATE TABLE "mission_run_quests" (
	"run_id" text collate "C" NOT NULL,
	"quest_id" text collate "C" NOT NULL,
	"avatar_id" text collate "C" NOT NULL,
	"status" text collate "C" NOT NULL,
	"met" text collate "C" NOT NULL,
	"awaits_order" boolean NOT NULL,
	"started_at_ms" bigint NOT NULL,
	"completed_at_ms" bigint,
	CONSTRAINT "mission_run_quests_run_id_quest_id_pk" PRIMARY KEY("run_id","quest_id")
);

--> statement-breakpoint
CREATE TABLE "mission_rewards" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"avatar_id" text collate "C" NOT NULL,
	"origin_id" text collate "C" NOT NULL,
	"mission_id" text collate "C" NOT NULL,
	"karma" bigint NOT NULL,
	"xp" bigint NOT NULL,
	"counted" boolean NOT NULL,
	"duration_ms" bigint NOT NULL,
	"created_at_ms" bigint NOT NULL
);

--> statement-breakpoint
CREATE TABLE "mission_balances" (
	"avatar_id" text collate "C" PRIMARY KEY NOT NULL,
	"karma" bigint NOT NULL,
	"xp" bigint NOT NULL,
	"missions_completed" bigint NOT NULL,
	"apart_karma" bigint NOT NULL,
	"apart_xp" bigint NOT NULL
);

--> statement-breakpoint
CREATE TABLE "mission_cursors" (
	"follower" text collate "C" PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL
);

--> statement-breakpoint
CREATE TABLE "mission_keys" (
	"avatar_id" text collate "C" PRIMARY KEY NOT NULL,
	"key_id" text collate "C" NOT NULL,
	"public_key" text collate "C" NOT NULL,
	"sealed" text collate "C" NOT NULL,
	"created_at_ms" bigint NOT NULL
);

--> statement-breakpoint
CREATE INDEX "missions_avatar" ON "missions" USING btree ("avatar_id","id") WHERE "missions"."hidden_at_ms" is null;
--> statement-breakpoint
CREATE INDEX "missions_avatar_type" ON "missions" USING btree ("avatar_id","mission_type","id") WHERE "missions"."hidden_at_ms" is null;
--> statement-breakpoint
CREATE INDEX "missions_published" ON "missions" USING btree ("id") WHERE "missions"."published_version" is not null and "missions"."hidden_at_ms" is null;
--> statement-breakpoint
CREATE INDEX "missions_published_type" ON "missions" USING btree ("published_type","id") WHERE "missions"."published_version" is not null and "missions"."hidden_at_ms" is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "missions_installed" ON "missions" USING btree ("avatar_id","origin_id") WHERE "missions"."installed" and "missions"."hidden_at_ms" is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "mission_runs_avatar_mission" ON "mission_runs" USING btree ("avatar_id","mission_id");
--> statement-breakpoint
CREATE INDEX "mission_runs_status" ON "mission_runs" USING btree ("avatar_id","status","mission_id");
--> statement-breakpoint
CREATE INDEX "mission_runs_deadline" ON "mission_runs" USING btree ("deadline_ms") WHERE "mission_runs"."status" = 'InProgress';
--> statement-breakpoint
CREATE INDEX "mission_run_quests_order" ON "mission_run_quests" USING btree ("avatar_id") WHERE "mission_run_quests"."awaits_order";
--> statement-breakpoint
CREATE UNIQUE INDEX "mission_rewards_once" ON "mission_rewards" USING btree ("avatar_id","origin_id");
--> statement-breakpoint
CREATE INDEX "mission_rewards_avatar" ON "mission_rewards" USING btree ("avatar_id","id");
--> statement-breakpoint
CREATE INDEX "mission_rewards_board" ON "mission_rewards" USING btree ("origin_id","duration_ms","id") WHERE "mission_rewards"."counted";
--> statement-breakpoint
CREATE UNIQUE INDEX "mission_keys_public" ON "mission_keys" USING btree ("public_key");
