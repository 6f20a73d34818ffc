import { listedSecrets } from '../../sealed.ts';
import { resealedKey } from './access-tokens.ts';
import { resealedMailRequest } from './mail/index.ts';

/** The signing keys of access tokens, and messages that wait to be sent. */
export const avatarSecrets = listedSecrets(async ({ avatars }) => {
  const [keys, requests] = await Promise.all([avatars.signingKeys.list(), avatars.mailRequests.list()]);
  return [
    ...keys.map((key) => ({
      name: `signing key ${key.id}`,
      before: key.sealed,
      rewrapped: resealedKey(key),
      replace: (after: string) => avatars.signingKeys.reseal(key.id, key.sealed, after),
    })),
    ...requests.map((request) => ({
      name: `mail request ${request.id}`,
      before: request.sealed,
      rewrapped: resealedMailRequest(request),
      replace: (after: string) => avatars.mailRequests.reseal(request.id, request.sealed, after),
    })),
  ];
});
