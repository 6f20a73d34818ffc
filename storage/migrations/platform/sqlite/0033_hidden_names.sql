-- Everything up to this migration. Its sha256 when it stood alone: 2340ab9abb14a6f9899d3afdb09eac550643b32442315e7a580feb581fcfcef2
--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`caller` text NOT NULL,
	`route` text NOT NULL,
	`key` text NOT NULL,
	`body_hash` text NOT NULL,
	`answer` text,
	`created_at_ms` integer NOT NULL, `account` text,
	PRIMARY KEY(`caller`, `route`, `key`)
)
--> statement-breakpoint
CREATE INDEX `idempotency_keys_age` ON `idempotency_keys` (`created_at_ms`)
--> statement-breakpoint
CREATE TABLE `rate_limits` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`reset_ms` integer NOT NULL
)
--> statement-breakpoint
CREATE INDEX `rate_limits_reset` ON `rate_limits` (`reset_ms`)
--> statement-breakpoint
CREATE TABLE `wallet_seeds` (
	`avatar_id` text PRIMARY KEY NOT NULL,
	`sealed` text NOT NULL,
	`master_key` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL
, `phrase_given_at_ms` integer)
--> statement-breakpoint
CREATE INDEX `wallet_seeds_master_key` ON `wallet_seeds` (`master_key`,`avatar_id`)
--> statement-breakpoint
CREATE TABLE `wallet_indexes` (
	`avatar_id` text NOT NULL,
	`provider_type` integer NOT NULL,
	`next` integer NOT NULL,
	PRIMARY KEY(`avatar_id`, `provider_type`)
)
--> statement-breakpoint
CREATE TABLE `wallets` (
	`id` text PRIMARY KEY NOT NULL,
	`avatar_id` text NOT NULL,
	`provider_type` integer NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`address` text NOT NULL,
	`public_key` text,
	`seed_index` integer,
	`verified` integer NOT NULL,
	`is_default` integer NOT NULL,
	`challenge` text,
	`challenge_expires_at_ms` integer,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	`hidden_at_ms` integer,
	`version` integer DEFAULT 1 NOT NULL
, `frozen_at_ms` integer, `frozen_by` text, `frozen_reason` text)
--> statement-breakpoint
CREATE UNIQUE INDEX `wallets_address` ON `wallets` (`avatar_id`,`provider_type`,`address`)
--> statement-breakpoint
CREATE UNIQUE INDEX `wallets_default` ON `wallets` (`avatar_id`,`provider_type`) WHERE "wallets"."is_default"
--> statement-breakpoint
CREATE INDEX `wallets_avatar` ON `wallets` (`avatar_id`,`id`)
--> statement-breakpoint
CREATE INDEX `wallets_hidden` ON `wallets` (`hidden_at_ms`)
--> statement-breakpoint
CREATE TABLE `wallet_transfers` (
	`id` text PRIMARY KEY NOT NULL,
	`wallet_id` text NOT NULL,
	`avatar_id` text NOT NULL,
	`domain` integer NOT NULL,
	`family` text NOT NULL,
	`from` text NOT NULL,
	`to` text NOT NULL,
	`symbol` text NOT NULL,
	`token` text,
	`decimals` integer NOT NULL,
	`amount` text NOT NULL,
	`state` text NOT NULL,
	`transaction` text,
	`failure_code` text,
	`failure_message` text,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
)
--> statement-breakpoint
CREATE INDEX `wallet_transfers_state` ON `wallet_transfers` (`state`,`id`)
--> statement-breakpoint
CREATE INDEX `wallet_transfers_wallet` ON `wallet_transfers` (`wallet_id`,`id`)
--> statement-breakpoint
CREATE INDEX `wallet_transfers_avatar` ON `wallet_transfers` (`avatar_id`,`symbol`,`created_at_ms`)
--> statement-breakpoint
CREATE TABLE `sealed_secrets` (
	`name` text PRIMARY KEY NOT NULL,
	`sealed` text NOT NULL
)
--> statement-breakpoint
CREATE TABLE `avatars` (
	`id` text PRIMARY KEY NOT NULL,
	`username` text NOT NULL,
	`username_key` text NOT NULL,
	`email` text,
	`verified_email_key` text,
	`first_name` text,
	`last_name` text,
	`title` text,
	`avatar_type` text NOT NULL,
	`is_admin` integer NOT NULL,
	`owner_id` text,
	`metadata` text NOT NULL,
	`version` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL
, `frozen_at_ms` integer, `frozen_by` text, `frozen_reason` text, `username_skeleton` text, `deregistered_at_ms` integer, `name_hidden` integer DEFAULT false NOT NULL)
--> statement-breakpoint
CREATE UNIQUE INDEX `avatars_username` ON `avatars` (`username_key`)
--> statement-breakpoint
CREATE UNIQUE INDEX `avatars_verified_email` ON `avatars` (`verified_email_key`)
--> statement-breakpoint
CREATE INDEX `avatars_owner` ON `avatars` (`owner_id`)
--> statement-breakpoint
CREATE TABLE `avatar_passwords` (
	`avatar_id` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`changed_at_ms` integer NOT NULL
)
--> statement-breakpoint
CREATE TABLE `avatar_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`avatar_id` text NOT NULL,
	`authenticated_at_ms` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`revoked_at_ms` integer,
	`revoked_because` text
)
--> statement-breakpoint
CREATE INDEX `avatar_sessions_avatar` ON `avatar_sessions` (`avatar_id`)
--> statement-breakpoint
CREATE INDEX `avatar_sessions_expiry` ON `avatar_sessions` (`expires_at_ms`)
--> statement-breakpoint
CREATE TABLE `avatar_refresh_tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`used_at_ms` integer,
	`used_by` text,
	`salt` text
)
--> statement-breakpoint
CREATE INDEX `avatar_refresh_tokens_session` ON `avatar_refresh_tokens` (`session_id`)
--> statement-breakpoint
CREATE INDEX `avatar_refresh_tokens_expiry` ON `avatar_refresh_tokens` (`expires_at_ms`)
--> statement-breakpoint
CREATE TABLE `avatar_api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`avatar_id` text NOT NULL,
	`name` text NOT NULL,
	`prefix` text NOT NULL,
	`hash` text NOT NULL,
	`scopes` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`expires_at_ms` integer,
	`last_used_at_ms` integer,
	`revoked_at_ms` integer
, `replaced_by` text, `renewable_until_ms` integer, `end_notices` integer DEFAULT 0 NOT NULL)
--> statement-breakpoint
CREATE UNIQUE INDEX `avatar_api_keys_hash` ON `avatar_api_keys` (`hash`)
--> statement-breakpoint
CREATE INDEX `avatar_api_keys_avatar` ON `avatar_api_keys` (`avatar_id`)
--> statement-breakpoint
CREATE TABLE `avatar_mail_tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`avatar_id` text NOT NULL,
	`purpose` text NOT NULL,
	`email` text NOT NULL,
	`expires_at_ms` integer NOT NULL
)
--> statement-breakpoint
CREATE INDEX `avatar_mail_tokens_avatar` ON `avatar_mail_tokens` (`avatar_id`)
--> statement-breakpoint
CREATE INDEX `avatar_mail_tokens_expiry` ON `avatar_mail_tokens` (`expires_at_ms`)
--> statement-breakpoint
CREATE TABLE `avatar_attempts` (
	`key` text PRIMARY KEY NOT NULL,
	`failures` integer NOT NULL,
	`blocked_until_ms` integer NOT NULL
)
--> statement-breakpoint
CREATE INDEX `avatar_attempts_end` ON `avatar_attempts` (`blocked_until_ms`)
--> statement-breakpoint
CREATE TABLE `avatar_signing_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`public_jwk` text NOT NULL,
	`sealed` text NOT NULL,
	`signs_from_ms` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`revoked_at_ms` integer
)
--> statement-breakpoint
CREATE TABLE `avatar_audit` (
	`id` text PRIMARY KEY NOT NULL,
	`at_ms` integer NOT NULL,
	`action` text NOT NULL,
	`outcome` text NOT NULL,
	`actor_id` text,
	`subject_id` text,
	`credential` text,
	`address` text,
	`user_agent` text,
	`trace_id` text,
	`facts` text NOT NULL
)
--> statement-breakpoint
CREATE INDEX `avatar_audit_subject` ON `avatar_audit` (`subject_id`,`id`)
--> statement-breakpoint
CREATE INDEX `avatar_audit_actor` ON `avatar_audit` (`actor_id`,`id`)
--> statement-breakpoint
CREATE INDEX `avatar_audit_action` ON `avatar_audit` (`action`,`id`)
--> statement-breakpoint
CREATE TABLE `search_documents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`collection` text NOT NULL,
	`ref` text NOT NULL,
	`scope` text NOT NULL,
	`head` text NOT NULL,
	`body` text NOT NULL
)
--> statement-breakpoint
CREATE UNIQUE INDEX `search_documents_ref` ON `search_documents` (`collection`,`ref`)
--> statement-breakpoint
CREATE INDEX `search_documents_scope` ON `search_documents` (`scope`,`id`)
--> statement-breakpoint
CREATE TABLE `search_words` (
	`word` text PRIMARY KEY NOT NULL,
	`documents` integer NOT NULL
)
--> statement-breakpoint
CREATE TABLE `search_trigrams` (
	`trigram` text NOT NULL,
	`length` integer NOT NULL,
	`word` text NOT NULL,
	PRIMARY KEY(`trigram`, `length`, `word`)
)
--> statement-breakpoint
CREATE VIRTUAL TABLE `search_text` USING fts5(scope, head, body, content='search_documents', content_rowid='id')
--> statement-breakpoint
CREATE TABLE `libraries` (
	`id` text PRIMARY KEY NOT NULL,
	`created_by` text NOT NULL,
	`current` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	`deleted_at_ms` integer,
	`revision` integer DEFAULT 1 NOT NULL
, `change` integer DEFAULT 0 NOT NULL)
--> statement-breakpoint
CREATE INDEX `libraries_listed` ON `libraries` (`id`) WHERE "libraries"."deleted_at_ms" is null
--> statement-breakpoint
CREATE TABLE `library_edges` (
	`library_id` text NOT NULL,
	`version` text NOT NULL,
	`dependency_id` text NOT NULL, `version_range` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`library_id`, `version`, `dependency_id`)
)
--> statement-breakpoint
CREATE INDEX `library_edges_dependency` ON `library_edges` (`dependency_id`,`library_id`)
--> statement-breakpoint
CREATE TABLE `direct_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`from_avatar_id` text NOT NULL,
	`to_avatar_id` text NOT NULL,
	`text` text NOT NULL,
	`metadata` text NOT NULL,
	`sent_at_ms` integer NOT NULL,
	`read_at_ms` integer
)
--> statement-breakpoint
CREATE TABLE `message_copies` (
	`avatar_id` text NOT NULL,
	`message_id` text NOT NULL,
	`peer_id` text NOT NULL,
	`incoming` integer NOT NULL,
	`unread` integer NOT NULL,
	PRIMARY KEY(`avatar_id`, `message_id`)
)
--> statement-breakpoint
CREATE INDEX `message_copies_inbox` ON `message_copies` (`avatar_id`,`message_id`) WHERE "message_copies"."incoming"
--> statement-breakpoint
CREATE INDEX `message_copies_unread` ON `message_copies` (`avatar_id`,`message_id`) WHERE "message_copies"."unread"
--> statement-breakpoint
CREATE INDEX `message_copies_peer` ON `message_copies` (`avatar_id`,`peer_id`,`message_id`)
--> statement-breakpoint
CREATE INDEX `message_copies_message` ON `message_copies` (`message_id`)
--> statement-breakpoint
CREATE TABLE `message_totals` (
	`avatar_id` text PRIMARY KEY NOT NULL,
	`sent` integer NOT NULL,
	`received` integer NOT NULL,
	`unread` integer NOT NULL
)
--> statement-breakpoint
CREATE TABLE `message_blocks` (
	`avatar_id` text NOT NULL,
	`blocked_id` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	PRIMARY KEY(`avatar_id`, `blocked_id`)
)
--> statement-breakpoint
CREATE TABLE `agents` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`name` text NOT NULL,
	`capabilities` text NOT NULL,
	`endpoints` text NOT NULL,
	`availability` text NOT NULL,
	`max_concurrent_tasks` integer NOT NULL,
	`active` integer NOT NULL,
	`completed` integer NOT NULL,
	`failed` integer NOT NULL,
	`response_ms` integer NOT NULL,
	`cost_micros` integer NOT NULL,
	`last_seen_at_ms` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	`hidden_at_ms` integer,
	`version` integer NOT NULL
, `online_since_ms` integer DEFAULT 0 NOT NULL)
--> statement-breakpoint
CREATE INDEX `agents_owner` ON `agents` (`owner_id`,`id`)
--> statement-breakpoint
CREATE TABLE `agent_capabilities` (
	`agent_id` text NOT NULL,
	`position` integer NOT NULL,
	`type` text NOT NULL,
	`model` text NOT NULL,
	`max_width` integer,
	`max_height` integer,
	`cost_micros` integer, `push` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`agent_id`, `position`, `model`)
)
--> statement-breakpoint
CREATE INDEX `agent_capabilities_type` ON `agent_capabilities` (`type`,`model`,`agent_id`)
--> statement-breakpoint
CREATE TABLE `agent_queues` (
	`queue` text PRIMARY KEY NOT NULL,
	`capability` text NOT NULL,
	`requirement` text NOT NULL,
	`waiting` integer NOT NULL
, `agent_id` text, `takers` text DEFAULT 'any' NOT NULL, `principal_id` text)
--> statement-breakpoint
CREATE TABLE `agent_tasks` (
	`id` text PRIMARY KEY NOT NULL,
	`list_key` text NOT NULL,
	`submitter_id` text NOT NULL,
	`fingerprint` text NOT NULL,
	`type` text NOT NULL,
	`requirement` text NOT NULL,
	`queue` text NOT NULL,
	`input` text NOT NULL,
	`priority` text NOT NULL,
	`state` text NOT NULL,
	`fair_at_ms` integer NOT NULL,
	`rank_ms` integer NOT NULL,
	`deadline_at_ms` integer NOT NULL,
	`due_at_ms` integer,
	`lease_ms` integer,
	`lease_ends_at_ms` integer,
	`wake_at_ms` integer,
	`agent_id` text,
	`token` integer NOT NULL,
	`failures` integer NOT NULL,
	`max_attempts` integer NOT NULL,
	`progress` integer,
	`progress_message` text,
	`result` text,
	`failure_code` text,
	`failure_message` text,
	`created_at_ms` integer NOT NULL,
	`assigned_at_ms` integer,
	`ended_at_ms` integer,
	`updated_at_ms` integer NOT NULL,
	`version` integer NOT NULL
, `questions` text DEFAULT '[]' NOT NULL, `replay_of` text, `context_id` text, `message_id` text, `traceparent` text, `callback` text, `strategy` text DEFAULT 'best_match' NOT NULL, `answer_ms` integer DEFAULT 10000 NOT NULL, `routing_reason` text, `reserved_until_ms` integer, `run_id` text, `pushes` text DEFAULT '[]' NOT NULL, `takers` text DEFAULT 'any' NOT NULL, `principal_id` text DEFAULT '' NOT NULL, `replies_by_message` integer DEFAULT false NOT NULL)
--> statement-breakpoint
CREATE INDEX `agent_tasks_queue` ON `agent_tasks` (`queue`,`rank_ms`,`list_key`) WHERE "agent_tasks"."state" = 'queued'
--> statement-breakpoint
CREATE INDEX `agent_tasks_fair` ON `agent_tasks` (`submitter_id`,`fair_at_ms`) WHERE "agent_tasks"."state" = 'queued'
--> statement-breakpoint
CREATE INDEX `agent_tasks_wake` ON `agent_tasks` (`wake_at_ms`) WHERE "agent_tasks"."wake_at_ms" is not null
--> statement-breakpoint
CREATE INDEX `agent_tasks_submitter` ON `agent_tasks` (`submitter_id`,`list_key`)
--> statement-breakpoint
CREATE INDEX `agent_tasks_agent` ON `agent_tasks` (`agent_id`,`list_key`)
--> statement-breakpoint
CREATE TABLE `agent_attempts` (
	`task_id` text NOT NULL,
	`token` integer NOT NULL,
	`agent_id` text NOT NULL,
	`started_at_ms` integer NOT NULL,
	`ended_at_ms` integer,
	`outcome` text,
	`failure_code` text,
	`failure_message` text,
	PRIMARY KEY(`task_id`, `token`)
)
--> statement-breakpoint
CREATE INDEX `agent_attempts_agent` ON `agent_attempts` (`agent_id`,`started_at_ms`)
--> statement-breakpoint
CREATE TABLE `missions` (
	`id` text PRIMARY KEY NOT NULL,
	`avatar_id` text NOT NULL,
	`origin_id` text NOT NULL,
	`origin_avatar_id` text,
	`source_id` text,
	`installed` integer NOT NULL,
	`checksum` text NOT NULL,
	`mission_type` text NOT NULL,
	`published_version` integer,
	`published_checksum` text,
	`published_type` text,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	`hidden_at_ms` integer,
	`version` integer NOT NULL
)
--> statement-breakpoint
CREATE INDEX `missions_avatar` ON `missions` (`avatar_id`,`id`) WHERE "missions"."hidden_at_ms" is null
--> statement-breakpoint
CREATE INDEX `missions_avatar_type` ON `missions` (`avatar_id`,`mission_type`,`id`) WHERE "missions"."hidden_at_ms" is null
--> statement-breakpoint
CREATE INDEX `missions_published` ON `missions` (`id`) WHERE "missions"."published_version" is not null and "missions"."hidden_at_ms" is null
--> statement-breakpoint
CREATE INDEX `missions_published_type` ON `missions` (`published_type`,`id`) WHERE "missions"."published_version" is not null and "missions"."hidden_at_ms" is null
--> statement-breakpoint
CREATE UNIQUE INDEX `missions_installed` ON `missions` (`avatar_id`,`origin_id`) WHERE "missions"."installed" and "missions"."hidden_at_ms" is null
--> statement-breakpoint
CREATE TABLE `mission_versions` (
	`mission_id` text NOT NULL,
	`version` integer NOT NULL,
	`checksum` text NOT NULL,
	`envelope` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	PRIMARY KEY(`mission_id`, `version`)
)
--> statement-breakpoint
CREATE TABLE `mission_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`mission_id` text NOT NULL,
	`avatar_id` text NOT NULL,
	`checksum` text NOT NULL,
	`published_version` integer,
	`status` text NOT NULL,
	`attempt` integer NOT NULL,
	`deadline_ms` integer,
	`started_at_ms` integer NOT NULL,
	`ended_at_ms` integer,
	`version` integer NOT NULL
)
--> statement-breakpoint
CREATE UNIQUE INDEX `mission_runs_avatar_mission` ON `mission_runs` (`avatar_id`,`mission_id`)
--> statement-breakpoint
CREATE INDEX `mission_runs_status` ON `mission_runs` (`avatar_id`,`status`,`mission_id`)
--> statement-breakpoint
CREATE INDEX `mission_runs_deadline` ON `mission_runs` (`deadline_ms`) WHERE "mission_runs"."status" = 'InProgress'
--> statement-breakpoint
CREATE TABLE `mission_run_quests` (
	`run_id` text NOT NULL,
	`quest_id` text NOT NULL,
	`avatar_id` text NOT NULL,
	`status` text NOT NULL,
	`met` text NOT NULL,
	`awaits_order` integer NOT NULL,
	`started_at_ms` integer NOT NULL,
	`completed_at_ms` integer,
	PRIMARY KEY(`run_id`, `quest_id`)
)
--> statement-breakpoint
CREATE INDEX `mission_run_quests_order` ON `mission_run_quests` (`avatar_id`) WHERE "mission_run_quests"."awaits_order"
--> statement-breakpoint
CREATE TABLE `mission_rewards` (
	`id` text PRIMARY KEY NOT NULL,
	`avatar_id` text NOT NULL,
	`origin_id` text NOT NULL,
	`mission_id` text NOT NULL,
	`karma` integer NOT NULL,
	`xp` integer NOT NULL,
	`counted` integer NOT NULL,
	`duration_ms` integer NOT NULL,
	`created_at_ms` integer NOT NULL
)
--> statement-breakpoint
CREATE UNIQUE INDEX `mission_rewards_once` ON `mission_rewards` (`avatar_id`,`origin_id`)
--> statement-breakpoint
CREATE INDEX `mission_rewards_board` ON `mission_rewards` (`origin_id`,`duration_ms`,`id`) WHERE "mission_rewards"."counted"
--> statement-breakpoint
CREATE TABLE `mission_balances` (
	`avatar_id` text PRIMARY KEY NOT NULL,
	`karma` integer NOT NULL,
	`xp` integer NOT NULL,
	`missions_completed` integer NOT NULL,
	`apart_karma` integer NOT NULL,
	`apart_xp` integer NOT NULL
)
--> statement-breakpoint
CREATE TABLE `mission_cursors` (
	`follower` text PRIMARY KEY NOT NULL,
	`seq` integer NOT NULL
)
--> statement-breakpoint
CREATE TABLE `mission_keys` (
	`avatar_id` text PRIMARY KEY NOT NULL,
	`key_id` text NOT NULL,
	`public_key` text NOT NULL,
	`sealed` text NOT NULL,
	`created_at_ms` integer NOT NULL
)
--> statement-breakpoint
CREATE UNIQUE INDEX `mission_keys_public` ON `mission_keys` (`public_key`)
--> statement-breakpoint
CREATE TABLE `holons` (
	`id` text PRIMARY KEY NOT NULL,
	`avatar_id` text NOT NULL,
	`ordinal` text NOT NULL,
	`name` text NOT NULL,
	`holon_type` text NOT NULL,
	`version` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	`deleted_at_ms` integer
)
--> statement-breakpoint
CREATE INDEX `holons_avatar` ON `holons` (`avatar_id`,`ordinal`) WHERE "holons"."deleted_at_ms" is null
--> statement-breakpoint
CREATE INDEX `holons_type` ON `holons` (`avatar_id`,`holon_type`,`ordinal`) WHERE "holons"."deleted_at_ms" is null
--> statement-breakpoint
CREATE TABLE `holon_versions` (
	`holon_id` text NOT NULL,
	`version` integer NOT NULL,
	`body_id` text NOT NULL,
	`checksum` text NOT NULL,
	`bytes` integer NOT NULL,
	`saved_by` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`copies` integer NOT NULL, `surplus_at_ms` integer,
	PRIMARY KEY(`holon_id`, `version`)
)
--> statement-breakpoint
CREATE INDEX `holon_versions_lacking` ON `holon_versions` (`holon_id`,`version`) WHERE "holon_versions"."copies" < 2
--> statement-breakpoint
CREATE TABLE `holon_places` (
	`holon_id` text NOT NULL,
	`version` integer NOT NULL,
	`provider` text NOT NULL,
	`checked_at_ms` integer NOT NULL,
	PRIMARY KEY(`holon_id`, `version`, `provider`)
)
--> statement-breakpoint
CREATE INDEX `holon_places_provider` ON `holon_places` (`provider`,`checked_at_ms`)
--> statement-breakpoint
CREATE TABLE `holon_fields` (
	`holon_id` text NOT NULL,
	`ordinal` text NOT NULL,
	`avatar_id` text NOT NULL,
	`holon_type` text NOT NULL,
	`field` text NOT NULL,
	`value` text NOT NULL,
	PRIMARY KEY(`holon_id`, `field`)
)
--> statement-breakpoint
CREATE INDEX `holon_fields_value` ON `holon_fields` (`avatar_id`,`field`,`value`,`ordinal`)
--> statement-breakpoint
CREATE INDEX `holon_fields_typed` ON `holon_fields` (`avatar_id`,`field`,`value`,`holon_type`,`ordinal`)
--> statement-breakpoint
CREATE TABLE `holon_uploads` (
	`id` text PRIMARY KEY NOT NULL,
	`holon_id` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`expired` integer NOT NULL
)
--> statement-breakpoint
CREATE INDEX `holon_uploads_age` ON `holon_uploads` (`created_at_ms`)
--> statement-breakpoint
CREATE TABLE `holon_bodies` (
	`id` text PRIMARY KEY NOT NULL,
	`body` text NOT NULL
)
--> statement-breakpoint
CREATE TABLE `health_checks` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`latency_ms` integer,
	`message` text NOT NULL,
	`checked_at_ms` integer NOT NULL
)
--> statement-breakpoint
CREATE INDEX `health_checks_name` ON `health_checks` (`name`,`seq`)
--> statement-breakpoint
CREATE INDEX `health_checks_age` ON `health_checks` (`checked_at_ms`)
--> statement-breakpoint
CREATE INDEX `agent_queues_fit` ON `agent_queues` (`agent_id`,`capability`)
--> statement-breakpoint
CREATE INDEX `agent_tasks_context` ON `agent_tasks` (`context_id`,`list_key`) WHERE "agent_tasks"."context_id" is not null
--> statement-breakpoint
CREATE TABLE `agent_presence` (
	`agent_id` text NOT NULL,
	`from_ms` integer NOT NULL,
	`to_ms` integer NOT NULL,
	PRIMARY KEY(`agent_id`, `from_ms`)
)
--> statement-breakpoint
CREATE INDEX `agent_presence_end` ON `agent_presence` (`to_ms`)
--> statement-breakpoint
CREATE TABLE `service_presence` (
	`id` text PRIMARY KEY NOT NULL,
	`from_ms` integer NOT NULL,
	`to_ms` integer NOT NULL
)
--> statement-breakpoint
CREATE INDEX `service_presence_end` ON `service_presence` (`to_ms`)
--> statement-breakpoint
CREATE TABLE `agent_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`sender_id` text NOT NULL,
	`requirement` text NOT NULL,
	`strategy` text NOT NULL,
	`timeout_ms` integer NOT NULL,
	`type` text NOT NULL,
	`task_id` text,
	`input` text NOT NULL,
	`state` text NOT NULL,
	`offers` text NOT NULL,
	`agent_id` text NOT NULL,
	`wake_at_ms` integer,
	`acked_by` text,
	`created_at_ms` integer NOT NULL,
	`ended_at_ms` integer
, `takers` text DEFAULT 'any' NOT NULL, `principal_id` text DEFAULT '' NOT NULL)
--> statement-breakpoint
CREATE INDEX `agent_messages_wake` ON `agent_messages` (`wake_at_ms`) WHERE "agent_messages"."wake_at_ms" is not null
--> statement-breakpoint
CREATE INDEX `agent_messages_offered` ON `agent_messages` (`agent_id`,`id`) WHERE "agent_messages"."state" = 'offered'
--> statement-breakpoint
CREATE INDEX `agent_messages_ended` ON `agent_messages` (`ended_at_ms`) WHERE "agent_messages"."ended_at_ms" is not null
--> statement-breakpoint
CREATE TABLE `agent_collaborations` (
	`id` text PRIMARY KEY NOT NULL,
	`submitter_id` text NOT NULL,
	`task_id` text NOT NULL,
	`fingerprint` text NOT NULL,
	`protocol` text NOT NULL,
	`agents` text NOT NULL,
	`input` text NOT NULL,
	`options` text NOT NULL,
	`state` text NOT NULL,
	`round` integer NOT NULL,
	`round_ends_at_ms` integer NOT NULL,
	`outcome` text,
	`is_settled` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	`ended_at_ms` integer,
	`version` integer NOT NULL
, `takers` text DEFAULT 'any' NOT NULL, `principal_id` text DEFAULT '' NOT NULL)
--> statement-breakpoint
CREATE UNIQUE INDEX `agent_collaborations_task` ON `agent_collaborations` (`submitter_id`,`task_id`)
--> statement-breakpoint
CREATE INDEX `agent_collaborations_submitter` ON `agent_collaborations` (`submitter_id`,`id`)
--> statement-breakpoint
CREATE INDEX `agent_collaborations_open` ON `agent_collaborations` (`id`) WHERE not "agent_collaborations"."is_settled"
--> statement-breakpoint
CREATE TABLE `agent_collaboration_parts` (
	`collaboration_id` text NOT NULL,
	`round` integer NOT NULL,
	`position` integer NOT NULL,
	`kind` text NOT NULL,
	`task_id` text NOT NULL,
	`agent_id` text,
	`capability` text NOT NULL,
	`state` text,
	`result` text,
	`failure_code` text,
	`failure_message` text,
	PRIMARY KEY(`collaboration_id`, `round`, `position`)
)
--> statement-breakpoint
CREATE TABLE `agent_endpoints` (
	`id` text PRIMARY KEY NOT NULL,
	`avatar_id` text NOT NULL,
	`kind` text NOT NULL,
	`url` text NOT NULL,
	`wake_at_ms` integer,
	`disabled_at_ms` integer,
	`disabled_reason` text,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL
, `failing_since_ms` integer)
--> statement-breakpoint
CREATE UNIQUE INDEX `agent_endpoints_avatar` ON `agent_endpoints` (`avatar_id`,`kind`,`url`)
--> statement-breakpoint
CREATE INDEX `agent_endpoints_wake` ON `agent_endpoints` (`wake_at_ms`) WHERE "agent_endpoints"."wake_at_ms" is not null
--> statement-breakpoint
CREATE TABLE `agent_deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`endpoint_id` text NOT NULL,
	`avatar_id` text NOT NULL,
	`type` text NOT NULL,
	`subject` text NOT NULL,
	`payload` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer NOT NULL,
	`replayed_from` integer NOT NULL,
	`wake_at_ms` integer,
	`lease_ends_at_ms` integer,
	`until_ms` integer,
	`last_status` integer,
	`last_error` text,
	`attempted_at_ms` integer,
	`created_at_ms` integer NOT NULL,
	`ended_at_ms` integer
)
--> statement-breakpoint
CREATE INDEX `agent_deliveries_due` ON `agent_deliveries` (`endpoint_id`,`wake_at_ms`) WHERE "agent_deliveries"."wake_at_ms" is not null
--> statement-breakpoint
CREATE INDEX `agent_deliveries_leased` ON `agent_deliveries` (`endpoint_id`,`lease_ends_at_ms`) WHERE "agent_deliveries"."lease_ends_at_ms" is not null
--> statement-breakpoint
CREATE INDEX `agent_deliveries_avatar` ON `agent_deliveries` (`avatar_id`,`id`)
--> statement-breakpoint
CREATE TABLE `agent_webhook_secrets` (
	`avatar_id` text PRIMARY KEY NOT NULL,
	`sealed` text NOT NULL,
	`previous_sealed` text,
	`previous_until_ms` integer,
	`created_at_ms` integer NOT NULL
)
--> statement-breakpoint
CREATE INDEX `agent_capabilities_push` ON `agent_capabilities` (`type`,`model`,`agent_id`) WHERE "agent_capabilities"."push"
--> statement-breakpoint
CREATE INDEX `agent_tasks_reserved` ON `agent_tasks` (`agent_id`) WHERE "agent_tasks"."reserved_until_ms" is not null
--> statement-breakpoint
CREATE INDEX `libraries_change` ON `libraries` (`change`)
--> statement-breakpoint
CREATE TABLE `avatar_mail_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`avatar_id` text,
	`sealed` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`attempts` integer NOT NULL,
	`due_at_ms` integer NOT NULL
, `audit_id` text, `counted` integer DEFAULT false NOT NULL)
--> statement-breakpoint
CREATE INDEX `avatar_mail_requests_due` ON `avatar_mail_requests` (`due_at_ms`)
--> statement-breakpoint
CREATE TABLE `agent_artifacts` (
	`task_id` text NOT NULL,
	`name` text NOT NULL,
	`position` integer NOT NULL,
	`media_type` text NOT NULL,
	`content` text NOT NULL,
	`agent_id` text NOT NULL,
	`token` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	PRIMARY KEY(`task_id`, `name`)
)
--> statement-breakpoint
CREATE TABLE `agent_workflows` (
	`id` text NOT NULL,
	`version` integer NOT NULL,
	`owner_id` text NOT NULL,
	`definition` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	PRIMARY KEY(`id`, `version`)
)
--> statement-breakpoint
CREATE INDEX `agent_workflows_owner` ON `agent_workflows` (`owner_id`,`id`,`version`)
--> statement-breakpoint
CREATE TABLE `agent_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`workflow_id` text NOT NULL,
	`workflow_version` integer NOT NULL,
	`submitter_id` text NOT NULL,
	`input` text NOT NULL,
	`state` text NOT NULL,
	`failed_step_id` text,
	`failure_code` text,
	`failure_message` text,
	`deadline_at_ms` integer NOT NULL,
	`wake_at_ms` integer,
	`created_at_ms` integer NOT NULL,
	`ended_at_ms` integer,
	`updated_at_ms` integer NOT NULL,
	`version` integer NOT NULL
, `traceparent` text, `takers` text DEFAULT 'any' NOT NULL, `principal_id` text DEFAULT '' NOT NULL)
--> statement-breakpoint
CREATE INDEX `agent_runs_submitter` ON `agent_runs` (`submitter_id`,`id`)
--> statement-breakpoint
CREATE INDEX `agent_runs_wake` ON `agent_runs` (`wake_at_ms`) WHERE "agent_runs"."wake_at_ms" is not null
--> statement-breakpoint
CREATE TABLE `agent_steps` (
	`run_id` text NOT NULL,
	`step_id` text NOT NULL,
	`position` integer NOT NULL,
	`state` text NOT NULL,
	`task_id` text,
	`result` text,
	`failure_code` text,
	`failure_message` text,
	`started_at_ms` integer,
	`ended_at_ms` integer,
	PRIMARY KEY(`run_id`, `step_id`)
)
--> statement-breakpoint
CREATE INDEX `holon_versions_surplus` ON `holon_versions` (`surplus_at_ms`) WHERE "holon_versions"."surplus_at_ms" is not null
--> statement-breakpoint
CREATE INDEX `holons_deleted` ON `holons` (`deleted_at_ms`) WHERE "holons"."deleted_at_ms" is not null
--> statement-breakpoint
CREATE INDEX `agent_tasks_messages` ON `agent_tasks` (`submitter_id`,`updated_at_ms`,`list_key`) WHERE "agent_tasks"."message_id" is not null
--> statement-breakpoint
CREATE TABLE `agent_push_secrets` (
	`task_id` text NOT NULL,
	`push_id` text NOT NULL,
	`sealed` text NOT NULL,
	PRIMARY KEY(`task_id`, `push_id`)
)
--> statement-breakpoint
CREATE TABLE `agent_trusts` (
	`truster_id` text NOT NULL,
	`trusted_id` text NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`truster_id`, `trusted_id`)
)
--> statement-breakpoint
CREATE INDEX `agent_trusts_trusted` ON `agent_trusts` (`trusted_id`,`truster_id`)
--> statement-breakpoint
CREATE INDEX `agent_queues_restricted` ON `agent_queues` (`principal_id`,`capability`) WHERE "agent_queues"."takers" <> 'any'
--> statement-breakpoint
CREATE INDEX `agent_tasks_pushed` ON `agent_tasks` (`principal_id`,`ended_at_ms`) WHERE "agent_tasks"."pushes" <> '[]'
--> statement-breakpoint
CREATE TABLE `owner_usage` (
	`owner_id` text NOT NULL,
	`kind` text NOT NULL,
	`items` integer NOT NULL,
	`bytes` integer NOT NULL,
	PRIMARY KEY(`owner_id`, `kind`)
)
--> statement-breakpoint
CREATE TABLE "library_versions" (
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
)
--> statement-breakpoint
CREATE TABLE "mission_definitions" (
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
)
--> statement-breakpoint
CREATE INDEX `missions_checksum` ON `missions` (`checksum`)
--> statement-breakpoint
CREATE INDEX `mission_versions_checksum` ON `mission_versions` (`checksum`)
--> statement-breakpoint
CREATE INDEX `mission_runs_mission` ON `mission_runs` (`mission_id`)
--> statement-breakpoint
CREATE INDEX `mission_runs_checksum` ON `mission_runs` (`checksum`)
--> statement-breakpoint
CREATE TABLE `wallet_spends` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`reference` text NOT NULL,
	`avatar_id` text NOT NULL,
	`wallet_id` text NOT NULL,
	`asset` text NOT NULL,
	`amount` text NOT NULL,
	`decimals` integer NOT NULL,
	`spender` text NOT NULL,
	`spender_id` text NOT NULL,
	`at_ms` integer NOT NULL
)
--> statement-breakpoint
CREATE INDEX `wallet_spends_avatar` ON `wallet_spends` (`avatar_id`,`asset`,`at_ms`)
--> statement-breakpoint
CREATE INDEX `wallet_spends_at` ON `wallet_spends` (`at_ms`)
--> statement-breakpoint
CREATE TABLE `spending_limits` (
	`subject` text NOT NULL,
	`subject_id` text NOT NULL,
	`asset` text NOT NULL,
	`amount` text NOT NULL,
	`decimals` integer NOT NULL,
	`owner_id` text NOT NULL,
	`set_by` text NOT NULL,
	`set_at_ms` integer NOT NULL,
	PRIMARY KEY(`subject`, `subject_id`, `asset`)
)
--> statement-breakpoint
CREATE INDEX `spending_limits_owner` ON `spending_limits` (`owner_id`)
--> statement-breakpoint
CREATE INDEX `avatars_frozen` ON `avatars` (`frozen_at_ms`) WHERE "avatars"."frozen_at_ms" is not null
--> statement-breakpoint
CREATE INDEX `avatar_api_keys_end` ON `avatar_api_keys` (`expires_at_ms`)
--> statement-breakpoint
CREATE INDEX `wallets_frozen` ON `wallets` (`frozen_at_ms`) WHERE "wallets"."frozen_at_ms" is not null
--> statement-breakpoint
CREATE TABLE `avatar_known_addresses` (
	`avatar_id` text NOT NULL,
	`hash` text NOT NULL,
	`used_at_ms` integer NOT NULL,
	PRIMARY KEY(`avatar_id`, `hash`)
)
--> statement-breakpoint
CREATE INDEX `avatar_known_addresses_used` ON `avatar_known_addresses` (`used_at_ms`)
--> statement-breakpoint
CREATE TABLE `avatar_tallies` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`ends_at_ms` integer NOT NULL
)
--> statement-breakpoint
CREATE INDEX `avatar_tallies_end` ON `avatar_tallies` (`ends_at_ms`)
--> statement-breakpoint
CREATE INDEX `idempotency_keys_account` ON `idempotency_keys` (`account`)
--> statement-breakpoint
CREATE UNIQUE INDEX `avatars_username_skeleton` ON `avatars` (`username_skeleton`)
--> statement-breakpoint
CREATE INDEX `agent_tasks_ended` ON `agent_tasks` (`ended_at_ms`) WHERE "agent_tasks"."ended_at_ms" is not null
--> statement-breakpoint
CREATE INDEX `agent_collaborations_ended` ON `agent_collaborations` (`ended_at_ms`) WHERE "agent_collaborations"."ended_at_ms" is not null
--> statement-breakpoint
CREATE INDEX `agent_runs_ended` ON `agent_runs` (`ended_at_ms`) WHERE "agent_runs"."ended_at_ms" is not null
