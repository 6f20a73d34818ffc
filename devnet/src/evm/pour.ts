import { setTimeout as sleep } from 'node:timers/promises';
import artifact from '@causeway/contracts-evm/TestToken.json' with { type: 'json' };
import { callRpc } from '@causeway/local-nodes';
import { Interface } from 'ethers';
import type { Pour } from '../faucet/pour.ts';

/** The sender of every gift. It has no key: the local node sends as any account that a client impersonates. */
const SENDER = '0xfa0ce70000000000000000000000000000000001';
/** The sender's balance, which is set again before each gift. */
const ENOUGH = 2n ** 96n;

/** Milliseconds between two searches for a transaction. */
const LOOK_MS = 50;

const token = new Interface(artifact.abi);
const hex = (value: bigint): string => `0x${value.toString(16)}`;

/** Gives coins and test tokens of the local EVM chain at `url`. */
export function evmPour(url: string): Pour {
  let last: Promise<unknown> = Promise.resolve();
  const send = async (gift: object): Promise<string> => {
    await callRpc(url, 'anvil_impersonateAccount', [SENDER]);
    await callRpc(url, 'anvil_setBalance', [SENDER, hex(ENOUGH)]);
    return String(await callRpc(url, 'eth_sendTransaction', [{ from: SENDER, ...gift }]));
  };
  return async ({ address }, to, units) => {
    const gift =
      address === null
        ? { to, value: hex(units) }
        : { to: address, data: token.encodeFunctionData('mint', [to, units]) };
    // One after the other, because the node could give two of them the same nonce.
    const sent = Promise.allSettled([last]).then(() => send(gift));
    last = sent;
    const hash = await sent;
    for (;;) {
      const receipt = (await callRpc(url, 'eth_getTransactionReceipt', [hash])) as { readonly status: string } | null;
      if (receipt?.status === '0x1') return hash;
      if (receipt) throw new Error(`the gift ${hash} failed`);
      await sleep(LOOK_MS);
    }
  };
}
