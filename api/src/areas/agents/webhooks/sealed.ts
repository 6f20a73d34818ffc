import { listedSecrets } from '../../../sealed.ts';
import { resealedWebhookSecret } from './secrets.ts';

/** The secrets that sign webhooks. Any avatar has some, and can replace its own. */
export const webhookSecrets = listedSecrets(
  async ({ agents: { webhookSecrets } }) =>
    (await webhookSecrets.list()).flatMap(({ avatarId, sealed, previousSealed }) =>
      [sealed, ...(previousSealed === null ? [] : [previousSealed])].map((before) => ({
        name: `webhook secret of avatar ${avatarId}`,
        before,
        rewrapped: resealedWebhookSecret(avatarId, before),
        replace: (after: string) => webhookSecrets.reseal(avatarId, before, after),
      })),
    ),
  { needed: false },
);
