import Type, { type Static } from 'typebox';
import { named } from '../../http/schema/schema.ts';

const HOLON_ID = '0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70';
const AGENT_ID = '0198c5b2-7b2f-7d4e-8a21-3c9b5e6f7a81';
const CHECKSUM = 'b5d4045c3f466fa91fe2cc6abe79232a1a57cdf104f7a26e716e0a1e2789df78';
const TIME = '2026-01-05T12:00:00.000Z';

const time = (description: string) => Type.String({ format: 'date-time', description, examples: [TIME] });
/** Text without control characters; an index has it. */
const line = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[^\\u0000-\\u001f]*$', description });

const metadata = Type.Object({}, { additionalProperties: true, description: 'Free-form.' });
const examples = [
  {
    name: 'what I know',
    holonType: 'AgentMemory',
    metadata: { agentId: AGENT_ID, knowledge: { topic: 'bridges' }, timestamp: TIME },
  },
];

const saved = {
  id: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'The holon to change; a new one, of this id if given, where it is absent.',
    }),
  ),
  name: line(200, 'Name of the record.'),
  holonType: line(100, 'Kind of record; AgentMemory is an agent’s memory.'),
  metadata: Type.Optional(metadata),
  version: Type.Optional(
    Type.Integer({ minimum: 0, description: 'The version that the holon must have, 0 for none; otherwise 412.' }),
  ),
};
const holonInput = named('HolonInput', Type.Object(saved, { examples }));
export type HolonInput = Static<typeof holonInput>;

/** Body of save-holon: the holon itself, or under `holon`. */
export const saveHolonRequest = named(
  'SaveHolonRequest',
  Type.Object(
    { ...Type.Partial(Type.Object(saved)).properties, holon: Type.Optional(holonInput) },
    { anyOf: [{ required: ['holon'] }, { required: ['name', 'holonType'] }], examples },
  ),
);
export type SaveHolonRequest = Static<typeof saveHolonRequest>;

const versionFacts = {
  version: Type.Integer({ minimum: 1 }),
  providers: Type.Array(Type.String(), { description: 'The providers that have it.', examples: [['database', 's3']] }),
  checksum: Type.String({ description: 'SHA-256 of the stored JSON.', examples: [CHECKSUM] }),
  bytes: Type.Integer({ minimum: 0, description: 'Size of the stored JSON.' }),
  savedBy: Type.String({ description: 'The avatar that saved the version.' }),
  savedAt: time('When the version was saved.'),
};
const versionExample = {
  version: 2,
  providers: ['database', 's3'],
  checksum: CHECKSUM,
  bytes: 143,
  savedBy: AGENT_ID,
  savedAt: TIME,
};

export const holonVersion = named('HolonVersion', Type.Object(versionFacts, { examples: [versionExample] }));

const frame = {
  id: Type.String({ format: 'uuid' }),
  avatarId: Type.String({ description: 'The owner.' }),
  name: Type.String(),
  holonType: Type.String(),
  ...versionFacts,
  createdAt: time('When the first version was saved.'),
};
const body = {
  metadata,
  provider: Type.String({ description: 'The provider that gave it, or took it first.', examples: ['database'] }),
};

const LISTED = { name: 'what I know', holonType: 'AgentMemory', ...versionExample };

/** A holon in a list. */
export const listedHolon = named(
  'ListedHolon',
  Type.Object(
    { ...frame, ...Type.Partial(Type.Object(body)).properties },
    {
      description: 'Without its metadata, which `view=full` adds.',
      examples: [{ id: HOLON_ID, avatarId: AGENT_ID, ...LISTED, createdAt: TIME }],
    },
  ),
);
export type ListedHolonView = Static<typeof listedHolon>;

export const holon = named(
  'Holon',
  Type.Object(
    { ...frame, ...body },
    {
      examples: [
        { id: HOLON_ID, avatarId: AGENT_ID, ...examples[0], ...versionExample, provider: 'database', createdAt: TIME },
      ],
    },
  ),
);

export const deletedHolon = named(
  'DeletedHolon',
  Type.Object(
    {
      id: Type.String({ format: 'uuid' }),
      version: Type.Integer(),
      deletedAt: time('Since when it is deleted.'),
      restorableUntil: time('Afterwards it is gone for good.'),
    },
    { examples: [{ id: HOLON_ID, version: 2, deletedAt: TIME, restorableUntil: '2026-04-05T12:00:00.000Z' }] },
  ),
);

export const holonChange = named(
  'HolonChange',
  Type.Object(
    {
      event: Type.String({ examples: ['holon.saved', 'holon.deleted', 'holon.restored'] }),
      version: Type.Integer({ description: 'The version of the holon then.' }),
      at: time('When it happened.'),
    },
    { examples: [{ event: 'holon.saved', version: 2, at: TIME }] },
  ),
);

export const holonParams = Type.Object({
  id: Type.String({ format: 'uuid', description: 'The holon’s id.', examples: [HOLON_ID] }),
});

export const versionQuery = Type.Object({
  version: Type.Optional(Type.Integer({ minimum: 1, description: 'The version; the newest if absent.' })),
});

export const filterQuery = {
  holonType: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Only holons of this type.' })),
  metadata: Type.Optional(
    Type.String({
      maxLength: 401,
      pattern: '^[^:\\u0000]{1,200}:[^\\u0000]{0,200}$',
      description:
        'Only holons with this field of the metadata, as `field:value`; the names of nested members have dots between ' +
        'them. The first 32 fields of a holon with a text, number or truth value of up to 200 characters are found.',
      examples: [`agentId:${AGENT_ID}`],
    }),
  ),
};
