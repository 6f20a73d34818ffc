ALTER TABLE "avatars" ADD COLUMN "name_hidden" boolean DEFAULT false NOT NULL;
