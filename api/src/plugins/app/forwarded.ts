import fp from 'fastify-plugin';
import type { BaseLogger } from 'pino';
import type { trusted } from '../../http/callers/trusted-proxies.ts';

export interface ForwardedOptions {
  readonly trusts: ReturnType<typeof trusted>;
  readonly log: Pick<BaseLogger, 'warn'>;
}

const ADVICE =
  'a request has X-Forwarded-For or Forwarded and comes from no proxy of api.trustProxy, so the header is not believed and all ' +
  'callers behind that proxy have one address; give api.trustProxy the networks of your proxies';

/**
 * Says once that a header of a proxy is not believed: without it, limits would count everybody as one caller unnoticed.
 */
export const forwarded = fp<ForwardedOptions>(async (app, { trusts, log }) => {
  let said = false;
  app.addHook('onRequest', async ({ raw: { headers, socket } }) => {
    if (said || (headers['x-forwarded-for'] === undefined && headers.forwarded === undefined)) return;
    const peer = socket.remoteAddress ?? '';
    if (trusts !== false && trusts(peer, 0)) return;
    said = true;
    log.warn({ peer }, ADVICE);
  });
});
