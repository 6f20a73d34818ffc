import { strict as assert } from 'node:assert';
import { type DevnetKind, devAccount, devKey, type RpcFault } from '@causeway/devnet';
import { formatDecimal } from '@causeway/protocol';
import { whilePaused } from './chain-control.ts';
import { assertConserved, read } from './invariants.ts';
import { askToCommit } from './signing.ts';
import type { NetworkName, Stack } from './stack.ts';
import { until } from './wait.ts';

export interface MisbehavingEndpoints {
  readonly chain: NetworkName & DevnetKind;
  /** The asset that the chain's main bridge locks. */
  readonly asset: string;
  /** Faults of one of three endpoints, by title. */
  readonly faults: Readonly<Record<string, RpcFault>>;
}

const OUT = '0.13';
const IN = '0.11';

/**
 * Checks that orders between `chain` and ethereum complete for the right amounts while one of its three endpoints
 * misbehaves, and that signers refuse while two do.
 */
export function survivesMisbehavingEndpoints(
  stackOf: () => Promise<Stack>,
  { chain, asset, faults }: MisbehavingEndpoints,
): void {
  const bob = devAccount('bob').address;
  const bobThere = devAccount('bob', chain).address;
  let stack: Stack;

  before(async () => {
    stack = await stackOf();
  });
  afterEach(() => {
    for (const endpoint of stack.devnet.chain(chain).endpoints) endpoint.setFault(null);
  });

  /** Bob's balances of the other chain's asset, on `chain` and on ethereum. */
  const held = () => {
    const [there, here] = [stack.provider(chain), stack.provider('ethereum')];
    return Promise.all([read(there.balance(bobThere, here.domain)), read(here.balance(bob, there.domain))]);
  };
  /** The whole units that the user received since `before`. */
  async function received([thereBefore, hereBefore]: readonly [bigint, bigint]): Promise<readonly [string, string]> {
    const [there, here] = [stack.provider(chain), stack.provider('ethereum')];
    const [thereNow, hereNow] = await held();
    return [
      formatDecimal(thereNow - thereBefore, await read(there.decimals(here.domain))),
      formatDecimal(hereNow - hereBefore, await read(here.decimals(there.domain))),
    ];
  }

  for (const [how, fault] of Object.entries(faults)) {
    it(`one of three ${how}: orders from and to ${chain} complete, for the right amounts`, async () => {
      const before = await held();
      stack.devnet.chain(chain).endpoints[0]?.setFault(fault);
      const alice = stack.as('alice');
      const ids = await Promise.all([
        alice.order({ from: 'ETH', to: chain, amount: IN, destinationAddress: bobThere }),
        alice.order({ from: asset, to: 'ethereum', amount: OUT, destinationAddress: bob }),
      ]);
      await alice.completesAll(ids);
      assert.deepEqual(await received(before), [IN, OUT]);
    });
  }

  it('two of three are dead: signers refuse, and sign once one is back', async () => {
    const source = stack.provider(chain);
    const ethereum = stack.provider('ethereum');
    const alice = stack.as('alice');
    let id = '';
    await whilePaused(stack, 'ethereum', async () => {
      const nonce = (await read(source.lane(ethereum.domain))).nextOutboundNonce;
      id = await alice.order({ from: asset, to: 'ethereum', amount: '0.02', destinationAddress: bob });
      await alice.reaches(id, 'proving');
      const message = { source: source.domain, destination: ethereum.domain, nonce };
      const anchor = await read(ethereum.anchor(devKey('relayer')));
      await until('the signer would sign', async () => (await askToCommit(stack, message, anchor)) === 'signed');
      const [first, second] = stack.devnet.chain(chain).endpoints;
      first?.setFault({ kind: 'dead' });
      second?.setFault({ kind: 'dead' });
      assert.equal(await askToCommit(stack, message, anchor), 'NO_QUORUM');
      await until('the signers are degraded', async () => {
        const answers = await Promise.all(stack.signers.map(({ url }) => fetch(`${url}/health`)));
        return answers.every(({ status }) => status === 503);
      });
      second?.setFault(null);
    });
    await alice.reaches(id, 'completed');
  });

  it('leave every asset conserved', () => assertConserved(stack.registry.providers));
}
