CREATE TABLE `owner_usage` (
	`owner_id` text NOT NULL,
	`kind` text NOT NULL,
	`items` integer NOT NULL,
	`bytes` integer NOT NULL,
	PRIMARY KEY(`owner_id`, `kind`)
);
--> statement-breakpoint
CREATE TABLE `new_library_versions` (
	`library_id` text NOT NULL,
	`version` text NOT NULL,
	`ordinal` integer NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`category` text NOT NULL,
	`source_path` text,
	`language` text,
	`created_at_ms` integer NOT NULL,
	`dependency_count` integer NOT NULL,
	`dependencies` text NOT NULL,
	PRIMARY KEY(`library_id`, `version`)
);
--> statement-breakpoint
INSERT INTO new_library_versions
SELECT library_id, version, ordinal, name, description, category, source_path, language, created_at_ms,
  json_array_length(dependencies), dependencies FROM library_versions;
--> statement-breakpoint
DROP TABLE library_versions;
--> statement-breakpoint
ALTER TABLE new_library_versions RENAME TO library_versions;
--> statement-breakpoint
ALTER TABLE `library_edges` ADD `version_range` text DEFAULT '' NOT NULL;
--> statement-breakpoint
UPDATE library_edges SET version_range = coalesce((
  SELECT one.value ->> '$.versionRange' FROM library_versions v, json_each(v.dependencies) one
  WHERE v.library_id = library_edges.library_id AND v.version = library_edges.version
    AND one.value ->> '$.libraryId' = library_edges.dependency_id
), '');
--> statement-breakpoint
CREATE TABLE `new_mission_definitions` (
	`checksum` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`mission_type` text NOT NULL,
	`difficulty` text NOT NULL,
	`order` integer NOT NULL,
	`reward_karma` integer NOT NULL,
	`reward_xp` integer NOT NULL,
	`deadline` text,
	`total_karma` integer NOT NULL,
	`total_xp` integer NOT NULL,
	`total_quests` integer NOT NULL,
	`definition` text NOT NULL
);
--> statement-breakpoint
INSERT OR IGNORE INTO new_mission_definitions
SELECT checksum, definition ->> '$.name', definition ->> '$.description', definition ->> '$.missionType',
  definition ->> '$.difficulty', definition ->> '$.order', definition ->> '$.rewardKarma', definition ->> '$.rewardXP',
  definition ->> '$.deadline',
  (definition ->> '$.rewardKarma') + (SELECT coalesce(sum(q.value ->> '$.rewardKarma'), 0) FROM json_each(definition, '$.quests') q),
  (definition ->> '$.rewardXP') + (SELECT coalesce(sum(q.value ->> '$.rewardXP'), 0) FROM json_each(definition, '$.quests') q),
  json_array_length(definition, '$.quests'), definition
FROM (SELECT checksum, definition FROM mission_definitions UNION ALL SELECT checksum, definition FROM missions);
--> statement-breakpoint
DROP TABLE mission_definitions;
--> statement-breakpoint
ALTER TABLE new_mission_definitions RENAME TO mission_definitions;
--> statement-breakpoint
ALTER TABLE `missions` DROP COLUMN `definition`;
--> statement-breakpoint
CREATE INDEX `missions_checksum` ON `missions` (`checksum`);
--> statement-breakpoint
CREATE INDEX `mission_versions_checksum` ON `mission_versions` (`checksum`);
--> statement-breakpoint
CREATE INDEX `mission_runs_mission` ON `mission_runs` (`mission_id`);
--> statement-breakpoint
CREATE INDEX `mission_runs_checksum` ON `mission_runs` (`checksum`);
--> statement-breakpoint
INSERT INTO owner_usage (owner_id, kind, items, bytes)
SELECT owner, 'missions', sum(items), sum(size) FROM (
  SELECT coalesce((select owner_id from avatars where avatars.id = m.avatar_id), m.avatar_id) AS owner, CASE WHEN m.hidden_at_ms IS NULL THEN 1 ELSE 0 END AS items, (
    SELECT coalesce(sum(octet_length(d.definition)), 0) FROM mission_definitions d WHERE d.checksum IN (
      SELECT m.checksum UNION SELECT v.checksum FROM mission_versions v WHERE v.mission_id = m.id
      UNION SELECT r.checksum FROM mission_runs r WHERE r.mission_id = m.id
    )
  ) AS size FROM missions m WHERE m.hidden_at_ms IS NULL OR EXISTS (SELECT 1 FROM mission_runs r WHERE r.mission_id = m.id)
) stored GROUP BY owner;
--> statement-breakpoint
INSERT INTO owner_usage (owner_id, kind, items, bytes)
SELECT owner, 'libraries', count(*), sum(size) FROM (
  SELECT coalesce((select owner_id from avatars where avatars.id = l.created_by), l.created_by) AS owner, coalesce(octet_length(v.name), 0) + coalesce(octet_length(v.description), 0) + coalesce(octet_length(v.category), 0) + coalesce(octet_length(v.source_path), 0) + coalesce(octet_length(v.language), 0) + coalesce(octet_length(v.dependencies), 0) AS size FROM library_versions v JOIN libraries l ON l.id = v.library_id
) stored GROUP BY owner;
--> statement-breakpoint
INSERT INTO owner_usage (owner_id, kind, items, bytes)
SELECT owner, 'holons', count(*), sum(size) FROM (
  SELECT coalesce((select owner_id from avatars where avatars.id = h.avatar_id), h.avatar_id) AS owner, v.bytes AS size FROM holon_versions v JOIN holons h ON h.id = v.holon_id
) stored GROUP BY owner;
--> statement-breakpoint
INSERT INTO owner_usage (owner_id, kind, items, bytes)
SELECT owner, 'tasks', count(*), sum(size) FROM (
  SELECT coalesce((select owner_id from avatars where avatars.id = t.submitter_id), t.submitter_id) AS owner, octet_length(t.input) AS size FROM agent_tasks t WHERE t.ended_at_ms IS NULL
) stored GROUP BY owner;
--> statement-breakpoint
INSERT INTO owner_usage (owner_id, kind, items, bytes)
SELECT owner, 'workflows', count(*), sum(size) FROM (
  SELECT coalesce((select owner_id from avatars where avatars.id = w.owner_id), w.owner_id) AS owner, octet_length(w.definition) AS size FROM agent_workflows w
) stored GROUP BY owner;
--> statement-breakpoint
INSERT INTO owner_usage (owner_id, kind, items, bytes)
SELECT owner, 'webhooks', count(*), sum(size) FROM (
  SELECT coalesce((select owner_id from avatars where avatars.id = e.avatar_id), e.avatar_id) AS owner, octet_length(e.url) AS size FROM agent_endpoints e WHERE e.kind = 'callback'
) stored GROUP BY owner;
--> statement-breakpoint
INSERT INTO owner_usage (owner_id, kind, items, bytes)
SELECT owner, 'messages', count(*), sum(size) FROM (
  SELECT coalesce((select owner_id from avatars where avatars.id = d.from_avatar_id), d.from_avatar_id) AS owner, coalesce(octet_length(d.text), 0) + coalesce(octet_length(d.metadata), 0) AS size FROM direct_messages d
) stored GROUP BY owner;
