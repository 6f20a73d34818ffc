import { strict as assert } from 'node:assert';
import { devAccount, forgesLogs, forksBlocks, hidesLogs, type RpcFault, runsAhead } from '@causeway/devnet';
import { assertConserved, read } from '../support/invariants.ts';
import { sharedStack } from '../support/shared.ts';
import type { NetworkName, Stack } from '../support/stack.ts';
import { until } from '../support/wait.ts';

const bob = devAccount('bob').address;

/** Doubles amounts in an event. */
const forged = forgesLogs((log) => ({ ...log, data: String(log.data).replaceAll('1', '2') }));

const ONE_FAULTY: Readonly<Record<string, RpcFault>> = {
  'is dead': { kind: 'dead' },
  'is slow': { kind: 'slow', delayMs: 10_000 },
  'hides events': { kind: 'lying', lie: hidesLogs },
  'forges events': { kind: 'lying', lie: forged },
  'claims more blocks than there are': { kind: 'lying', lie: runsAhead(40) },
  'shows another fork': { kind: 'lying', lie: forksBlocks },
};

describe('RPC endpoints that misbehave', function () {
  this.timeout(400_000);
  let stack: Stack;

  before(async () => {
    stack = await sharedStack('evm');
  });
  afterEach(() => {
    for (const chain of stack.devnet.chains) for (const endpoint of chain.endpoints) endpoint.setFault(null);
  });

  const setFault = (name: NetworkName, endpoints: readonly number[], fault: RpcFault) => {
    for (const index of endpoints) stack.devnet.chain(name).endpoints[index]?.setFault(fault);
  };

  for (const [how, fault] of Object.entries(ONE_FAULTY)) {
    it(`one of three ${how}: orders complete, for the right amount`, async () => {
      const polygon = stack.provider('polygon');
      const { domain } = stack.provider('ethereum');
      const before = await read(polygon.balance(bob, domain));
      setFault('ethereum', [0], fault);
      setFault('polygon', [1], fault);
      const alice = stack.as('alice');
      const id = await alice.order({ from: 'ETH', to: 'polygon', amount: '0.11', destinationAddress: bob });
      await alice.reaches(id, 'completed');
      assert.equal((await read(polygon.balance(bob, domain))) - before, 11n * 10n ** 16n);
    });
  }

  it('two of three are dead: nothing is signed until one is back', async () => {
    const ethereum = stack.provider('ethereum');
    const polygon = stack.provider('polygon');
    const alice = stack.as('alice');
    const id = await alice.order({ from: 'ETH', to: 'polygon', amount: '0.02', destinationAddress: bob });
    await alice.reaches(id, 'confirming');
    setFault('ethereum', [0, 1], { kind: 'dead' });
    const committed = (await read(polygon.lane(ethereum.domain))).nextInboundNonce;
    await until('the signers are degraded', async () => {
      const answers = await Promise.all(stack.signers.map(({ url }) => fetch(`${url}/health`)));
      return answers.every(({ status }) => status === 503);
    });
    assert.equal((await read(polygon.lane(ethereum.domain))).nextInboundNonce, committed);
    setFault('ethereum', [0], { kind: 'dead' });
    stack.devnet.chain('ethereum').endpoints[1]?.setFault(null);
    await alice.reaches(id, 'completed');
  });

  it('leave every asset conserved', async () => {
    await assertConserved(stack.registry.providers);
  });
});
