import type { KeyServiceFailure, Sealer } from '@causeway/keys';
import type { Result } from '@causeway/protocol';
import type { PlatformStorage } from '@causeway/storage';
import { resealedPush } from './areas/a2a/index.ts';
import { resealedWebhookSecret } from './areas/agents/index.ts';
import { resealedKey, resealedMailRequest } from './areas/avatars/index.ts';
import { resealedMissionKey } from './areas/missions/index.ts';

/** The repositories with sealed secrets that last. */
export type SecretStorage = Pick<PlatformStorage, 'avatars' | 'missions' | 'sealedSecrets' | 'wallets'>;

/** A sealed secret that is not a seed. */
export interface Sealed {
  readonly name: string;
  readonly before: string;
  /** The secret under the current master key; `before` itself when it is current. Fails as Sealer.rewrap does. */
  readonly rewrapped: () => Promise<Result<string, KeyServiceFailure>>;
  readonly replace: (after: string) => Promise<boolean>;
}

/** The signing keys of access tokens, the keys of packages, messages that wait to be sent, and the service's own secrets. */
export async function otherSecrets(
  { avatars, missions, sealedSecrets }: SecretStorage,
  sealer: Sealer,
): Promise<readonly Sealed[]> {
  const [keys, secrets] = await Promise.all([avatars.signingKeys.list(), sealedSecrets.list()]);
  const packageKeys = await missions.keys.list();
  const mailRequests = await avatars.mailRequests.list();
  return [
    ...keys.map((key) => ({
      name: `signing key ${key.id}`,
      before: key.sealed,
      rewrapped: () => resealedKey(sealer, key),
      replace: (after: string) => avatars.signingKeys.reseal(key.id, key.sealed, after),
    })),
    ...mailRequests.map((request) => ({
      name: `mail request ${request.id}`,
      before: request.sealed,
      rewrapped: () => resealedMailRequest(sealer, request),
      replace: (after: string) => avatars.mailRequests.reseal(request.id, request.sealed, after),
    })),
    ...packageKeys.map((key) => ({
      name: `package key of avatar ${key.avatarId}`,
      before: key.sealed,
      rewrapped: () => resealedMissionKey(sealer, key),
      replace: (after: string) => missions.keys.reseal(key.avatarId, key.sealed, after),
    })),
    ...secrets.map(({ name, sealed }) => ({
      name: `secret ${name}`,
      before: sealed,
      rewrapped: () => sealer.rewrap(sealed, ['sealed-secrets', name]),
      replace: (after: string) => sealedSecrets.reseal(name, sealed, after),
    })),
  ];
}

/**
 * The secrets of webhooks: those that sign them, and the credentials of A2A pushes. Any avatar has some, so they are read only to
 * wrap them anew. Nothing else is lost with them, since an avatar can replace its own.
 */
export async function webhookSecretsOf(
  { agents: { webhookSecrets, pushes } }: Pick<PlatformStorage, 'agents'>,
  sealer: Sealer,
): Promise<readonly Sealed[]> {
  const credentials = (await pushes.secrets()).map((push) => ({
    name: `credentials of a push of task ${push.taskId}`,
    before: push.sealed,
    rewrapped: () => resealedPush(sealer, push),
    replace: (after: string) => pushes.reseal(push, after),
  }));
  const signing = (await webhookSecrets.list()).flatMap(({ avatarId, sealed, previousSealed }) =>
    [sealed, ...(previousSealed === null ? [] : [previousSealed])].map((before) => ({
      name: `webhook secret of avatar ${avatarId}`,
      before,
      rewrapped: () => resealedWebhookSecret(sealer, avatarId, before),
      replace: (after: string) => webhookSecrets.reseal(avatarId, before, after),
    })),
  );
  return [...signing, ...credentials];
}
