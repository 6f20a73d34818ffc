import { strict as assert } from 'node:assert';
import { devAccount, devKey } from '@causeway/devnet';
import { EVM } from '../support/evm-control.ts';
import { read } from '../support/invariants.ts';
import { runCauseway } from '../support/processes.ts';
import { sharedStack } from '../support/shared.ts';
import type { Stack } from '../support/stack.ts';
import { until } from '../support/wait.ts';

const bob = devAccount('bob').address;

/** What a signer's /health says of anchors that may be used up. */
interface SignerHealth {
  readonly voidAllowed: readonly { readonly chain: string; readonly family: string; readonly anchor: string }[];
}

/** What `causeway void-anchor` prints. */
interface Voided {
  readonly inForce: string;
  readonly answers: readonly { readonly code: string }[];
}

describe('signers that are down', function () {
  this.timeout(400_000);
  let stack: Stack;

  before(async () => {
    stack = await sharedStack(EVM);
  });

  it('two of five may be: three sign', async () => {
    const down = stack.signers.slice(0, 2);
    await Promise.all(down.map((signer) => signer.kill()));
    const alice = stack.as('alice');
    const id = await alice.order({ from: 'ETH', to: 'polygon', amount: '0.02', destinationAddress: bob });
    await alice.reaches(id, 'completed');
    await Promise.all(down.map((signer) => signer.start()));
  });

  it('with three of them nothing is minted until one is back', async () => {
    const ethereum = stack.provider('ethereum');
    const polygon = stack.provider('polygon');
    const down = stack.signers.slice(0, 3);
    await Promise.all(down.map((signer) => signer.kill()));
    const committed = (await read(polygon.lane(ethereum.domain))).nextInboundNonce;
    const alice = stack.as('alice');
    const id = await alice.order({ from: 'ETH', to: 'polygon', amount: '0.02', destinationAddress: bob });
    const asked = await until('two of them signed', async () => {
      const now = await alice.status(id);
      return now.signatures === 2 ? now : undefined;
    });
    assert.equal(asked.status, 'signing');
    assert.equal((await read(polygon.lane(ethereum.domain))).nextInboundNonce, committed);
    await down[0]?.start();
    await alice.reaches(id, 'completed');
    await Promise.all(down.slice(1).map((signer) => signer.start()));
  });

  it("three use up the Safe's nonce when their own operators allow it, and the relayer goes on with the next", async () => {
    const polygon = stack.provider('polygon');
    const nonce = async () => read(polygon.anchor(devKey('bob')));
    const before = await nonce();
    await stack.relayer.stop();
    const { signers } = stack.devnet.configuration;
    const allowing = signers.slice(1, 4).map(({ config }) => config);
    await Promise.all(
      allowing.map((config) =>
        runCauseway(
          ...['signer', 'allow-void', '--chain', 'polygon', '--nonce', before],
          ...['--yes', '--json', '--config', config],
        ),
      ),
    );
    const allowed = (await (await fetch(`${stack.signers[1]?.url}/health`)).json()) as SignerHealth;
    assert.deepEqual(
      allowed.voidAllowed.map(({ chain, family, anchor }) => [chain, family, anchor]),
      [['polygon', 'main', before]],
    );
    const done = (await stack.causeway('void-anchor', '--chain', 'polygon', '--yes', '--json')) as Voided;
    assert.deepEqual(
      done.answers.map(({ code }) => code),
      ['VOID_NOT_ALLOWED', 'signed', 'signed', 'signed', 'VOID_NOT_ALLOWED'],
    );
    assert.deepEqual([done.inForce, await nonce()], [String(Number(before) + 1), done.inForce]);
    await stack.relayer.start();
    const alice = stack.as('alice');
    const id = await alice.order({ from: 'ETH', to: 'polygon', amount: '0.02', destinationAddress: bob });
    await alice.reaches(id, 'completed');
  });
});
