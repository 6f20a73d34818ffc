import type { ChainConfig, ChainProvider } from '@causeway/chains';
import type { Lie } from '@causeway/local-nodes';
import { threeEndpoints } from '../test/support/endpoints.ts';
import { endWithRun, once } from '../test/support/once.ts';
import type { FaultyEndpoints } from './chain-under-test.ts';

/** Three proxies in front of the node at `url`, with the lies of its kind. */
export const proxiesOf = (
  url: () => string,
  lies: Readonly<Record<string, Lie>>,
  provider: (settings: Partial<ChainConfig>) => ChainProvider,
): (() => Promise<FaultyEndpoints>) =>
  once(async () => {
    const { urls, behave, calls, stop } = await threeEndpoints(url());
    endWithRun(stop);
    return {
      provider: (settings) => provider({ rpc: urls, ...settings }),
      pair: (secret) => provider({ rpc: [`${urls[0]}?key=${secret}`, urls[1] ?? ''] }),
      counted: { provider: () => provider({ rpc: urls.slice(0, 1) }), calls },
      behave: (...behaviours) =>
        behave(...behaviours.map((name) => lies[name] ?? (name as 'honest' | 'dead' | 'slow'))),
    };
  });
