import { strict as assert } from 'node:assert';
import { type ChainProvider, lockTokens } from '@causeway/chains';
import type { Lie } from '@causeway/local-nodes';
import { type Message, type SignedTransaction, ZERO_32 } from '@causeway/protocol';
import { concat, Interface, Signature, Transaction, ZeroAddress } from 'ethers';
import { bridgeAbi, safeAbi } from '../../src/evm/abi.ts';
import { encodeOracleCall } from '../../src/evm/oracle-calls.ts';
import { address32, alice, codeOf, ETHER, members, must, relayer } from '../support/bridges.ts';
import { threeEndpoints } from '../support/endpoints.ts';
import {
  built,
  commitAll,
  deliveryOf,
  failed,
  included,
  landed,
  lock,
  signedBy,
  statusOf,
} from '../support/traffic.ts';
import { sharedWorld, type World } from '../support/worlds.ts';

describe('submissions', function () {
  this.timeout(120_000);
  let world: World<'evm'>;
  let ethereum: ChainProvider;
  let polygon: ChainProvider;
  before(async () => {
    world = await sharedWorld('evm');
    [ethereum, polygon] = [world.provider('ethereum'), world.provider('here')];
  });
  beforeEach(async () => {
    await world.node.rpc('evm_setAutomine', true);
    await commitAll(ethereum, polygon);
  });
  after(() => world.node.rpc('evm_setAutomine', true));

  const args = () => ({ remote: ethereum.domain, recipient: address32(alice), localAmount: ETHER, reference: ZERO_32 });
  const prepared = async (provider = polygon): Promise<SignedTransaction> =>
    must(await provider.prepareSend('lockTokens', alice, args()))[0] as SignedTransaction;
  const delivery = async (message: Message, replaces?: SignedTransaction) => {
    const transaction = await built(polygon, deliveryOf(message, 'mintTokens'));
    return polygon.prepareOracle(transaction, await signedBy(polygon, transaction), relayer, replaces);
  };

  it('are signed for the sequence, the payer and the fee that they name, with gas enough', async () => {
    const submission = await prepared();
    const transaction = Transaction.from(submission.raw);
    assert.equal(transaction.hash, submission.reference);
    assert.equal(transaction.nonce, submission.sequence);
    assert.equal(transaction.from, submission.payer);
    assert.equal(submission.fee.maxFeePerGas, String(transaction.maxFeePerGas));
    await landed(polygon, submission);
    const receipt = (await world.node.rpc('eth_getTransactionReceipt', submission.reference)) as { gasUsed: string };
    // A quarter above the estimate, rounded down. The estimate is never below the gas used.
    assert(100n * BigInt(submission.fee.gasLimit ?? 0) >= 124n * BigInt(receipt.gasUsed));
  });

  it('cost what the gas cost, and the fee of a layer 1 where the receipt has one', async () => {
    const submission = await prepared();
    const { costs } = await landed(polygon, submission);
    const receipt = (await world.node.rpc('eth_getTransactionReceipt', submission.reference)) as {
      readonly [field: string]: string;
    };
    const gas = BigInt(receipt.gasUsed as string) * BigInt(receipt.effectiveGasPrice as string);
    assert.deepEqual(costs, [{ fee: gas, rent: 0n }]);
    const rollup: Lie = ({ method }, result) =>
      method === 'eth_getTransactionReceipt' ? { ...(result as object), l1Fee: '0x1234' } : result;
    const { urls, behave, stop } = await threeEndpoints(world.node.url);
    behave(rollup, rollup, rollup);
    const there = await included(world.provider('here', { rpc: urls }), submission);
    assert.deepEqual(there.costs, [{ fee: gas + 0x1234n, rent: 0n }]);
    await stop();
  });

  it('stop escalating at the cap', async () => {
    await world.node.rpc('evm_setAutomine', false);
    const submission = await prepared();
    const capped = world.provider('here', { maxFeePerGasGwei: Number(submission.fee.maxFeePerGas) / 1e9 });
    const refused = await capped.replace(submission, alice);
    assert(!refused.ok && refused.error.code === 'FEE_CAP_EXCEEDED' && refused.error.retryable);
    must(await polygon.broadcast(submission));
    await world.node.mine(1);
  });

  it('of one send are replaced until included', async () => {
    await world.node.rpc('evm_setAutomine', false);
    const sending = lockTokens(polygon, alice, args(), { escalateAfterMs: 200 });
    const pending = async () => Number(await world.node.rpc('eth_getTransactionCount', alice.address, 'pending'));
    const latest = async () => Number(await world.node.rpc('eth_getTransactionCount', alice.address, 'latest'));
    const hashes = new Set<unknown>();
    while (hashes.size < 2) {
      const content = (await world.node.rpc('txpool_content')) as {
        pending: Record<string, Record<string, { hash: string }>>;
      };
      for (const account of Object.values(content.pending))
        for (const { hash } of Object.values(account)) hashes.add(hash);
    }
    assert.equal((await pending()) - (await latest()), 1);
    await world.node.mine(1);
    assert(hashes.has(must(await sending)));
  });

  it('carry the reason of an oracle transaction that lost a race', async () => {
    const message = await lock(ethereum, polygon);
    const winner = must(await delivery(message));
    const loser = must(await world.provider('here').prepareOracle(...(await twin(message))));
    await landed(polygon, winner);
    await failed(polygon, loser, 'GS026');
  });

  /** The same delivery, paid by another account. */
  async function twin(message: Message) {
    const transaction = await built(polygon, deliveryOf(message, 'mintTokens'));
    return [transaction, await signedBy(polygon, transaction), alice] as const;
  }

  it('of the oracle keep their content when replaced', async () => {
    const message = await lock(ethereum, polygon);
    const first = must(await delivery(message));
    const second = must(await delivery(message, first));
    assert.equal(Transaction.from(second.raw).data, Transaction.from(first.raw).data);
    await landed(polygon, second);
  });

  it('are failed when the Safe succeeds without executing their calls', async () => {
    const { oracle, bridges } = world.here.deployment;
    const view = bridgeAbi.encodeFunctionData('domain');
    const submission = await foreignExecution(oracle.address, bridges.main?.address as string, view, 0);
    await failed(polygon, submission, 'INNER_CALL_FAILED');
  });

  it('are failed when the success status hides a failed inner call', async () => {
    const message = await lock(ethereum, polygon);
    const { deployment } = world.here;
    const bridge = deployment.bridges.main as NonNullable<typeof deployment.bridges.main>;
    const [, mint] = deliveryOf(message, 'mintTokens');
    // The root was never committed, so the call reverts. With safeTxGas set, the Safe then reports ExecutionFailure and
    // succeeds.
    const data = must(encodeOracleCall(mint as NonNullable<typeof mint>, { domain: polygon.domain, bridge }));
    const submission = await foreignExecution(deployment.oracle.address, bridge.address, data, 100_000);
    await failed(polygon, submission, 'INNER_CALL_FAILED');
    const receipt = (await world.node.rpc('eth_getTransactionReceipt', submission.reference)) as { status: string };
    assert.equal(receipt.status, '0x1');
  });

  it("that use up the Safe's nonce call a view of the bridge and nothing else; what was kept back for it is refused", async () => {
    const message = await lock(ethereum, polygon);
    const kept = await twin(message);
    const prepared = must(await world.provider('here').prepareOracle(...kept));
    const { anchor } = kept[0];
    const empty = must(await (polygon.buildVoid?.(anchor) ?? assert.fail()));
    assert.deepEqual(must(await (world.provider('here').buildVoid?.(anchor) ?? assert.fail())), empty);
    assert.notEqual(empty.digest, kept[0].digest);
    const submission = must(await polygon.prepareOracle(empty, await signedBy(polygon, empty), relayer));
    const sent = safeAbi.parseTransaction({ data: Transaction.from(submission.raw).data });
    const { bridges, oracle } = world.here.deployment;
    const view = bridgeAbi.encodeFunctionData('oracle');
    assert.equal(view.length, 10, 'a selector alone');
    const to = bridges.main?.address;
    assert.deepEqual([...(sent?.args ?? [])].slice(0, 9), [to, 0n, view, 0n, 0n, 0n, 0n, ZeroAddress, ZeroAddress]);
    assert.equal(Transaction.from(submission.raw).to, oracle.address);
    assert.deepEqual((await landed(polygon, submission)).events, []);
    assert.equal(must(await polygon.anchor(relayer)), String(Number(anchor) + 1));
    await failed(polygon, prepared, 'GS026');
    assert.equal(codeOf(await polygon.prepareOracle(...kept)), 'GS026');
    assert.equal(codeOf(await polygon.prepareOracle(empty, await signedBy(polygon, empty), relayer)), 'GS026');
    assert.equal(await statusOf(polygon, message), 'none');
    for (const text of ['', 'x', '-1', '01', `${anchor} `]) {
      assert.equal(codeOf(await (polygon.buildVoid?.(text) ?? assert.fail())), 'INVALID_ANCHOR');
    }
  });

  it('cannot be empty calls: the bridge refuses one, and the Safe reverts with its nonce', async () => {
    const { oracle, bridges } = world.here.deployment;
    const before = must(await polygon.anchor(relayer));
    await failed(
      polygon,
      await foreignExecution(oracle.address, bridges.main?.address as string, '0x', 0),
      'EXECUTION_REVERTED',
    );
    assert.equal(must(await polygon.anchor(relayer)), before);
  });

  it('are failed when they call that view with anything more', async () => {
    const { oracle, bridges } = world.here.deployment;
    const view = `${bridgeAbi.encodeFunctionData('oracle')}00`;
    const submission = await foreignExecution(oracle.address, bridges.main?.address as string, view, 0);
    await failed(polygon, submission, 'INNER_CALL_FAILED');
  });

  /** An execTransaction of any call with any safeTxGas, which Causeway never builds. */
  async function foreignExecution(
    safe: string,
    to: string,
    data: string,
    safeTxGas: number,
  ): Promise<SignedTransaction> {
    const safeTx = [to, 0, data, 0, safeTxGas, 0, 0, ZeroAddress, ZeroAddress];
    const hashOf =
      'function getTransactionHash(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,uint256) view returns (bytes32)';
    const hashAbi = new Interface([hashOf]);
    const nonce = must(await polygon.anchor(relayer));
    const call = { to: safe, data: hashAbi.encodeFunctionData('getTransactionHash', [...safeTx, nonce]) };
    const digest = (await world.node.rpc('eth_call', call, 'latest')) as `0x${string}`;
    const signers = members.slice(0, 3).sort((a, b) => (a.address.toLowerCase() < b.address.toLowerCase() ? -1 : 1));
    const signatures = concat(await Promise.all(signers.map((key) => key.sign(digest))));
    const count = Number(await world.node.rpc('eth_getTransactionCount', relayer.address, 'latest'));
    const transaction = Transaction.from({
      type: 2,
      chainId: world.node.chainId,
      nonce: count,
      to: safe,
      data: safeAbi.encodeFunctionData('execTransaction', [...safeTx, signatures]),
      gasLimit: 500_000n,
      maxFeePerGas: 10n ** 10n,
      maxPriorityFeePerGas: 1n,
    });
    transaction.signature = Signature.from(await relayer.sign(transaction.unsignedHash as `0x${string}`));
    const reference = transaction.hash as string;
    return { reference, raw: transaction.serialized, payer: relayer.address, sequence: count, fee: {} };
  }
});
