import { strict as assert } from 'node:assert';
import { devKey } from '@causeway/devnet';
import { accountOn, networkOf, whilePaused } from '../support/chain-control.ts';
import type { SystemKind } from '../support/control.ts';
import { assertConserved, read } from '../support/invariants.ts';
import { askToCommit } from '../support/signing.ts';
import type { Stack } from '../support/stack.ts';
import { until } from '../support/wait.ts';
import { carries } from '../support/ways.ts';

/** The coin of the chain at the other end. */
const PEERS_ASSET = 'ETH';

/**
 * Checks that orders between the chain and its peer complete for the right amounts while one of three endpoints
 * misbehaves, and that signers refuse while two do.
 */
export function survivesMisbehavingEndpoints(
  { kind, chain, asset, peer, faults }: SystemKind,
  stackOf: () => Promise<Stack>,
): void {
  const bob = (name: typeof chain) => accountOn('bob', name);
  let stack: Stack;

  before(async () => {
    stack = await stackOf();
  });
  afterEach(() => {
    for (const { endpoints } of stack.devnet.chains) for (const endpoint of endpoints) endpoint.setFault(null);
  });

  for (const [how, fault] of Object.entries(faults)) {
    it(`one of three ${how}: orders from and to ${chain} complete, for the right amounts`, async () => {
      stack.devnet.chain(chain).endpoints[0]?.setFault(fault);
      // Another endpoint of the peer misbehaves as well, when the fault is one of its kind.
      if (networkOf(peer).kind === kind) stack.devnet.chain(peer).endpoints[1]?.setFault(fault);
      await carries(
        stack,
        'alice',
        [
          { from: PEERS_ASSET, to: chain, amount: '0.11' },
          { from: asset, to: peer, amount: '0.13' },
        ],
        bob,
      );
    });
  }

  it('two of three are dead: signers refuse, and sign once one is back', async () => {
    const [source, destination] = [stack.provider(chain), stack.provider(peer)];
    const alice = stack.as('alice');
    let id = '';
    await whilePaused(stack, peer, async () => {
      const nonce = (await read(source.lane(destination.domain))).nextOutboundNonce;
      const committed = async () => (await read(destination.lane(source.domain))).nextInboundNonce;
      id = await alice.order({ from: asset, to: peer, amount: '0.02', destinationAddress: bob(peer) });
      await alice.reaches(id, 'proving');
      const message = { source: source.domain, destination: destination.domain, nonce };
      const anchor = await read(destination.anchor(devKey('relayer')));
      await until('the signer would sign', async () => (await askToCommit(stack, message, anchor)) === 'signed');
      const [first, second] = stack.devnet.chain(chain).endpoints;
      first?.setFault({ kind: 'dead' });
      second?.setFault({ kind: 'dead' });
      const before = await committed();
      assert.equal(await askToCommit(stack, message, anchor, 'execute'), 'NO_QUORUM');
      await until('the signers are degraded', async () => {
        const answers = await Promise.all(stack.signers.map(({ url }) => fetch(`${url}/health`)));
        return answers.every(({ status }) => status === 503);
      });
      assert.equal(await committed(), before, 'nothing was committed');
      second?.setFault(null);
    });
    await alice.reaches(id, 'completed');
  });

  it('leave every asset conserved', () => assertConserved(stack.registry.providers));
}
