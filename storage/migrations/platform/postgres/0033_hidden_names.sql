-- Everything up to this migration. Its sha256 when it stood alone: 8ee9fcafc78aeada4481d1630087b44f2dc9bf3e4002eda6143b0921aaa78157
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"caller" text collate "C" NOT NULL,
	"route" text collate "C" NOT NULL,
	"key" text collate "C" NOT NULL,
	"account" text collate "C",
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
CREATE TABLE "sealed_secrets" (
	"name" text collate "C" PRIMARY KEY NOT NULL,
	"sealed" text collate "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_documents" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"collection" text collate "C" NOT NULL,
	"ref" text collate "C" NOT NULL,
	"scope" text collate "C" NOT NULL,
	"head" text collate "C" NOT NULL,
	"body" text collate "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text collate "C" PRIMARY KEY NOT NULL,
	"documents" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_trigrams" (
	"trigram" text collate "C" NOT NULL,
	"length" bigint NOT NULL,
	"word" text collate "C" NOT NULL,
	CONSTRAINT "search_trigrams_trigram_length_word_pk" PRIMARY KEY("trigram","length","word")
);
--> statement-breakpoint
CREATE TABLE "agents" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"owner_id" text collate "C" NOT NULL,
	"name" text collate "C" NOT NULL,
	"capabilities" text collate "C" NOT NULL,
	"endpoints" text collate "C" NOT NULL,
	"availability" text collate "C" NOT NULL,
	"max_concurrent_tasks" bigint NOT NULL,
	"active" bigint NOT NULL,
	"completed" bigint NOT NULL,
	"failed" bigint NOT NULL,
	"response_ms" bigint NOT NULL,
	"cost_micros" bigint NOT NULL,
	"last_seen_at_ms" bigint NOT NULL,
	"online_since_ms" bigint DEFAULT 0 NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	"hidden_at_ms" bigint,
	"version" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agent_capabilities" (
	"agent_id" text collate "C" NOT NULL,
	"position" bigint NOT NULL,
	"type" text collate "C" NOT NULL,
	"model" text collate "C" NOT NULL,
	"max_width" bigint,
	"max_height" bigint,
	"cost_micros" bigint,
	"push" boolean DEFAULT false NOT NULL,
	CONSTRAINT "agent_capabilities_agent_id_position_model_pk" PRIMARY KEY("agent_id","position","model")
);
--> statement-breakpoint
CREATE TABLE "agent_queues" (
	"queue" text collate "C" PRIMARY KEY NOT NULL,
	"capability" text collate "C" NOT NULL,
	"requirement" text collate "C" NOT NULL,
	"agent_id" text collate "C",
	"takers" text collate "C" DEFAULT 'any' NOT NULL,
	"principal_id" text collate "C",
	"waiting" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agent_tasks" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"list_key" text collate "C" NOT NULL,
	"submitter_id" text collate "C" NOT NULL,
	"takers" text collate "C" DEFAULT 'any' NOT NULL,
	"principal_id" text collate "C" DEFAULT '' NOT NULL,
	"fingerprint" text collate "C" NOT NULL,
	"type" text collate "C" NOT NULL,
	"requirement" text collate "C" NOT NULL,
	"queue" text collate "C" NOT NULL,
	"input" text collate "C" NOT NULL,
	"priority" text collate "C" NOT NULL,
	"state" text collate "C" NOT NULL,
	"fair_at_ms" bigint NOT NULL,
	"rank_ms" bigint NOT NULL,
	"deadline_at_ms" bigint NOT NULL,
	"due_at_ms" bigint,
	"lease_ms" bigint,
	"lease_ends_at_ms" bigint,
	"wake_at_ms" bigint,
	"agent_id" text collate "C",
	"token" bigint NOT NULL,
	"failures" bigint NOT NULL,
	"max_attempts" bigint NOT NULL,
	"progress" bigint,
	"progress_message" text collate "C",
	"result" text collate "C",
	"replies_by_message" boolean DEFAULT false NOT NULL,
	"questions" text collate "C" DEFAULT '[]' NOT NULL,
	"replay_of" text collate "C",
	"context_id" text collate "C",
	"message_id" text collate "C",
	"traceparent" text collate "C",
	"pushes" text collate "C" DEFAULT '[]' NOT NULL,
	"callback" text collate "C",
	"strategy" text collate "C" DEFAULT 'best_match' NOT NULL,
	"answer_ms" bigint DEFAULT 10000 NOT NULL,
	"routing_reason" text collate "C",
	"reserved_until_ms" bigint,
	"run_id" text collate "C",
	"failure_code" text collate "C",
	"failure_message" text collate "C",
	"created_at_ms" bigint NOT NULL,
	"assigned_at_ms" bigint,
	"ended_at_ms" bigint,
	"updated_at_ms" bigint NOT NULL,
	"version" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agent_push_secrets" (
	"task_id" text collate "C" NOT NULL,
	"push_id" text collate "C" NOT NULL,
	"sealed" text collate "C" NOT NULL,
	CONSTRAINT "agent_push_secrets_task_id_push_id_pk" PRIMARY KEY("task_id","push_id")
);
--> statement-breakpoint
CREATE TABLE "agent_attempts" (
	"task_id" text collate "C" NOT NULL,
	"token" bigint NOT NULL,
	"agent_id" text collate "C" NOT NULL,
	"started_at_ms" bigint NOT NULL,
	"ended_at_ms" bigint,
	"outcome" text collate "C",
	"failure_code" text collate "C",
	"failure_message" text collate "C",
	CONSTRAINT "agent_attempts_task_id_token_pk" PRIMARY KEY("task_id","token")
);
--> statement-breakpoint
CREATE TABLE "agent_artifacts" (
	"task_id" text collate "C" NOT NULL,
	"name" text collate "C" NOT NULL,
	"position" bigint NOT NULL,
	"media_type" text collate "C" NOT NULL,
	"content" text collate "C" NOT NULL,
	"agent_id" text collate "C" NOT NULL,
	"token" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	CONSTRAINT "agent_artifacts_task_id_name_pk" PRIMARY KEY("task_id","name")
);
--> statement-breakpoint
CREATE TABLE "agent_presence" (
	"agent_id" text collate "C" NOT NULL,
	"from_ms" bigint NOT NULL,
	"to_ms" bigint NOT NULL,
	CONSTRAINT "agent_presence_agent_id_from_ms_pk" PRIMARY KEY("agent_id","from_ms")
);
--> statement-breakpoint
CREATE TABLE "service_presence" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"from_ms" bigint NOT NULL,
	"to_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agent_messages" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"sender_id" text collate "C" NOT NULL,
	"takers" text collate "C" DEFAULT 'any' NOT NULL,
	"principal_id" text collate "C" DEFAULT '' NOT NULL,
	"requirement" text collate "C" NOT NULL,
	"strategy" text collate "C" NOT NULL,
	"timeout_ms" bigint NOT NULL,
	"type" text collate "C" NOT NULL,
	"task_id" text collate "C",
	"input" text collate "C" NOT NULL,
	"state" text collate "C" NOT NULL,
	"offers" text collate "C" NOT NULL,
	"agent_id" text collate "C" NOT NULL,
	"wake_at_ms" bigint,
	"acked_by" text collate "C",
	"created_at_ms" bigint NOT NULL,
	"ended_at_ms" bigint
);
--> statement-breakpoint
CREATE TABLE "agent_collaborations" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"submitter_id" text collate "C" NOT NULL,
	"takers" text collate "C" DEFAULT 'any' NOT NULL,
	"principal_id" text collate "C" DEFAULT '' NOT NULL,
	"task_id" text collate "C" NOT NULL,
	"fingerprint" text collate "C" NOT NULL,
	"protocol" text collate "C" NOT NULL,
	"agents" text collate "C" NOT NULL,
	"input" text collate "C" NOT NULL,
	"options" text collate "C" NOT NULL,
	"state" text collate "C" NOT NULL,
	"round" bigint NOT NULL,
	"round_ends_at_ms" bigint NOT NULL,
	"outcome" text collate "C",
	"is_settled" boolean NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	"ended_at_ms" bigint,
	"version" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agent_collaboration_parts" (
	"collaboration_id" text collate "C" NOT NULL,
	"round" bigint NOT NULL,
	"position" bigint NOT NULL,
	"kind" text collate "C" NOT NULL,
	"task_id" text collate "C" NOT NULL,
	"agent_id" text collate "C",
	"capability" text collate "C" NOT NULL,
	"state" text collate "C",
	"result" text collate "C",
	"failure_code" text collate "C",
	"failure_message" text collate "C",
	CONSTRAINT "agent_collaboration_parts_collaboration_id_round_position_pk" PRIMARY KEY("collaboration_id","round","position")
);
--> statement-breakpoint
CREATE TABLE "agent_endpoints" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"avatar_id" text collate "C" NOT NULL,
	"kind" text collate "C" NOT NULL,
	"url" text collate "C" NOT NULL,
	"wake_at_ms" bigint,
	"disabled_at_ms" bigint,
	"disabled_reason" text collate "C",
	"failing_since_ms" bigint,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agent_deliveries" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"endpoint_id" text collate "C" NOT NULL,
	"avatar_id" text collate "C" NOT NULL,
	"type" text collate "C" NOT NULL,
	"subject" text collate "C" NOT NULL,
	"payload" text collate "C" NOT NULL,
	"state" text collate "C" NOT NULL,
	"attempts" bigint NOT NULL,
	"replayed_from" bigint NOT NULL,
	"wake_at_ms" bigint,
	"lease_ends_at_ms" bigint,
	"until_ms" bigint,
	"last_status" bigint,
	"last_error" text collate "C",
	"attempted_at_ms" bigint,
	"created_at_ms" bigint NOT NULL,
	"ended_at_ms" bigint
);
--> statement-breakpoint
CREATE TABLE "agent_webhook_secrets" (
	"avatar_id" text collate "C" PRIMARY KEY NOT NULL,
	"sealed" text collate "C" NOT NULL,
	"previous_sealed" text collate "C",
	"previous_until_ms" bigint,
	"created_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agent_workflows" (
	"id" text collate "C" NOT NULL,
	"version" bigint NOT NULL,
	"owner_id" text collate "C" NOT NULL,
	"definition" text collate "C" NOT NULL,
	"created_at_ms" bigint NOT NULL,
	CONSTRAINT "agent_workflows_id_version_pk" PRIMARY KEY("id","version")
);
--> statement-breakpoint
CREATE TABLE "agent_runs" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"workflow_id" text collate "C" NOT NULL,
	"workflow_version" bigint NOT NULL,
	"submitter_id" text collate "C" NOT NULL,
	"takers" text collate "C" DEFAULT 'any' NOT NULL,
	"principal_id" text collate "C" DEFAULT '' NOT NULL,
	"input" text collate "C" NOT NULL,
	"traceparent" text collate "C",
	"state" text collate "C" NOT NULL,
	"failed_step_id" text collate "C",
	"failure_code" text collate "C",
	"failure_message" text collate "C",
	"deadline_at_ms" bigint NOT NULL,
	"wake_at_ms" bigint,
	"created_at_ms" bigint NOT NULL,
	"ended_at_ms" bigint,
	"updated_at_ms" bigint NOT NULL,
	"version" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agent_steps" (
	"run_id" text collate "C" NOT NULL,
	"step_id" text collate "C" NOT NULL,
	"position" bigint NOT NULL,
	"state" text collate "C" NOT NULL,
	"task_id" text collate "C",
	"result" text collate "C",
	"failure_code" text collate "C",
	"failure_message" text collate "C",
	"started_at_ms" bigint,
	"ended_at_ms" bigint,
	CONSTRAINT "agent_steps_run_id_step_id_pk" PRIMARY KEY("run_id","step_id")
);
--> statement-breakpoint
CREATE TABLE "agent_trusts" (
	"truster_id" text collate "C" NOT NULL,
	"trusted_id" text collate "C" NOT NULL,
	"position" bigint NOT NULL,
	CONSTRAINT "agent_trusts_truster_id_trusted_id_pk" PRIMARY KEY("truster_id","trusted_id")
);
--> statement-breakpoint
CREATE TABLE "avatars" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"username" text collate "C" NOT NULL,
	"username_key" text collate "C" NOT NULL,
	"username_skeleton" text collate "C",
	"name_hidden" boolean DEFAULT false NOT NULL,
	"email" text collate "C",
	"verified_email_key" text collate "C",
	"first_name" text collate "C",
	"last_name" text collate "C",
	"title" text collate "C",
	"avatar_type" text collate "C" NOT NULL,
	"is_admin" boolean NOT NULL,
	"owner_id" text collate "C",
	"deregistered_at_ms" bigint,
	"metadata" text collate "C" NOT NULL,
	"version" bigint NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	"frozen_at_ms" bigint,
	"frozen_by" text collate "C",
	"frozen_reason" text collate "C"
);
--> statement-breakpoint
CREATE TABLE "avatar_passwords" (
	"avatar_id" text collate "C" PRIMARY KEY NOT NULL,
	"hash" text collate "C" NOT NULL,
	"changed_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "avatar_sessions" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"avatar_id" text collate "C" NOT NULL,
	"authenticated_at_ms" bigint NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"expires_at_ms" bigint NOT NULL,
	"revoked_at_ms" bigint,
	"revoked_because" text collate "C"
);
--> statement-breakpoint
CREATE TABLE "avatar_refresh_tokens" (
	"hash" text collate "C" PRIMARY KEY NOT NULL,
	"session_id" text collate "C" NOT NULL,
	"expires_at_ms" bigint NOT NULL,
	"used_at_ms" bigint,
	"used_by" text collate "C",
	"salt" text collate "C"
);
--> statement-breakpoint
CREATE TABLE "avatar_api_keys" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"avatar_id" text collate "C" NOT NULL,
	"name" text collate "C" NOT NULL,
	"prefix" text collate "C" NOT NULL,
	"hash" text collate "C" NOT NULL,
	"scopes" text collate "C" NOT NULL,
	"created_by" text collate "C" NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"expires_at_ms" bigint,
	"last_used_at_ms" bigint,
	"revoked_at_ms" bigint,
	"replaced_by" text collate "C",
	"renewable_until_ms" bigint,
	"end_notices" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "avatar_mail_tokens" (
	"hash" text collate "C" PRIMARY KEY NOT NULL,
	"avatar_id" text collate "C" NOT NULL,
	"purpose" text collate "C" NOT NULL,
	"email" text collate "C" NOT NULL,
	"expires_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "avatar_mail_requests" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"avatar_id" text collate "C",
	"sealed" text collate "C" NOT NULL,
	"audit_id" text collate "C",
	"created_at_ms" bigint NOT NULL,
	"attempts" bigint NOT NULL,
	"due_at_ms" bigint NOT NULL,
	"counted" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "avatar_attempts" (
	"key" text collate "C" PRIMARY KEY NOT NULL,
	"failures" bigint NOT NULL,
	"blocked_until_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "avatar_known_addresses" (
	"avatar_id" text collate "C" NOT NULL,
	"hash" text collate "C" NOT NULL,
	"used_at_ms" bigint NOT NULL,
	CONSTRAINT "avatar_known_addresses_avatar_id_hash_pk" PRIMARY KEY("avatar_id","hash")
);
--> statement-breakpoint
CREATE TABLE "avatar_tallies" (
	"key" text collate "C" PRIMARY KEY NOT NULL,
	"count" bigint NOT NULL,
	"ends_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "avatar_signing_keys" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"public_jwk" text collate "C" NOT NULL,
	"sealed" text collate "C" NOT NULL,
	"signs_from_ms" bigint NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"revoked_at_ms" bigint
);
--> statement-breakpoint
CREATE TABLE "avatar_audit" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"at_ms" bigint NOT NULL,
	"action" text collate "C" NOT NULL,
	"outcome" text collate "C" NOT NULL,
	"actor_id" text collate "C",
	"subject_id" text collate "C",
	"credential" text collate "C",
	"address" text collate "C",
	"user_agent" text collate "C",
	"trace_id" text collate "C",
	"facts" text collate "C" NOT NULL
);
--> statement-breakpoint
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
	"surplus_at_ms" bigint,
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
CREATE TABLE "wallet_seeds" (
	"avatar_id" text collate "C" PRIMARY KEY NOT NULL,
	"sealed" text collate "C" NOT NULL,
	"master_key" text collate "C" NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	"phrase_given_at_ms" bigint
);
--> statement-breakpoint
CREATE TABLE "wallet_indexes" (
	"avatar_id" text collate "C" NOT NULL,
	"provider_type" bigint NOT NULL,
	"next" bigint NOT NULL,
	CONSTRAINT "wallet_indexes_avatar_id_provider_type_pk" PRIMARY KEY("avatar_id","provider_type")
);
--> statement-breakpoint
CREATE TABLE "wallets" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"avatar_id" text collate "C" NOT NULL,
	"provider_type" bigint NOT NULL,
	"name" text collate "C" NOT NULL,
	"description" text collate "C" NOT NULL,
	"address" text collate "C" NOT NULL,
	"public_key" text collate "C",
	"seed_index" bigint,
	"verified" boolean NOT NULL,
	"is_default" boolean NOT NULL,
	"challenge" text collate "C",
	"challenge_expires_at_ms" bigint,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	"hidden_at_ms" bigint,
	"version" bigint DEFAULT 1 NOT NULL,
	"frozen_at_ms" bigint,
	"frozen_by" text collate "C",
	"frozen_reason" text collate "C"
);
--> statement-breakpoint
CREATE TABLE "wallet_spends" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"kind" text collate "C" NOT NULL,
	"reference" text collate "C" NOT NULL,
	"avatar_id" text collate "C" NOT NULL,
	"wallet_id" text collate "C" NOT NULL,
	"asset" text collate "C" NOT NULL,
	"amount" numeric(39, 0) NOT NULL,
	"decimals" bigint NOT NULL,
	"spender" text collate "C" NOT NULL,
	"spender_id" text collate "C" NOT NULL,
	"at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "spending_limits" (
	"subject" text collate "C" NOT NULL,
	"subject_id" text collate "C" NOT NULL,
	"asset" text collate "C" NOT NULL,
	"amount" numeric(39, 0) NOT NULL,
	"decimals" bigint NOT NULL,
	"owner_id" text collate "C" NOT NULL,
	"set_by" text collate "C" NOT NULL,
	"set_at_ms" bigint NOT NULL,
	CONSTRAINT "spending_limits_subject_subject_id_asset_pk" PRIMARY KEY("subject","subject_id","asset")
);
--> statement-breakpoint
CREATE TABLE "wallet_transfers" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"wallet_id" text collate "C" NOT NULL,
	"avatar_id" text collate "C" NOT NULL,
	"domain" bigint NOT NULL,
	"family" text collate "C" NOT NULL,
	"from" text collate "C" NOT NULL,
	"to" text collate "C" NOT NULL,
	"symbol" text collate "C" NOT NULL,
	"token" text collate "C",
	"decimals" bigint NOT NULL,
	"amount" numeric(39, 0) NOT NULL,
	"state" text collate "C" NOT NULL,
	"transaction" text collate "C",
	"failure_code" text collate "C",
	"failure_message" text collate "C",
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	"version" bigint DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "libraries" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"created_by" text collate "C" NOT NULL,
	"current" text collate "C" NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL,
	"deleted_at_ms" bigint,
	"revision" bigint DEFAULT 1 NOT NULL,
	"change" bigint DEFAULT 0 NOT NULL
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
	"created_at_ms" bigint NOT NULL,
	"dependency_count" bigint NOT NULL,
	"dependencies" text collate "C" NOT NULL,
	CONSTRAINT "library_versions_library_id_version_pk" PRIMARY KEY("library_id","version")
);
--> statement-breakpoint
CREATE TABLE "library_edges" (
	"library_id" text collate "C" NOT NULL,
	"version" text collate "C" NOT NULL,
	"dependency_id" text collate "C" NOT NULL,
	"version_range" text collate "C" NOT NULL,
	CONSTRAINT "library_edges_library_id_version_dependency_id_pk" PRIMARY KEY("library_id","version","dependency_id")
);
--> statement-breakpoint
CREATE TABLE "direct_messages" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"from_avatar_id" text collate "C" NOT NULL,
	"to_avatar_id" text collate "C" NOT NULL,
	"text" text collate "C" NOT NULL,
	"metadata" text collate "C" NOT NULL,
	"sent_at_ms" bigint NOT NULL,
	"read_at_ms" bigint
);
--> statement-breakpoint
CREATE TABLE "message_copies" (
	"avatar_id" text collate "C" NOT NULL,
	"message_id" text collate "C" NOT NULL,
	"peer_id" text collate "C" NOT NULL,
	"incoming" boolean NOT NULL,
	"unread" boolean NOT NULL,
	CONSTRAINT "message_copies_avatar_id_message_id_pk" PRIMARY KEY("avatar_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "message_totals" (
	"avatar_id" text collate "C" PRIMARY KEY NOT NULL,
	"sent" bigint NOT NULL,
	"received" bigint NOT NULL,
	"unread" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "message_blocks" (
	"avatar_id" text collate "C" NOT NULL,
	"blocked_id" text collate "C" NOT NULL,
	"created_at_ms" bigint NOT NULL,
	CONSTRAINT "message_blocks_avatar_id_blocked_id_pk" PRIMARY KEY("avatar_id","blocked_id")
);
--> statement-breakpoint
CREATE TABLE "missions" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"avatar_id" text collate "C" NOT NULL,
	"origin_id" text collate "C" NOT NULL,
	"origin_avatar_id" text collate "C",
	"source_id" text collate "C",
	"installed" boolean NOT NULL,
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
	"name" text collate "C" NOT NULL,
	"description" text collate "C" NOT NULL,
	"mission_type" text collate "C" NOT NULL,
	"difficulty" text collate "C" NOT NULL,
	"order" bigint NOT NULL,
	"reward_karma" bigint NOT NULL,
	"reward_xp" bigint NOT NULL,
	"deadline" text collate "C",
	"total_karma" bigint NOT NULL,
	"total_xp" bigint NOT NULL,
	"total_quests" bigint NOT NULL,
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
CREATE TABLE "owner_usage" (
	"owner_id" text collate "C" NOT NULL,
	"kind" text collate "C" NOT NULL,
	"items" bigint NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "owner_usage_owner_id_kind_pk" PRIMARY KEY("owner_id","kind")
);
--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at_ms");
--> statement-breakpoint
CREATE INDEX "idempotency_keys_account" ON "idempotency_keys" USING btree ("account");
--> statement-breakpoint
CREATE INDEX "rate_limits_reset" ON "rate_limits" USING btree ("reset_ms");
--> statement-breakpoint
CREATE UNIQUE INDEX "search_documents_ref" ON "search_documents" USING btree ("collection","ref");
--> statement-breakpoint
CREATE INDEX "search_documents_scope" ON "search_documents" USING btree ("scope","id");
--> statement-breakpoint
CREATE INDEX "agents_owner" ON "agents" USING btree ("owner_id","id");
--> statement-breakpoint
CREATE INDEX "agent_capabilities_type" ON "agent_capabilities" USING btree ("type","model","agent_id");
--> statement-breakpoint
CREATE INDEX "agent_capabilities_push" ON "agent_capabilities" USING btree ("type","model","agent_id") WHERE "agent_capabilities"."push";
--> statement-breakpoint
CREATE INDEX "agent_queues_fit" ON "agent_queues" USING btree ("agent_id","capability");
--> statement-breakpoint
CREATE INDEX "agent_queues_restricted" ON "agent_queues" USING btree ("principal_id","capability") WHERE "agent_queues"."takers" <> 'any';
--> statement-breakpoint
CREATE INDEX "agent_tasks_queue" ON "agent_tasks" USING btree ("queue","rank_ms","list_key") WHERE "agent_tasks"."state" = 'queued';
--> statement-breakpoint
CREATE INDEX "agent_tasks_fair" ON "agent_tasks" USING btree ("submitter_id","fair_at_ms") WHERE "agent_tasks"."state" = 'queued';
--> statement-breakpoint
CREATE INDEX "agent_tasks_wake" ON "agent_tasks" USING btree ("wake_at_ms") WHERE "agent_tasks"."wake_at_ms" is not null;
--> statement-breakpoint
CREATE INDEX "agent_tasks_submitter" ON "agent_tasks" USING btree ("submitter_id","list_key");
--> statement-breakpoint
CREATE INDEX "agent_tasks_agent" ON "agent_tasks" USING btree ("agent_id","list_key");
--> statement-breakpoint
CREATE INDEX "agent_tasks_context" ON "agent_tasks" USING btree ("context_id","list_key") WHERE "agent_tasks"."context_id" is not null;
--> statement-breakpoint
CREATE INDEX "agent_tasks_messages" ON "agent_tasks" USING btree ("submitter_id","updated_at_ms","list_key") WHERE "agent_tasks"."message_id" is not null;
--> statement-breakpoint
CREATE INDEX "agent_tasks_pushed" ON "agent_tasks" USING btree ("principal_id","ended_at_ms") WHERE "agent_tasks"."pushes" <> '[]';
--> statement-breakpoint
CREATE INDEX "agent_tasks_ended" ON "agent_tasks" USING btree ("ended_at_ms") WHERE "agent_tasks"."ended_at_ms" is not null;
--> statement-breakpoint
CREATE INDEX "agent_tasks_reserved" ON "agent_tasks" USING btree ("agent_id") WHERE "agent_tasks"."reserved_until_ms" is not null;
--> statement-breakpoint
CREATE INDEX "agent_attempts_agent" ON "agent_attempts" USING btree ("agent_id","started_at_ms");
--> statement-breakpoint
CREATE INDEX "agent_presence_end" ON "agent_presence" USING btree ("to_ms");
--> statement-breakpoint
CREATE INDEX "service_presence_end" ON "service_presence" USING btree ("to_ms");
--> statement-breakpoint
CREATE INDEX "agent_messages_wake" ON "agent_messages" USING btree ("wake_at_ms") WHERE "agent_messages"."wake_at_ms" is not null;
--> statement-breakpoint
CREATE INDEX "agent_messages_offered" ON "agent_messages" USING btree ("agent_id","id") WHERE "agent_messages"."state" = 'offered';
--> statement-breakpoint
CREATE INDEX "agent_messages_ended" ON "agent_messages" USING btree ("ended_at_ms") WHERE "agent_messages"."ended_at_ms" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "agent_collaborations_task" ON "agent_collaborations" USING btree ("submitter_id","task_id");
--> statement-breakpoint
CREATE INDEX "agent_collaborations_submitter" ON "agent_collaborations" USING btree ("submitter_id","id");
--> statement-breakpoint
CREATE INDEX "agent_collaborations_ended" ON "agent_collaborations" USING btree ("ended_at_ms") WHERE "agent_collaborations"."ended_at_ms" is not null;
--> statement-breakpoint
CREATE INDEX "agent_collaborations_open" ON "agent_collaborations" USING btree ("id") WHERE not "agent_collaborations"."is_settled";
--> statement-breakpoint
CREATE UNIQUE INDEX "agent_endpoints_avatar" ON "agent_endpoints" USING btree ("avatar_id","kind","url");
--> statement-breakpoint
CREATE INDEX "agent_endpoints_wake" ON "agent_endpoints" USING btree ("wake_at_ms") WHERE "agent_endpoints"."wake_at_ms" is not null;
--> statement-breakpoint
CREATE INDEX "agent_deliveries_due" ON "agent_deliveries" USING btree ("endpoint_id","wake_at_ms") WHERE "agent_deliveries"."wake_at_ms" is not null;
--> statement-breakpoint
CREATE INDEX "agent_deliveries_leased" ON "agent_deliveries" USING btree ("endpoint_id","lease_ends_at_ms") WHERE "agent_deliveries"."lease_ends_at_ms" is not null;
--> statement-breakpoint
CREATE INDEX "agent_deliveries_avatar" ON "agent_deliveries" USING btree ("avatar_id","id");
--> statement-breakpoint
CREATE INDEX "agent_workflows_owner" ON "agent_workflows" USING btree ("owner_id","id","version");
--> statement-breakpoint
CREATE INDEX "agent_runs_submitter" ON "agent_runs" USING btree ("submitter_id","id");
--> statement-breakpoint
CREATE INDEX "agent_runs_ended" ON "agent_runs" USING btree ("ended_at_ms") WHERE "agent_runs"."ended_at_ms" is not null;
--> statement-breakpoint
CREATE INDEX "agent_runs_wake" ON "agent_runs" USING btree ("wake_at_ms") WHERE "agent_runs"."wake_at_ms" is not null;
--> statement-breakpoint
CREATE INDEX "agent_trusts_trusted" ON "agent_trusts" USING btree ("trusted_id","truster_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "avatars_username" ON "avatars" USING btree ("username_key");
--> statement-breakpoint
CREATE UNIQUE INDEX "avatars_username_skeleton" ON "avatars" USING btree ("username_skeleton");
--> statement-breakpoint
CREATE UNIQUE INDEX "avatars_verified_email" ON "avatars" USING btree ("verified_email_key");
--> statement-breakpoint
CREATE INDEX "avatars_owner" ON "avatars" USING btree ("owner_id");
--> statement-breakpoint
CREATE INDEX "avatars_frozen" ON "avatars" USING btree ("frozen_at_ms") WHERE "avatars"."frozen_at_ms" is not null;
--> statement-breakpoint
CREATE INDEX "avatar_sessions_avatar" ON "avatar_sessions" USING btree ("avatar_id");
--> statement-breakpoint
CREATE INDEX "avatar_sessions_expiry" ON "avatar_sessions" USING btree ("expires_at_ms");
--> statement-breakpoint
CREATE INDEX "avatar_refresh_tokens_session" ON "avatar_refresh_tokens" USING btree ("session_id");
--> statement-breakpoint
CREATE INDEX "avatar_refresh_tokens_expiry" ON "avatar_refresh_tokens" USING btree ("expires_at_ms");
--> statement-breakpoint
CREATE UNIQUE INDEX "avatar_api_keys_hash" ON "avatar_api_keys" USING btree ("hash");
--> statement-breakpoint
CREATE INDEX "avatar_api_keys_avatar" ON "avatar_api_keys" USING btree ("avatar_id");
--> statement-breakpoint
CREATE INDEX "avatar_api_keys_end" ON "avatar_api_keys" USING btree ("expires_at_ms");
--> statement-breakpoint
CREATE INDEX "avatar_mail_tokens_avatar" ON "avatar_mail_tokens" USING btree ("avatar_id");
--> statement-breakpoint
CREATE INDEX "avatar_mail_tokens_expiry" ON "avatar_mail_tokens" USING btree ("expires_at_ms");
--> statement-breakpoint
CREATE INDEX "avatar_mail_requests_due" ON "avatar_mail_requests" USING btree ("due_at_ms");
--> statement-breakpoint
CREATE INDEX "avatar_attempts_end" ON "avatar_attempts" USING btree ("blocked_until_ms");
--> statement-breakpoint
CREATE INDEX "avatar_known_addresses_used" ON "avatar_known_addresses" USING btree ("used_at_ms");
--> statement-breakpoint
CREATE INDEX "avatar_tallies_end" ON "avatar_tallies" USING btree ("ends_at_ms");
--> statement-breakpoint
CREATE INDEX "avatar_audit_subject" ON "avatar_audit" USING btree ("subject_id","id");
--> statement-breakpoint
CREATE INDEX "avatar_audit_actor" ON "avatar_audit" USING btree ("actor_id","id");
--> statement-breakpoint
CREATE INDEX "avatar_audit_action" ON "avatar_audit" USING btree ("action","id");
--> statement-breakpoint
CREATE INDEX "health_checks_name" ON "health_checks" USING btree ("name","seq");
--> statement-breakpoint
CREATE INDEX "health_checks_age" ON "health_checks" USING btree ("checked_at_ms");
--> statement-breakpoint
CREATE INDEX "holons_avatar" ON "holons" USING btree ("avatar_id","ordinal") WHERE "holons"."deleted_at_ms" is null;
--> statement-breakpoint
CREATE INDEX "holons_type" ON "holons" USING btree ("avatar_id","holon_type","ordinal") WHERE "holons"."deleted_at_ms" is null;
--> statement-breakpoint
CREATE INDEX "holons_deleted" ON "holons" USING btree ("deleted_at_ms") WHERE "holons"."deleted_at_ms" is not null;
--> statement-breakpoint
CREATE INDEX "holon_versions_lacking" ON "holon_versions" USING btree ("holon_id","version") WHERE "holon_versions"."copies" < 2;
--> statement-breakpoint
CREATE INDEX "holon_versions_surplus" ON "holon_versions" USING btree ("surplus_at_ms") WHERE "holon_versions"."surplus_at_ms" is not null;
--> statement-breakpoint
CREATE INDEX "holon_places_provider" ON "holon_places" USING btree ("provider","checked_at_ms");
--> statement-breakpoint
CREATE INDEX "holon_fields_value" ON "holon_fields" USING btree ("avatar_id","field","value","ordinal");
--> statement-breakpoint
CREATE INDEX "holon_fields_typed" ON "holon_fields" USING btree ("avatar_id","field","value","holon_type","ordinal");
--> statement-breakpoint
CREATE INDEX "holon_uploads_age" ON "holon_uploads" USING btree ("created_at_ms");
--> statement-breakpoint
CREATE INDEX "wallet_seeds_master_key" ON "wallet_seeds" USING btree ("master_key","avatar_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "wallets_address" ON "wallets" USING btree ("avatar_id","provider_type","address");
--> statement-breakpoint
CREATE UNIQUE INDEX "wallets_default" ON "wallets" USING btree ("avatar_id","provider_type") WHERE "wallets"."is_default";
--> statement-breakpoint
CREATE INDEX "wallets_avatar" ON "wallets" USING btree ("avatar_id","id");
--> statement-breakpoint
CREATE INDEX "wallets_hidden" ON "wallets" USING btree ("hidden_at_ms");
--> statement-breakpoint
CREATE INDEX "wallets_frozen" ON "wallets" USING btree ("frozen_at_ms") WHERE "wallets"."frozen_at_ms" is not null;
--> statement-breakpoint
CREATE INDEX "wallet_spends_avatar" ON "wallet_spends" USING btree ("avatar_id","asset","at_ms");
--> statement-breakpoint
CREATE INDEX "wallet_spends_at" ON "wallet_spends" USING btree ("at_ms");
--> statement-breakpoint
CREATE INDEX "spending_limits_owner" ON "spending_limits" USING btree ("owner_id");
--> statement-breakpoint
CREATE INDEX "wallet_transfers_state" ON "wallet_transfers" USING btree ("state","id");
--> statement-breakpoint
CREATE INDEX "wallet_transfers_wallet" ON "wallet_transfers" USING btree ("wallet_id","id");
--> statement-breakpoint
CREATE INDEX "wallet_transfers_avatar" ON "wallet_transfers" USING btree ("avatar_id","symbol","created_at_ms");
--> statement-breakpoint
CREATE INDEX "libraries_listed" ON "libraries" USING btree ("id") WHERE "libraries"."deleted_at_ms" is null;
--> statement-breakpoint
CREATE INDEX "libraries_change" ON "libraries" USING btree ("change");
--> statement-breakpoint
CREATE INDEX "library_edges_dependency" ON "library_edges" USING btree ("dependency_id","library_id");
--> statement-breakpoint
CREATE INDEX "message_copies_inbox" ON "message_copies" USING btree ("avatar_id","message_id") WHERE "message_copies"."incoming";
--> statement-breakpoint
CREATE INDEX "message_copies_unread" ON "message_copies" USING btree ("avatar_id","message_id") WHERE "message_copies"."unread";
--> statement-breakpoint
CREATE INDEX "message_copies_peer" ON "message_copies" USING btree ("avatar_id","peer_id","message_id");
--> statement-breakpoint
CREATE INDEX "message_copies_message" ON "message_copies" USING btree ("message_id");
--> statement-breakpoint
CREATE INDEX "missions_avatar" ON "missions" USING btree ("avatar_id","id") WHERE "missions"."hidden_at_ms" is null;
--> statement-breakpoint
CREATE INDEX "missions_checksum" ON "missions" USING btree ("checksum");
--> statement-breakpoint
CREATE INDEX "missions_avatar_type" ON "missions" USING btree ("avatar_id","mission_type","id") WHERE "missions"."hidden_at_ms" is null;
--> statement-breakpoint
CREATE INDEX "missions_published" ON "missions" USING btree ("id") WHERE "missions"."published_version" is not null and "missions"."hidden_at_ms" is null;
--> statement-breakpoint
CREATE INDEX "missions_published_type" ON "missions" USING btree ("published_type","id") WHERE "missions"."published_version" is not null and "missions"."hidden_at_ms" is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "missions_installed" ON "missions" USING btree ("avatar_id","origin_id") WHERE "missions"."installed" and "missions"."hidden_at_ms" is null;
--> statement-breakpoint
CREATE INDEX "mission_versions_checksum" ON "mission_versions" USING btree ("checksum");
--> statement-breakpoint
CREATE UNIQUE INDEX "mission_runs_avatar_mission" ON "mission_runs" USING btree ("avatar_id","mission_id");
--> statement-breakpoint
CREATE INDEX "mission_runs_status" ON "mission_runs" USING btree ("avatar_id","status","mission_id");
--> statement-breakpoint
CREATE INDEX "mission_runs_mission" ON "mission_runs" USING btree ("mission_id");
--> statement-breakpoint
CREATE INDEX "mission_runs_checksum" ON "mission_runs" USING btree ("checksum");
--> statement-breakpoint
CREATE INDEX "mission_runs_deadline" ON "mission_runs" USING btree ("deadline_ms") WHERE "mission_runs"."status" = 'InProgress';
--> statement-breakpoint
CREATE INDEX "mission_run_quests_order" ON "mission_run_quests" USING btree ("avatar_id") WHERE "mission_run_quests"."awaits_order";
--> statement-breakpoint
CREATE UNIQUE INDEX "mission_rewards_once" ON "mission_rewards" USING btree ("avatar_id","origin_id");
--> statement-breakpoint
CREATE INDEX "mission_rewards_board" ON "mission_rewards" USING btree ("origin_id","duration_ms","id") WHERE "mission_rewards"."counted";
--> statement-breakpoint
CREATE UNIQUE INDEX "mission_keys_public" ON "mission_keys" USING btree ("public_key");
--> statement-breakpoint
ALTER TABLE "search_documents" ADD COLUMN "vector" tsvector GENERATED ALWAYS AS (setweight(to_tsvector('simple'::regconfig, "head"), 'A') || setweight(to_tsvector('simple'::regconfig, "body"), 'D')) STORED;
--> statement-breakpoint
CREATE INDEX "search_documents_vector" ON "search_documents" USING gin ("vector");
