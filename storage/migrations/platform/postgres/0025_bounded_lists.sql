CREATE TABLE "owner_usage" (
	"owner_id" text collate "C" NOT NULL,
	"kind" text collate "C" NOT NULL,
	"items" bigint NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "owner_usage_owner_id_kind_pk" PRIMARY KEY("owner_id","kind")
);
--> statement-breakpoint
ALTER TABLE "library_versions" ADD COLUMN "dependency_count" bigint NOT NULL DEFAULT 0;
--> statement-breakpoint
UPDATE library_versions SET dependency_count = json_array_length(dependencies::json);
--> statement-breakpoint
ALTER TABLE "library_versions" ALTER COLUMN "dependency_count" DROP DEFAULT;
--> statement-breakpoint
ALTER TABLE "library_edges" ADD COLUMN "version_range" text collate "C" NOT NULL DEFAULT '';
--> statement-breakpoint
UPDATE library_edges SET version_range = one.value ->> 'versionRange'
FROM library_versions v, json_array_elements(v.dependencies::json) one
WHERE v.library_id = library_edges.library_id AND v.version = library_edges.version
  AND one.value ->> 'libraryId' = library_edges.dependency_id;
--> statement-breakpoint
ALTER TABLE "library_edges" ALTER COLUMN "version_range" DROP DEFAULT;
--> statement-breakpoint
INSERT INTO mission_definitions (checksum, definition)
SELECT checksum, definition FROM missions ON CONFLICT DO NOTHING;
--> statement-breakpoint
ALTER TABLE "mission_definitions" ADD COLUMN "name" text collate "C";
--> statement-breakpoint
ALTER TABLE "mission_definitions" ADD COLUMN "description" text collate "C";
--> statement-breakpoint
ALTER TABLE "mission_definitions" ADD COLUMN "mission_type" text collate "C";
--> statement-breakpoint
ALTER TABLE "mission_definitions" ADD COLUMN "difficulty" text collate "C";
--> statement-breakpoint
ALTER TABLE "mission_definitions" ADD COLUMN "order" bigint;
--> statement-breakpoint
ALTER TABLE "mission_definitions" ADD COLUMN "reward_karma" bigint;
--> statement-breakpoint
ALTER TABLE "mission_definitions" ADD COLUMN "reward_xp" bigint;
--> statement-breakpoint
ALTER TABLE "mission_definitions" ADD COLUMN "deadline" text collate "C";
--> statement-breakpoint
ALTER TABLE "mission_definitions" ADD COLUMN "total_karma" bigint;
--> statement-breakpoint
ALTER TABLE "mission_definitions" ADD COLUMN "total_xp" bigint;
--> statement-breakpoint
ALTER TABLE "mission_definitions" ADD COLUMN "total_quests" bigint;
--> statement-breakpoint
UPDATE mission_definitions SET
  "name" = d.json ->> 'name',
  "description" = d.json ->> 'description',
  "mission_type" = d.json ->> 'missionType',
  "difficulty" = d.json ->> 'difficulty',
  "order" = (d.json ->> 'order')::bigint,
  "reward_karma" = (d.json ->> 'rewardKarma')::bigint,
  "reward_xp" = (d.json ->> 'rewardXP')::bigint,
  "deadline" = d.json ->> 'deadline',
  "total_karma" = (d.json ->> 'rewardKarma')::bigint + (SELECT coalesce(sum((q.value ->> 'rewardKarma')::bigint), 0)
    FROM json_array_elements(d.json -> 'quests') q),
  "total_xp" = (d.json ->> 'rewardXP')::bigint + (SELECT coalesce(sum((q.value ->> 'rewardXP')::bigint), 0)
    FROM json_array_elements(d.json -> 'quests') q),
  "total_quests" = json_array_length(d.json -> 'quests')
FROM (SELECT checksum, replace(definition, '\u0000', '\ufffd')::json AS json FROM mission_definitions) d
WHERE d.checksum = mission_definitions.checksum;
--> statement-breakpoint
ALTER TABLE "mission_definitions" ALTER COLUMN "name" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "mission_definitions" ALTER COLUMN "description" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "mission_definitions" ALTER COLUMN "mission_type" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "mission_definitions" ALTER COLUMN "difficulty" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "mission_definitions" ALTER COLUMN "order" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "mission_definitions" ALTER COLUMN "reward_karma" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "mission_definitions" ALTER COLUMN "reward_xp" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "mission_definitions" ALTER COLUMN "total_karma" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "mission_definitions" ALTER COLUMN "total_xp" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "mission_definitions" ALTER COLUMN "total_quests" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "missions" DROP COLUMN "definition";
--> statement-breakpoint
CREATE INDEX "missions_checksum" ON "missions" USING btree ("checksum");
--> statement-breakpoint
CREATE INDEX "mission_versions_checksum" ON "mission_versions" USING btree ("checksum");
--> statement-breakpoint
CREATE INDEX "mission_runs_mission" ON "mission_runs" USING btree ("mission_id");
--> statement-breakpoint
CREATE INDEX "mission_runs_checksum" ON "mission_runs" USING btree ("checksum");
--> statement-breakpoint
INSERT INTO owner_usage (owner_id, kind, items, bytes)
SELECT owner, 'missions', cast(sum(items) as bigint), cast(sum(size) as bigint) FROM (
  SELECT coalesce((select owner_id from avatars where avatars.id = m.avatar_id), m.avatar_id) AS owner, CASE WHEN m.hidden_at_ms IS NULL THEN 1 ELSE 0 END AS items, (
    SELECT coalesce(sum(octet_length(d.definition)), 0) FROM mission_definitions d WHERE d.checksum IN (
      SELECT m.checksum UNION SELECT v.checksum FROM mission_versions v WHERE v.mission_id = m.id
      UNION SELECT r.checksum FROM mission_runs r WHERE r.mission_id = m.id
    )
  ) AS size FROM missions m WHERE m.hidden_at_ms IS NULL OR EXISTS (SELECT 1 FROM mission_runs r WHERE r.mission_id = m.id)
) stored GROUP BY owner;
--> statement-breakpoint
INSERT INTO owner_usage (owner_id, kind, items, bytes)
SELECT owner, 'libraries', count(*), cast(sum(size) as bigint) FROM (
  SELECT coalesce((select owner_id from avatars where avatars.id = l.created_by), l.created_by) AS owner, coalesce(octet_length(v.name), 0) + coalesce(octet_length(v.description), 0) + coalesce(octet_length(v.category), 0) + coalesce(octet_length(v.source_path), 0) + coalesce(octet_length(v.language), 0) + coalesce(octet_length(v.dependencies), 0) AS size FROM library_versions v JOIN libraries l ON l.id = v.library_id
) stored GROUP BY owner;
--> statement-breakpoint
INSERT INTO owner_usage (owner_id, kind, items, bytes)
SELECT owner, 'holons', count(*), cast(sum(size) as bigint) FROM (
  SELECT coalesce((select owner_id from avatars where avatars.id = h.avatar_id), h.avatar_id) AS owner, v.bytes AS size FROM holon_versions v JOIN holons h ON h.id = v.holon_id
) stored GROUP BY owner;
--> statement-breakpoint
INSERT INTO owner_usage (owner_id, kind, items, bytes)
SELECT owner, 'tasks', count(*), cast(sum(size) as bigint) FROM (
  SELECT coalesce((select owner_id from avatars where avatars.id = t.submitter_id), t.submitter_id) AS owner, octet_length(t.input) AS size FROM agent_tasks t WHERE t.ended_at_ms IS NULL
) stored GROUP BY owner;
--> statement-breakpoint
INSERT INTO owner_usage (owner_id, kind, items, bytes)
SELECT owner, 'workflows', count(*), cast(sum(size) as bigint) FROM (
  SELECT coalesce((select owner_id from avatars where avatars.id = w.owner_id), w.owner_id) AS owner, octet_length(w.definition) AS size FROM agent_workflows w
) stored GROUP BY owner;
--> statement-breakpoint
INSERT INTO owner_usage (owner_id, kind, items, bytes)
SELECT owner, 'webhooks', count(*), cast(sum(size) as bigint) FROM (
  SELECT coalesce((select owner_id from avatars where avatars.id = e.avatar_id), e.avatar_id) AS owner, octet_length(e.url) AS size FROM agent_endpoints e WHERE e.kind = 'callback'
) stored GROUP BY owner;
--> statement-breakpoint
INSERT INTO owner_usage (owner_id, kind, items, bytes)
SELECT owner, 'messages', count(*), cast(sum(size) as bigint) FROM (
  SELECT coalesce((select owner_id from avatars where avatars.id = d.from_avatar_id), d.from_avatar_id) AS owner, coalesce(octet_length(d.text), 0) + coalesce(octet_length(d.metadata), 0) AS size FROM direct_messages d
) stored GROUP BY owner;
