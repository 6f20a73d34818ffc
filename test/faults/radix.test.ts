import { strict as assert } from 'node:assert';
import {
  answersPreviews,
  devAccount,
  forgesRadixEvents,
  forksStateVersions,
  hidesRadixTransactions,
  runsAheadStateVersions,
} from '@causeway/devnet';
import { whilePaused } from '../support/chain-control.ts';
import { DELIVERY, killsAtEveryCheckpoint } from '../support/crashes.ts';
import { executionsAt } from '../support/executions.ts';
import { assertConserved, read } from '../support/invariants.ts';
import { survivesMisbehavingEndpoints } from '../support/misbehaving-endpoints.ts';
import { RadixControl } from '../support/radix-control.ts';
import { comesTooLate } from '../support/refunds.ts';
import { sharedStack } from '../support/shared.ts';
import type { Stack } from '../support/stack.ts';
import { until } from '../support/wait.ts';

const bob = devAccount('bob').address;
const bobOnRadix = devAccount('bob', 'radix').address;

/** Number of epochs in which an oracle transaction can be committed. */
const A_WINDOW = 2;

describe('with Radix', function () {
  this.timeout(400_000);
  let stack: Stack;
  let ledger: RadixControl;

  before(async () => {
    stack = await sharedStack('radix');
    ledger = new RadixControl(stack);
  });

  describe('a relayer that is killed', () => {
    killsAtEveryCheckpoint(async () => stack, {
      delivered: [
        {
          order: { from: 'ETH', to: 'radix', amount: '0.03', destinationAddress: bobOnRadix },
          executedAt: 'radix',
          deaths: DELIVERY,
        },
        {
          order: { from: 'XRD', to: 'ethereum', amount: '3', destinationAddress: bob },
          executedAt: 'ethereum',
          deaths: DELIVERY,
        },
      ],
      refunded: {
        order: { from: 'XRD', to: 'arbitrum', amount: '4', destinationAddress: bob },
        executedAt: 'radix',
        paused: 'arbitrum',
      },
    });
  });

  it('nothing waits for blocks above a lock on it', async () => {
    const alice = stack.as('alice');
    const id = await alice.order({ from: 'XRD', to: 'ethereum', amount: '2', destinationAddress: bob });
    await alice.reaches(id, 'proving', 'signing', 'minting', 'completed');
    await ledger.freeze();
    try {
      await alice.reaches(id, 'completed');
    } finally {
      await ledger.thaw();
    }
  });

  describe('endpoints that misbehave', () => {
    survivesMisbehavingEndpoints(async () => stack, {
      chain: 'radix',
      asset: 'XRD',
      faults: {
        'is dead': { kind: 'dead' },
        'hides transactions': { kind: 'lying', lie: hidesRadixTransactions },
        'forges events': { kind: 'lying', lie: forgesRadixEvents((data) => data.replaceAll('1', '2')) },
        'claims more state versions than there are': { kind: 'lying', lie: runsAheadStateVersions(40) },
        'shows another history': { kind: 'lying', lie: forksStateVersions },
        'invents answers of the bridge': { kind: 'lying', lie: answersPreviews('5c2200') },
      },
    });
  });

  // These come last: ending epochs moves the ledger's time permanently ahead of the other chains', and refunds wait for
  // time.
  describe('epochs that end', () => {
    it('let a relayer that was killed propose its transaction anew, and refund once', async () => {
      const radix = stack.provider('radix');
      const alice = stack.as('alice');
      const from = (await read(radix.head())).number + 1;
      await whilePaused(stack, 'arbitrum', async () => {
        await stack.relayer.stop();
        // The relayer dies with the transaction signed and stored, but not sent.
        stack.relayer.startDoomed('during-refund');
        const id = await alice.order({ from: 'XRD', to: 'arbitrum', amount: '6', destinationAddress: bob });
        await comesTooLate(stack, 'alice', [id], 'arbitrum');
        assert.equal(await stack.relayer.ended(), 'SIGKILL');
        await ledger.endEpochs(A_WINDOW);
        await stack.relayer.start();
        await alice.reaches(id, 'refunded');
        assert.ok((await stack.submissionsOf(id)).includes('dropped'), 'it had expired');
      });
      assert.deepEqual([...(await executionsAt(radix, from)).values()], [1]);
    });

    it('let signers that were down sign another proposal', async () => {
      const down = stack.signers.slice(0, 3);
      await Promise.all(down.map((signer) => signer.kill()));
      const alice = stack.as('alice');
      const id = await alice.order({ from: 'ETH', to: 'radix', amount: '0.02', destinationAddress: bobOnRadix });
      await until('two of them signed', async () => (await alice.status(id)).signatures === 2);
      await ledger.endEpochs(A_WINDOW);
      await Promise.all(down.map((signer) => signer.start()));
      await alice.reaches(id, 'completed');
    });

    it('lose nothing: every asset is conserved', () => assertConserved(stack.registry.providers));
  });
});
