CREATE TABLE "sealed_secrets" (
	"name" text collate "C" PRIMARY KEY NOT NULL,
	"sealed" text collate "C" NOT NULL
);

--> statement-breakpoint
CREATE TABLE "avatars" (
	"id" text collate "C" PRIMARY KEY NOT NULL,
	"username" text collate "C" NOT NULL,
	"username_key" text collate "C" NOT NULL,
	"email" text collate "C",
	"verified_email_key" text collate "C",
	"first_name" text collate "C",
	"last_name" text collate "C",
	"title" text collate "C",
	"avatar_type" text collate "C" NOT NULL,
	"is_admin" boolean NOT NULL,
	"owner_id" text collate "C",
	"metadata" text collate "C" NOT NULL,
	"version" bigint NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"updated_at_ms" bigint NOT NULL
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
	"revoked_at_ms" bigint
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
CREATE TABLE "avatar_attempts" (
	"key" text collate "C" PRIMARY KEY NOT NULL,
	"failures" bigint NOT NULL,
	"blocked_until_ms" bigint NOT NULL
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
CREATE UNIQUE INDEX "avatars_username" ON "avatars" USING btree ("username_key");
--> statement-breakpoint
CREATE UNIQUE INDEX "avatars_verified_email" ON "avatars" USING btree ("verified_email_key");
--> statement-breakpoint
CREATE INDEX "avatars_owner" ON "avatars" USING btree ("owner_id");
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
CREATE INDEX "avatar_mail_tokens_avatar" ON "avatar_mail_tokens" USING btree ("avatar_id");
--> statement-breakpoint
CREATE INDEX "avatar_mail_tokens_expiry" ON "avatar_mail_tokens" USING btree ("expires_at_ms");
--> statement-breakpoint
CREATE INDEX "avatar_attempts_end" ON "avatar_attempts" USING btree ("blocked_until_ms");
--> statement-breakpoint
CREATE INDEX "avatar_audit_subject" ON "avatar_audit" USING btree ("subject_id","id");
--> statement-breakpoint
CREATE INDEX "avatar_audit_actor" ON "avatar_audit" USING btree ("actor_id","id");
--> statement-breakpoint
CREATE INDEX "avatar_audit_action" ON "avatar_audit" USING btree ("action","id");
