CREATE TABLE "event_epochs" (
	"epoch" bigint PRIMARY KEY NOT NULL,
	"origin" text collate "C" NOT NULL
);

