import type { DeliveryState, DeliveryType } from '@causeway/storage';
import Type from 'typebox';
import { unwrap } from '../../../http/errors/errors.ts';
import { answerPage, pageQuery } from '../../../http/requests/pagination.ts';
import { isoOrNull } from '../../../http/requests/times.ts';
import type { Router } from '../../../http/route.ts';
import { success, successPageSchema, successSchema } from '../../../http/schema/envelope.ts';
import { callerOf } from '../../../plugins/app/auth.ts';
import type { Agents } from '../agents.ts';
import {
  addedWebhook,
  addWebhookRequest,
  DEFAULT_OVERLAP,
  delivery,
  deliveryFilter,
  deliveryParams,
  deliveryView,
  ofAgent,
  payloadView,
  rotatedSecret,
  rotateRequest,
  webhook,
  webhookParams,
  webhookView,
  wholeDelivery,
} from '../webhooks/schemas.ts';
import { isAddressee } from '../webhooks/service.ts';

/** Webhooks of avatars, their secret, and what was delivered. */
export function webhookRoutes(router: Router, agents: Agents): void {
  endpointRoutes(router, agents);
  deliveryRoutes(router, agents);
}

function endpointRoutes(router: Router, agents: Agents): void {
  router.route('listWebhooks', 'GET /webhooks', {
    summary: 'List the webhooks of yourself, or of an agent of yours',
    query: Type.Object({ ...pageQuery, ...ofAgent }),
    success: { description: 'A page of webhooks.', schema: successPageSchema(webhook) },
    errors: ['AGENT_NOT_FOUND'],
    handle: async (request) => {
      const avatarId = unwrap(await agents.webhooks.avatarOf(callerOf(request), request.query.agentId));
      return answerPage(request, { avatarId }, webhookView, (after, limit, skip) =>
        agents.webhooks.endpoints.list(avatarId, after, limit, skip),
      );
    },
  });

  router.route('addWebhook', 'POST /webhooks', {
    summary: 'Add a webhook for callbacks',
    description:
      'A submission with a `callback` adds it, too. An agent’s own webhook is the `webhook` of its profile. With your ' +
      'first webhook you get the secret that signs all of them.',
    secret: true,
    body: addWebhookRequest,
    success: { status: 201, description: 'The webhook.', schema: successSchema(addedWebhook), location: true },
    errors: ['WEBHOOK_URL_INVALID', 'QUOTA_EXCEEDED'],
    handle: async (request, reply) => {
      const { row, secret } = unwrap(await agents.webhooks.add(callerOf(request), request.body.url));
      reply.code(201).header('location', `/api/agents/webhooks/${row.id}`);
      return success({ ...webhookView(row), webhookSecret: secret }, 'added');
    },
  });

  router.route('rotateWebhookSecret', 'POST /webhooks/secret', {
    summary: 'Replace the secret that signs your webhooks',
    description: 'By your own or by a new one. For `overlapSeconds`, both sign.',
    secret: true,
    body: rotateRequest,
    success: { description: 'The secret.', schema: successSchema(rotatedSecret) },
    errors: ['WEBHOOK_SECRET_INVALID'],
    handle: async (request) => {
      const { secret: given, overlapSeconds = DEFAULT_OVERLAP } = request.body;
      const rotated = unwrap(
        await agents.webhooks.secrets.rotate(callerOf(request).avatarId, given, overlapSeconds * 1_000),
      );
      const { secret, previousUntilMs } = rotated;
      const previousUntil = isoOrNull(previousUntilMs);
      return success({ webhookSecret: secret, previousUntil });
    },
  });

  router.route('getWebhook', 'GET /webhooks/:webhookId', {
    summary: 'Read a webhook of yours',
    params: webhookParams,
    success: { description: 'The webhook.', schema: successSchema(webhook) },
    errors: ['WEBHOOK_NOT_FOUND'],
    handle: async (request) =>
      success(webhookView(unwrap(await agents.webhooks.get(callerOf(request), request.params.webhookId)))),
  });

  router.route('deleteWebhook', 'DELETE /webhooks/:webhookId', {
    summary: 'Remove a webhook of yours',
    description:
      'Deliveries that wait for it are dropped. A later callback to the same URL adds it again. An agent’s own leaves its ' +
      'profile, too, for which its owner needs the scope agents:write.',
    params: webhookParams,
    success: { description: 'The webhook as it was.', schema: successSchema(webhook) },
    errors: ['WEBHOOK_NOT_FOUND', 'FORBIDDEN'],
    handle: async (request) =>
      success(webhookView(unwrap(await agents.webhooks.remove(callerOf(request), request.params.webhookId)))),
  });

  for (const [name, enabled, description] of [
    ['enable', true, 'What was dropped meanwhile can be replayed.'],
    ['disable', false, 'Deliveries that wait for it are dropped.'],
  ] as const) {
    router.route(`${name}Webhook`, `POST /webhooks/:webhookId/${name}`, {
      summary: enabled ? 'Enable a webhook of yours again' : 'Disable a webhook of yours',
      description,
      params: webhookParams,
      success: { description: 'The webhook.', schema: successSchema(webhook) },
      errors: ['WEBHOOK_NOT_FOUND'],
      handle: async (request) =>
        success(
          webhookView(unwrap(await agents.webhooks.setEnabled(callerOf(request), request.params.webhookId, enabled))),
        ),
    });
  }
}

function deliveryRoutes(router: Router, agents: Agents): void {
  router.route('listWebhookDeliveries', 'GET /webhooks/deliveries', {
    summary: 'List what was or will be sent to your webhooks, or to an agent’s of yours, newest first',
    query: Type.Object({ ...pageQuery, ...deliveryFilter }),
    success: { description: 'A page of deliveries.', schema: successPageSchema(delivery) },
    errors: ['AGENT_NOT_FOUND'],
    handle: async (request) => {
      const { agentId, webhookId, status, type } = request.query;
      const avatarId = unwrap(await agents.webhooks.avatarOf(callerOf(request), agentId));
      const filter = {
        avatarId,
        ...(webhookId !== undefined && { endpointId: webhookId.toLowerCase() }),
        ...(status !== undefined && { state: status as DeliveryState }),
        ...(type !== undefined && { type: type as DeliveryType }),
      };
      return answerPage(request, filter, deliveryView, (after, limit, skip) =>
        agents.webhooks.deliveries.list(filter, after, limit, skip),
      );
    },
  });

  router.route('getWebhookDelivery', 'GET /webhooks/deliveries/:deliveryId', {
    summary: 'Read a delivery with its body',
    params: deliveryParams,
    success: { description: 'The delivery.', schema: successSchema(wholeDelivery) },
    errors: ['DELIVERY_NOT_FOUND'],
    handle: async (request) => {
      const caller = callerOf(request);
      const row = unwrap(await agents.webhooks.delivery(caller, request.params.deliveryId));
      return success({ ...deliveryView(row), payload: payloadView(row, isAddressee(caller, row)) });
    },
  });

  router.route('replayWebhookDelivery', 'POST /webhooks/deliveries/:deliveryId/replay', {
    summary: 'Send an ended delivery once more',
    description: 'With the same `webhook-id` and body, and as many attempts as a new one.',
    params: deliveryParams,
    success: { description: 'The delivery.', schema: successSchema(delivery) },
    errors: ['DELIVERY_NOT_FOUND', 'DELIVERY_NOT_REPLAYABLE'],
    handle: async (request) =>
      success(deliveryView(unwrap(await agents.webhooks.replay(callerOf(request), request.params.deliveryId)))),
  });
}
