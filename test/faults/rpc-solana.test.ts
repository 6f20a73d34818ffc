import { strict as assert } from 'node:assert';
import {
  devAccount,
  forgesEvents,
  forksSlots,
  hidesTransactions,
  inventsAccounts,
  type RpcFault,
  runsAheadSlots,
} from '@causeway/devnet';
import { assertConserved, read } from '../support/invariants.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { until } from '../support/wait.ts';

const bob = devAccount('bob').address;
const bobOnSolana = devAccount('bob', 'solana').address;
const SOL = 10n ** 9n;

/** Doubles the digits of an event that are ones. */
const forged = forgesEvents((data) => data.replaceAll('1', '2'));

const ONE_FAULTY: Readonly<Record<string, RpcFault>> = {
  'is dead': { kind: 'dead' },
  'is slow': { kind: 'slow', delayMs: 10_000 },
  'hides transactions': { kind: 'lying', lie: hidesTransactions },
  'forges events': { kind: 'lying', lie: forged },
  'claims more slots than there are': { kind: 'lying', lie: runsAheadSlots(40) },
  'shows another fork': { kind: 'lying', lie: forksSlots },
  'invents accounts': { kind: 'lying', lie: inventsAccounts(Buffer.alloc(400, 1).toString('base64')) },
};

describe('Solana RPC endpoints that misbehave', function () {
  this.timeout(400_000);
  let stack: Stack;

  before(async () => {
    stack = await startStack({ networks: ['ethereum', 'solana'], families: ['main'] });
  });
  after(() => stack?.stop());
  afterEach(() => {
    for (const endpoint of stack.devnet.chain('solana').endpoints) endpoint.setFault(null);
  });

  for (const [how, fault] of Object.entries(ONE_FAULTY)) {
    it(`one of three ${how}: orders from and to Solana complete, for the right amounts`, async () => {
      const solana = stack.provider('solana');
      const ethereum = stack.provider('ethereum');
      const [heldThere, heldHere] = await Promise.all([
        read(solana.balance(bobOnSolana, ethereum.domain)),
        read(ethereum.balance(bob, solana.domain)),
      ]);
      stack.devnet.chain('solana').endpoints[0]?.setFault(fault);
      const alice = stack.as('alice');
      const ids = await Promise.all([
        alice.order({ from: 'ETH', to: 'solana', amount: '0.11', destinationAddress: bobOnSolana }),
        alice.order({ from: 'SOL', to: 'ethereum', amount: '0.13', destinationAddress: bob }),
      ]);
      await alice.completesAll(ids);
      const there = (await read(solana.balance(bobOnSolana, ethereum.domain))) - heldThere;
      const here = (await read(ethereum.balance(bob, solana.domain))) - heldHere;
      assert.deepEqual([there, here], [(11n * SOL) / 100n, (13n * SOL) / 100n]);
    });
  }

  it('two of three are dead: nothing is signed until one is back', async () => {
    const solana = stack.provider('solana');
    const ethereum = stack.provider('ethereum');
    const alice = stack.as('alice');
    const id = await alice.order({ from: 'SOL', to: 'ethereum', amount: '0.02', destinationAddress: bob });
    await alice.reaches(id, 'confirming');
    const [first, second] = stack.devnet.chain('solana').endpoints;
    first?.setFault({ kind: 'dead' });
    second?.setFault({ kind: 'dead' });
    const committed = (await read(ethereum.lane(solana.domain))).nextInboundNonce;
    await until('the signers are degraded', async () => {
      const answers = await Promise.all(stack.signers.map(({ url }) => fetch(`${url}/health`)));
      return answers.every(({ status }) => status === 503);
    });
    assert.equal((await read(ethereum.lane(solana.domain))).nextInboundNonce, committed);
    second?.setFault(null);
    await alice.reaches(id, 'completed');
  });

  it('leave every asset conserved', () => assertConserved(stack.registry.providers));
});
