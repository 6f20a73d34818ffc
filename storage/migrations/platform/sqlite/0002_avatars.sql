CREATE TABLE `sealed_secrets` (
	`name` text PRIMARY KEY NOT NULL,
	`sealed` text NOT NULL
);

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
);

--> statement-breakpoint
CREATE UNIQUE INDEX `avatars_username` ON `avatars` (`username_key`);
--> statement-breakpoint
CREATE UNIQUE INDEX `avatars_verified_email` ON `avatars` (`verified_email_key`);
--> statement-breakpoint
CREATE INDEX `avatars_owner` ON `avatars` (`owner_id`);
--> statement-breakpoint
CREATE TABLE `avatar_passwords` (
	`avatar_id` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`changed_at_ms` integer NOT NULL
);

--> statement-breakpoint
CREATE TABLE `avatar_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`avatar_id` text NOT NULL,
	`authenticated_at_ms` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`revoked_at_ms` integer,
	`revoked_because` text
);

--> statement-breakpoint
CREATE INDEX `avatar_sessions_avatar` ON `avatar_sessions` (`avatar_id`);
--> statement-breakpoint
CREATE INDEX `avatar_sessions_expiry` ON `avatar_sessions` (`expires_at_ms`);
--> statement-breakpoint
CREATE TABLE `avatar_refresh_tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`used_at_ms` integer,
	`used_by` text,
	`salt` text
);

--> statement-breakpoint
CREATE INDEX `avatar_refresh_tokens_session` ON `avatar_refresh_tokens` (`session_id`);
--> statement-breakpoint
CREATE INDEX `avatar_refresh_tokens_expiry` ON `avatar_refresh_tokens` (`expires_at_ms`);
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
);

--> statement-breakpoint
CREATE UNIQUE INDEX `avatar_api_keys_hash` ON `avatar_api_keys` (`hash`);
--> statement-breakpoint
CREATE INDEX `avatar_api_keys_avatar` ON `avatar_api_keys` (`avatar_id`);
--> statement-breakpoint
CREATE TABLE `avatar_mail_tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`avatar_id` text NOT NULL,
	`purpose` text NOT NULL,
	`email` text NOT NULL,
	`expires_at_ms` integer NOT NULL
);

--> statement-breakpoint
CREATE INDEX `avatar_mail_tokens_avatar` ON `avatar_mail_tokens` (`avatar_id`);
--> statement-breakpoint
CREATE INDEX `avatar_mail_tokens_expiry` ON `avatar_mail_tokens` (`expires_at_ms`);
--> statement-breakpoint
CREATE TABLE `avatar_attempts` (
	`key` text PRIMARY KEY NOT NULL,
	`failures` integer NOT NULL,
	`blocked_until_ms` integer NOT NULL
);

--> statement-breakpoint
CREATE INDEX `avatar_attempts_end` ON `avatar_attempts` (`blocked_until_ms`);
--> statement-breakpoint
CREATE TABLE `avatar_signing_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`public_jwk` text NOT NULL,
	`sealed` text NOT NULL,
	`signs_from_ms` integer NOT NULL,
	`created_at_ms` integer NOT NULL,
	`revoked_at_ms` integer
);

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
);

--> statement-breakpoint
CREATE INDEX `avatar_audit_subject` ON `avatar_audit` (`subject_id`,`id`);
--> statement-breakpoint
CREATE INDEX `avatar_audit_actor` ON `avatar_audit` (`actor_id`,`id`);
--> statement-breakpoint
CREATE INDEX `avatar_audit_action` ON `avatar_audit` (`action`,`id`);
