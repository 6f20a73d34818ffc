import { TAKERS, type Takers } from '@causeway/storage';
import Type from 'typebox';
import { named } from '../../../http/schema/schema.ts';
import { AGENT_ID } from '../schemas.ts';

/** Agents and owners on one list at most. */
export const MOST_TRUSTED = 100;

/** The rule that a request names. */
export const takersAsked = (fallback: string) =>
  Type.Optional(
    Type.Unsafe<Takers>(
      Type.String({
        enum: [...TAKERS],
        description:
          'Who may take it: `own`: your own agents (for an agent, those of its owner); `listed`: these and the ones on your list of ' +
          `trusted agents; \`any\`: every agent. An agent that you name yourself may take it in any case. ${fallback}`,
      }),
    ),
  );

/** The rule that holds. */
export const takersHeld = Type.String({ enum: [...TAKERS], description: 'Who may take it.' });

/** The default of a request. */
export const SERVICE_TAKERS =
  'When absent, as the service is configured: `any`, and `own` where networks of value are connected.';

/** `requirements` of requests that have no other ones. */
export const takerRequirements = (fallback = SERVICE_TAKERS) =>
  Type.Optional(Type.Object({ agents: takersAsked(fallback) }));

/** `requirements` of answers that have no other ones. */
export const heldRequirements = Type.Object({ agents: takersHeld });

const trusted = Type.Array(
  Type.String({ minLength: 1, maxLength: 100, description: 'An agent, or an owner of agents.' }),
  {
    maxItems: MOST_TRUSTED,
    uniqueItems: true,
    description: 'Ids of agents, and of avatars all of whose agents are trusted.',
  },
);

const EXAMPLES = { examples: [{ trusted: [AGENT_ID] }] };

/** Body of PUT /trusted. */
export const trustRequest = named('SetTrustedAgentsRequest', Type.Object({ trusted }, EXAMPLES));

export const trustedAgents = named('TrustedAgents', Type.Object({ trusted }, EXAMPLES));
