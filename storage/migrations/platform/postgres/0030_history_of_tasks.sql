CREATE INDEX "agent_tasks_ended" ON "agent_tasks" USING btree ("ended_at_ms") WHERE "agent_tasks"."ended_at_ms" is not null;
--> statement-breakpoint
CREATE INDEX "agent_collaborations_ended" ON "agent_collaborations" USING btree ("ended_at_ms") WHERE "agent_collaborations"."ended_at_ms" is not null;
--> statement-breakpoint
CREATE INDEX "agent_runs_ended" ON "agent_runs" USING btree ("ended_at_ms") WHERE "agent_runs"."ended_at_ms" is not null;
--> statement-breakpoint
INSERT INTO owner_usage (owner_id, kind, items, bytes)
SELECT owner, 'history', sum(items), sum(size) FROM (
  SELECT coalesce((select owner_id from avatars where avatars.id = t.submitter_id), t.submitter_id) AS owner, 1 AS items, octet_length(t.input) + coalesce(octet_length(t.result), 0) + octet_length(t.questions) AS size FROM agent_tasks t
  UNION ALL SELECT coalesce((select owner_id from avatars where avatars.id = t.submitter_id), t.submitter_id), 0, octet_length(a.content) FROM agent_artifacts a JOIN agent_tasks t ON t.id = a.task_id
  UNION ALL SELECT coalesce((select owner_id from avatars where avatars.id = r.submitter_id), r.submitter_id), 1, octet_length(r.input) FROM agent_runs r
  UNION ALL SELECT coalesce((select owner_id from avatars where avatars.id = r.submitter_id), r.submitter_id), 0, octet_length(s.result) FROM agent_steps s JOIN agent_runs r ON r.id = s.run_id WHERE s.result IS NOT NULL
  UNION ALL SELECT coalesce((select owner_id from avatars where avatars.id = c.submitter_id), c.submitter_id), 1, octet_length(c.input) + coalesce(octet_length(c.outcome), 0) FROM agent_collaborations c
  UNION ALL SELECT coalesce((select owner_id from avatars where avatars.id = c.submitter_id), c.submitter_id), 0, octet_length(p.result) FROM agent_collaboration_parts p JOIN agent_collaborations c ON c.id = p.collaboration_id WHERE p.result IS NOT NULL
  UNION ALL SELECT coalesce((select owner_id from avatars where avatars.id = m.sender_id), m.sender_id), 1, octet_length(m.input) FROM agent_messages m
) stored GROUP BY owner;
