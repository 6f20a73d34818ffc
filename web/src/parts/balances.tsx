import type { WalletBalance } from '@causeway/client';
import { list } from '../lib/format.ts';
import { type Loaded, useResource } from '../lib/resource.ts';
import { api } from '../lib/service.ts';
import { common } from '../text/common.ts';
import { Show } from './loaded.tsx';
import { Amount } from './values.tsx';

/** Milliseconds between two requests: where one sends, and in a list of many wallets. */
const EVERY_MS = 10_000;
const LISTED_EVERY_MS = 30_000;

/** What a wallet of one's own holds, read from its chain. */
export const useBalance = (id: string, everyMs = EVERY_MS): Loaded<WalletBalance> =>
  useResource(`balance of ${id}`, () => api.wallets.balance(id), { everyMs });

/** What a wallet of one's own holds, but for what it has nothing of. */
export const Balances = ({ id }: { readonly id: string }) => (
  <Show of={useBalance(id, LISTED_EVERY_MS)} lines={1}>
    {({ balances }) => {
      const held = list(balances).filter(({ balance }) => balance !== null && !/^0(?:\.0+)?$/.test(balance));
      const isUnknown = balances.some(({ balance }) => balance === null);
      if (held.length === 0) return <span class="soft">{isUnknown ? common.unknown : common.none}</span>;
      return (
        <>
          {held.map(({ symbol, balance }) => (
            <div key={symbol}>
              <Amount value={balance ?? ''} unit={symbol} />
            </div>
          ))}
        </>
      );
    }}
  </Show>
);
