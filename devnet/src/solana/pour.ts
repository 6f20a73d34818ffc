import { callRpc } from '@causeway/local-nodes';
import type { Pour } from '../faucet/pour.ts';
import { confirmed, mintTokens } from './token.ts';

/** Gives coins and test tokens of the local Solana chain at `url`. */
export function solanaPour(url: string): Pour {
  return async ({ address }, to, units) => {
    if (address !== null) return mintTokens(url, address, [to], units);
    const signature = String(await callRpc(url, 'requestAirdrop', [to, Number(units)]));
    await confirmed(url, signature);
    return signature;
  };
}
