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

