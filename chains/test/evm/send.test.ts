import { strict as assert } from 'node:assert';
import type { ChainProvider, SendArguments } from '@causeway/chains';
import { KIND, type UnsignedTransactionOf, uintToHex, ZERO_32 } from '@causeway/protocol';
import { Interface } from 'ethers';
import { tokenAbi } from '../../src/evm/abi.ts';
import {
  address32,
  alice,
  codeOf,
  deployer,
  ETHER,
  guardian,
  must,
  outsider,
  startWorld,
  type World,
} from '../support/bridges.ts';
import { lastMessage, lock, settled } from '../support/traffic.ts';
import { sendThroughWallets } from '../support/transfers.ts';

describe('sending as any caller', function () {
  this.timeout(120_000);
  let world: World;
  let ethereum: ChainProvider;
  let polygon: ChainProvider;
  before(async () => {
    world = await startWorld({ type: 'testToken', symbol: 'TST', name: 'Test token', decimals: 6 });
    [ethereum, polygon] = [world.provider('ethereum'), world.provider('polygon')];
  });
  after(() => world.stop());

  const args = (change: Partial<SendArguments> = {}): SendArguments => ({
    remote: polygon.domain,
    recipient: address32(alice),
    localAmount: ETHER,
    reference: ZERO_32,
    ...change,
  });
  const toEthereum = (change: Partial<SendArguments> = {}) =>
    args({ remote: ethereum.domain, localAmount: 5_000_000n, ...change });
  const token = () => world.deployers[1].deployment.bridges.main?.canonicalAsset.address as string;
  const giveTokens = async (amount: bigint) => {
    const data = new Interface(['function mint(address,uint256)']).encodeFunctionData('mint', [alice.address, amount]);
    await world.polygon.send({ from: deployer.address, to: token(), data });
  };

  it('locks the native coin with reference and refund address, as the message says', async () => {
    const before = must(await ethereum.balance(alice.address, ethereum.domain));
    const reference = uintToHex(0xfeed, 32);
    const hash = must(await ethereum.lockTokens(alice, args({ reference, refundAddress: guardian.address })));
    assert.match(hash, /^0x[0-9a-f]{64}$/);
    const message = await lastMessage(ethereum);
    assert.deepEqual(
      [message.kind, message.source, message.destination, message.wireAmount, message.reference, message.sender],
      [KIND.lock, ethereum.domain, polygon.domain, 1_000_000_000n, reference, address32(guardian)],
    );
    assert(before - must(await ethereum.balance(alice.address, ethereum.domain)) >= ETHER);
    assert.equal(must(await ethereum.lane(polygon.domain)).outstanding, 1_000_000_000n);
    assert.equal(must(await ethereum.holdings()), ETHER);
  });

  it('refuses with the contract error, and sends nothing', async () => {
    const nonce = await world.ethereum.rpc('eth_getTransactionCount', alice.address, 'latest');
    const refused = async (change: Partial<SendArguments>) =>
      codeOf(await ethereum.prepareSend('lockTokens', alice, args(change)));
    assert.equal(await refused({ localAmount: 0n }), 'ZeroAmount');
    assert.equal(await refused({ localAmount: ETHER + 1n }), 'DustAmount');
    assert.equal(await refused({ localAmount: 10n ** 9n }), 'BelowMinimum');
    assert.equal(await refused({ recipient: ZERO_32 }), 'InvalidRecipient');
    assert.equal(await refused({ localAmount: 20_000n * ETHER }), 'INSUFFICIENT_FUNDS');
    assert.equal(await refused({ remote: 77 }), 'UnknownRemote');
    assert.equal(await refused({ refundAddress: 'nonsense' }), 'INVALID_ADDRESS');
    const burn = await ethereum.prepareSend('burnTokens', alice, args({ localAmount: 1_000_000n }));
    assert.equal(codeOf(burn), 'ERC20InsufficientBalance');
    assert.equal(await world.ethereum.rpc('eth_getTransactionCount', alice.address, 'latest'), nonce);
  });

  it('fails when the account cannot pay', async () => {
    assert.equal(codeOf(await ethereum.prepareSend('lockTokens', outsider, args())), 'INSUFFICIENT_FUNDS');
  });

  it('approves exactly the amount before an ERC-20 lock, in consecutive transactions', async () => {
    await giveTokens(20_000_000n);
    const submissions = must(await polygon.prepareSend('lockTokens', alice, toEthereum()));
    assert.equal(submissions.length, 2);
    assert.equal(submissions[1]?.sequence, (submissions[0]?.sequence ?? 0) + 1);
    for (const submission of submissions) must(await polygon.broadcast(submission));
    const outcome = await settled(polygon, submissions[1] as (typeof submissions)[number]);
    assert(outcome.state === 'included' && outcome.success);
    assert.equal((await lastMessage(polygon)).wireAmount, 5_000_000n);
    const data = tokenAbi.encodeFunctionData('allowance', [
      alice.address,
      world.deployers[1].deployment.bridges.main?.address,
    ]);
    assert.equal(Number(await world.polygon.rpc('eth_call', { to: token(), data }, 'latest')), 0);
  });

  it('locks an ERC-20 at once, without an approval when an allowance exists', async () => {
    const bridge = world.deployers[1].deployment.bridges.main?.address;
    const approve = (amount: bigint) =>
      world.polygon.send({
        from: alice.address,
        to: token(),
        data: tokenAbi.encodeFunctionData('approve', [bridge, amount]),
      });
    await approve(5_000_000n);
    assert.equal(must(await polygon.unsignedSend('lockTokens', alice.address, toEthereum())).length, 1);
    await approve(1n);
    assert.equal(must(await polygon.unsignedSend('lockTokens', alice.address, toEthereum())).length, 3);
    must(await polygon.lockTokens(alice, toEthereum({ localAmount: 1_000_000n })));
    assert.equal((await lastMessage(polygon)).wireAmount, 1_000_000n);
  });

  it('carries plain transfers of coin and token between derived wallets', async () => {
    await giveTokens(20_000_000n);
    await sendThroughWallets(polygon, world.deployers[1].deployment.chainId, { address: token(), decimals: 6 });
  });

  it('finds the refusal of an ERC-20 lock before it approves anything', async () => {
    const refused = async (change: Partial<SendArguments>) =>
      codeOf(await polygon.prepareSend('lockTokens', alice, toEthereum(change)));
    assert.equal(await refused({ localAmount: 10n ** 12n }), 'ERC20InsufficientBalance');
    assert.equal(await refused({ remote: 77 }), 'UnknownRemote');
    const bridge = world.deployers[1].deployment.bridges.main?.address;
    const call = (from: string, name: string) =>
      world.polygon.send({
        from,
        to: bridge,
        data: new Interface([`function ${name}()`]).encodeFunctionData(name),
      });
    await call(guardian.address, 'pauseOutbound');
    const paused = await polygon.prepareSend('lockTokens', alice, toEthereum({ localAmount: 2_000_000n }));
    assert(!paused.ok && paused.error.code === 'OutboundPaused' && paused.error.retryable);
    assert.deepEqual(must(await polygon.paused()), { outbound: true, inbound: false });
    await call(deployer.address, 'unpauseOutbound');
  });

  it('returns unsigned transactions in the form of wallets, which have the described effect', async () => {
    const [native] = must(
      await ethereum.unsignedSend('lockTokens', alice.address, args()),
    ) as readonly UnsignedTransactionOf<'evm'>[];
    assert(native);
    assert.deepEqual(Object.keys(native), ['kind', 'from', 'to', 'data', 'value', 'chainId']);
    assert.equal(native.chainId, '0xdbf89');
    const { kind, ...request } = native;
    assert.equal(kind, 'evm');
    await world.ethereum.send(request as Record<string, string> & { from: string });
    assert.equal((await lastMessage(ethereum)).sender, address32(alice));

    const unknown = must(
      await polygon.unsignedSend('lockTokens', undefined, toEthereum({ refundAddress: alice.address })),
    );
    assert.equal(unknown.length, 2);
    assert.equal(codeOf(await polygon.unsignedSend('lockTokens', undefined, toEthereum())), 'InvalidRefundAddress');
  });

  it('prepares transactions of one account at the same time with different nonces', async () => {
    const prepared = await Promise.all([1, 2, 3].map(() => ethereum.prepareSend('lockTokens', alice, args())));
    const submissions = prepared.flatMap((result) => must(result));
    assert.equal(new Set(submissions.map(({ sequence }) => sequence)).size, 3);
    for (const submission of submissions) must(await ethereum.broadcast(submission));
    for (const submission of submissions) {
      const outcome = await settled(ethereum, submission);
      assert(outcome.state === 'included' && outcome.success);
    }
  });

  it('emits locks one after another in the lane', async () => {
    const first = await lock(ethereum, polygon);
    assert.equal((await lock(ethereum, polygon)).nonce, first.nonce + 1n);
  });
});
