import type { Webhook, WebhookDelivery } from '@causeway/client';
import type { Command } from 'commander';
import { clientCommand } from '../lib/client/command.ts';
import { countOption, limitOption, take } from '../lib/client/flags.ts';
import type { Column, Fields } from '../lib/client/output.ts';

const WEBHOOK = 'id of the webhook; an agent’s own has the agent’s';
const OF_AGENT = 'those of this agent of yours';

interface DeliveryFlags {
  readonly agent?: string;
  readonly webhook?: string;
  readonly status?: WebhookDelivery['status'];
  readonly limit: number;
}

/** Adds `webhook` to the `causeway` command. */
export function registerCommands(program: Command): void {
  const webhook = program
    .command('webhook')
    .description('manage the URLs that are told of tasks, and see what was sent');
  clientCommand(
    webhook
      .command('add')
      .description('add a URL for callbacks; the secret that signs them is shown once')
      .argument('<url>', 'an https URL'),
    async ({ client, out }, [url = '']) => {
      const added = await client.webhooks.add(url);
      out.thing(added, [...fieldsOf(added), ['secret, shown once', added.webhookSecret]]);
    },
  );
  clientCommand<{ readonly agent?: string; readonly limit: number }>(
    webhook.command('list').description('list your webhooks').option('--agent <id>', OF_AGENT).addOption(limitOption()),
    async ({ client, out }, _args, { agent: agentId, limit }) =>
      out.list(take(client.webhooks.list({ ...(agentId && { agentId }) }), limit), COLUMNS, 'there are no webhooks'),
  );
  for (const [name, description] of [
    ['enable', 'send to a webhook again'],
    ['disable', 'send nothing to a webhook'],
    ['remove', 'remove a webhook, and drop what waits for it'],
  ] as const) {
    clientCommand(
      webhook.command(name).description(description).argument('<webhook>', WEBHOOK),
      async ({ client, out }, [id = '']) => {
        const changed = await client.webhooks[name](id);
        out.thing(changed, fieldsOf(changed));
      },
    );
  }
  clientCommand<{ readonly overlap?: number }>(
    webhook
      .command('rotate')
      .description('replace the secret that signs your webhooks; the new one is shown once')
      .addOption(countOption('--overlap <minutes>', 'how long the old secret signs too; a day when absent')),
    async ({ client, out }, _args, { overlap }) => {
      const body = overlap === undefined ? {} : { overlapSeconds: overlap * 60 };
      const rotated = await client.webhooks.rotateSecret(body);
      out.thing(rotated, [
        ['secret, shown once', rotated.webhookSecret],
        ['the old one signs until', rotated.previousUntil],
      ]);
    },
  );
  deliveryCommands(webhook);
}

function deliveryCommands(webhook: Command): void {
  clientCommand<DeliveryFlags>(
    webhook
      .command('deliveries')
      .description('list what was sent or will be, newest first')
      .option('--agent <id>', OF_AGENT)
      .option('--webhook <id>', 'only to this webhook')
      .option('--status <status>', 'only deliveries in this state')
      .addOption(limitOption()),
    async ({ client, out }, _args, { agent: agentId, webhook: webhookId, status, limit }) => {
      const filter = {
        ...(agentId !== undefined && { agentId }),
        ...(webhookId !== undefined && { webhookId }),
        ...(status && { status }),
      };
      await out.list(take(client.webhooks.deliveries(filter), limit), DELIVERIES, 'nothing was sent');
    },
  );
  clientCommand(
    webhook
      .command('replay')
      .description('send an ended delivery once more')
      .argument('<delivery>', 'id of the delivery'),
    async ({ client, out }, [id = '']) => {
      const again = await client.webhooks.replay(id);
      out.thing(again, deliveryFields(again));
    },
  );
  clientCommand(
    webhook.command('show').description('show a delivery with its body').argument('<delivery>', 'id of the delivery'),
    async ({ client, out }, [id = '']) => {
      const found = await client.webhooks.delivery(id);
      out.thing(found, [...deliveryFields(found), ['body', JSON.stringify(found.payload)]]);
    },
  );
}

const fieldsOf = ({ webhookId, kind, url, enabled, disabledReason, failingSince }: Webhook): Fields => [
  ['webhook', webhookId],
  ['kind', kind],
  ['url', url],
  ['enabled', enabled ? 'yes' : `no${disabledReason === null ? '' : DISABLED[disabledReason]}`],
  ...(failingSince === null ? [] : ([['failing since', failingSince]] as const)),
];

/** Why a webhook is disabled, for people. */
const DISABLED: Readonly<Record<NonNullable<Webhook['disabledReason']>, string>> = {
  gone: ', the receiver answered 410',
  failing: ', every attempt failed for too long',
  owner: '',
};

const deliveryFields = (delivery: WebhookDelivery): Fields => [
  ['delivery', delivery.deliveryId],
  ['webhook', delivery.webhookId],
  ['type', delivery.type],
  ['about', delivery.subject],
  ['status', delivery.status],
  ['attempts', delivery.attempts],
  ['last answer', delivery.lastError ?? delivery.lastStatus],
  ['next attempt', delivery.nextAttemptAt],
];

const COLUMNS: readonly Column<Webhook>[] = [
  { title: 'WEBHOOK', of: ({ webhookId }) => webhookId },
  { title: 'KIND', of: ({ kind }) => kind },
  { title: 'ENABLED', of: ({ enabled }) => enabled },
  { title: 'URL', of: ({ url }) => url },
];

const DELIVERIES: readonly Column<WebhookDelivery>[] = [
  { title: 'DELIVERY', of: ({ deliveryId }) => deliveryId },
  { title: 'TYPE', of: ({ type }) => type },
  { title: 'ABOUT', of: ({ subject }) => subject },
  { title: 'STATUS', of: ({ status }) => status },
  { title: 'ATTEMPTS', of: ({ attempts }) => attempts, align: 'right' },
  { title: 'LAST ANSWER', of: ({ lastError, lastStatus }) => lastError ?? lastStatus },
  { title: 'CREATED', of: ({ createdAt }) => createdAt },
];
