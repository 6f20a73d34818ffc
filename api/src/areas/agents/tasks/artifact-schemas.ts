import type { ArtifactRow } from '@causeway/storage';
import Type, { type Static } from 'typebox';
import { iso } from '../../../http/requests/times.ts';
import { named } from '../../../http/schema/schema.ts';
import { AGENT_ID, name, TIME, time } from '../schemas.ts';
import { anything, token } from './schemas.ts';

/** Artifacts of one task at most, and the largest body with one, bytes. */
export const MAX_ARTIFACTS = 32;
export const ARTIFACT_BODY_LIMIT = 64 * 1024;

const MEDIA_TYPE = 'application/json';

const mediaType = () =>
  Type.String({
    pattern: '^[a-z0-9.+-]{1,60}/[a-z0-9.+-]{1,60}$',
    default: MEDIA_TYPE,
    description: 'Of the content, for readers; text and encoded bytes are JSON strings.',
  });

/** Body of POST /tasks/{taskId}/artifacts. */
export const artifactRequest = named(
  'PutArtifactRequest',
  Type.Object(
    {
      token: token(),
      name: name(100, 'Unique in the task: an artifact with the same name is replaced.'),
      mediaType: Type.Optional(mediaType()),
      content: anything('Any JSON.'),
    },
    { examples: [{ token: 1, name: 'summary', mediaType: 'text/markdown', content: '# Findings' }] },
  ),
);
export type ArtifactRequest = Static<typeof artifactRequest>;

export const artifact = named(
  'TaskArtifact',
  Type.Object(
    {
      name: Type.String(),
      mediaType: Type.String(),
      content: anything('As the agent gave it.'),
      agentId: Type.String({ description: 'The agent that stored it last.' }),
      token: Type.Integer({ minimum: 1, description: 'The fencing token of the attempt that stored it last.' }),
      updatedAt: time('When it was stored last.'),
    },
    {
      examples: [
        {
          ...{ name: 'summary', mediaType: 'text/markdown', content: '# Findings' },
          ...{ agentId: AGENT_ID, token: 1, updatedAt: TIME },
        },
      ],
    },
  ),
);

export const artifactView = ({ name, mediaType, content, agentId, token, updatedAtMs }: ArtifactRow) => ({
  ...{ name, mediaType, content: JSON.parse(content), agentId, token },
  updatedAt: iso(updatedAtMs),
});

/** The media type of an artifact that names none. */
export const mediaTypeOf = ({ mediaType = MEDIA_TYPE }: Pick<ArtifactRequest, 'mediaType'>): string => mediaType;
