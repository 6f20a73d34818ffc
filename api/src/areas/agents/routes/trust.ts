import { unwrap } from '../../../http/errors/errors.ts';
import type { Router } from '../../../http/route.ts';
import { success, successSchema } from '../../../http/schema/envelope.ts';
import { callerOf } from '../../../plugins/app/auth.ts';
import { originOf } from '../../avatars/index.ts';
import type { Agents } from '../agents.ts';
import { trustedAgents, trustRequest } from '../takers/schemas.ts';

/** The list of agents that may take work with `requirements.agents` = `listed`. */
export function trustRoutes(router: Router, agents: Agents): void {
  router.route('getTrustedAgents', 'GET /trusted', {
    summary: 'Read your list of trusted agents',
    description: 'They may take your tasks with `requirements.agents` = `listed`. An agent has its owner’s list.',
    success: { description: 'The list.', schema: successSchema(trustedAgents) },
    handle: async (request) => success({ trusted: [...(await agents.trust.list(callerOf(request)))] }),
  });

  router.route('setTrustedAgents', 'PUT /trusted', {
    summary: 'Replace your list of trusted agents',
    description: 'It counts at once, also for tasks that wait. An agent cannot change its owner’s list.',
    body: trustRequest,
    success: { description: 'The list.', schema: successSchema(trustedAgents) },
    errors: ['AGENTS_UNKNOWN', 'FORBIDDEN'],
    handle: async (request) => {
      const origin = originOf(request);
      const trusted = unwrap(await agents.trust.replace(callerOf(request), request.body.trusted, origin));
      return success({ trusted: [...trusted] });
    },
  });
}
