import { MAX_TAKE } from '@causeway/agents';
import Type from 'typebox';
import { unwrap } from '../../../http/errors/errors.ts';
import type { Router } from '../../../http/route.ts';
import { success, successSchema } from '../../../http/schema/envelope.ts';
import { callerOf } from '../../../plugins/app/auth.ts';
import type { Agents } from '../agents.ts';
import {
  agentMessage,
  claimMessagesRequest,
  MESSAGE_BODY_LIMIT,
  messageParams,
  sendByCapabilityRequest,
  sentByCapability,
} from '../messages/schemas.ts';
import { agentMessageView, sentView } from '../messages/view.ts';
import { agentParams } from '../schemas.ts';
import { whileThere } from './gone.ts';

/** Messages to one agent with a capability. */
export function messageRoutes(router: Router, agents: Agents): void {
  router.route('sendByCapability', 'POST /messages/send-by-capability', {
    summary: 'Send a message to one agent with a capability',
    description:
      'An available agent gets it and acknowledges it: its webhook answers 2xx, it claims its messages, or it ' +
      'acknowledges an event of its stream. When it is silent for `routing.timeout` milliseconds, the next one gets it. ' +
      'The answer waits for the end up to `waitMs`; the message goes on without it, also after a crash.',
    body: sendByCapabilityRequest,
    bodyLimit: MESSAGE_BODY_LIMIT,
    success: {
      description: 'The message.',
      schema: successSchema(sentByCapability),
      links: [{ operationId: 'getAgentMessage', parameters: { messageId: '/result/messageId' } }],
    },
    errors: ['NO_AGENT_AVAILABLE', 'MESSAGE_UNDELIVERED', 'QUOTA_EXCEEDED'],
    handle: (request, reply) =>
      whileThere(reply, async (signal) =>
        success(sentView(unwrap(await agents.messages.send(callerOf(request), request.body, signal)))),
      ),
  });

  router.route('getAgentMessage', 'GET /messages/:messageId', {
    summary: 'Read a message that you sent or got, and what became of it',
    params: messageParams,
    success: { description: 'The message.', schema: successSchema(agentMessage) },
    errors: ['AGENT_MESSAGE_NOT_FOUND'],
    handle: async (request) =>
      success(agentMessageView(unwrap(await agents.messages.get(callerOf(request), request.params.messageId)))),
  });

  router.route('acknowledgeAgentMessage', 'POST /messages/:messageId/ack', {
    summary: 'Acknowledge a message that you got by your event stream',
    description: 'Repeating it gives the same answer.',
    params: messageParams,
    success: { description: 'The message.', schema: successSchema(agentMessage) },
    errors: ['AGENT_MESSAGE_NOT_FOUND', 'MESSAGE_PASSED_ON'],
    handle: async (request) =>
      success(agentMessageView(unwrap(await agents.messages.acknowledge(callerOf(request), request.params.messageId)))),
  });

  router.route('claimAgentMessages', 'POST /:agentId/messages/claim', {
    summary: 'Take the messages that wait for you',
    description: 'Acknowledges them; with none, waits up to `waitMs` for one.',
    params: agentParams,
    body: claimMessagesRequest,
    success: {
      description: 'The messages, the oldest first; possibly none.',
      schema: successSchema(Type.Array(agentMessage)),
    },
    errors: ['AGENT_NOT_FOUND'],
    handle: (request, reply) => {
      const { limit = MAX_TAKE, waitMs = 0 } = request.body;
      return whileThere(reply, async (signal) => {
        const taken = await agents.messages.take(request.params.agentId.toLowerCase(), { limit, waitMs }, signal);
        return success(unwrap(taken).map(agentMessageView));
      });
    },
  });
}
