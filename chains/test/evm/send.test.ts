import { strict as assert } from 'node:assert';
import { type ChainProvider, lockTokens, type SendArguments } from '@causeway/chains';
import { ZERO_32 } from '@causeway/protocol';
import { Interface } from 'ethers';
import { tokenAbi } from '../../src/evm/abi.ts';
import type { EvmTransaction } from '../../src/evm/unsigned.ts';
import { address32, alice, codeOf, deployer, ETHER, guardian, must } from '../support/bridges.ts';
import { commitAll, deliver, lastMessage, lock, sent, succeeded } from '../support/traffic.ts';
import { sendThroughWallets } from '../support/transfers.ts';
import { tokenWorld } from '../support/worlds.ts';

describe('sending as any caller', function () {
  this.timeout(120_000);
  let world: Awaited<ReturnType<typeof tokenWorld<'evm'>>>;
  let ethereum: ChainProvider;
  let polygon: ChainProvider;
  before(async () => {
    world = await tokenWorld('evm', { type: 'testToken', symbol: 'TST', name: 'Test token', decimals: 6 });
    [ethereum, polygon] = [world.provider('ethereum'), world.provider('here')];
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
  const token = () => world.here.deployment.bridges.main?.canonicalAsset.address as string;
  const giveTokens = async (amount: bigint) => {
    const data = new Interface(['function mint(address,uint256)']).encodeFunctionData('mint', [alice.address, amount]);
    await world.node.send({ from: deployer.address, to: token(), data });
  };

  it('approves exactly the amount before an ERC-20 lock, in consecutive transactions', async () => {
    await giveTokens(20_000_000n);
    const submissions = must(await polygon.prepareSend('lockTokens', alice, toEthereum()));
    assert.equal(submissions.length, 2);
    assert.equal(submissions[1]?.sequence, (submissions[0]?.sequence ?? 0) + 1);
    for (const submission of submissions) must(await polygon.broadcast(submission));
    await succeeded(polygon, submissions[1] as (typeof submissions)[number]);
    assert.equal((await lastMessage(polygon)).wireAmount, 5_000_000n);
    const data = tokenAbi.encodeFunctionData('allowance', [alice.address, world.here.deployment.bridges.main?.address]);
    assert.equal(Number(await world.node.rpc('eth_call', { to: token(), data }, 'latest')), 0);
  });

  it('locks an ERC-20 at once, without an approval when an allowance exists', async () => {
    const bridge = world.here.deployment.bridges.main?.address;
    const approve = (amount: bigint) =>
      world.node.send({
        from: alice.address,
        to: token(),
        data: tokenAbi.encodeFunctionData('approve', [bridge, amount]),
      });
    await approve(5_000_000n);
    assert.equal(must(await polygon.unsignedSend('lockTokens', alice.address, toEthereum())).length, 1);
    await approve(1n);
    assert.equal(must(await polygon.unsignedSend('lockTokens', alice.address, toEthereum())).length, 3);
    must(await lockTokens(polygon, alice, toEthereum({ localAmount: 1_000_000n })));
    assert.equal((await lastMessage(polygon)).wireAmount, 1_000_000n);
  });

  it('pays the delivery fee with an ERC-20 lock, and finds that the payer has too few coins for it', async () => {
    await giveTokens(20_000_000n);
    const bridge = world.here.deployment.bridges.main?.address;
    const setFee = (fee: bigint) =>
      world.node.send({
        from: guardian.address,
        to: bridge,
        data: new Interface(['function setFee(uint32,uint128)']).encodeFunctionData('setFee', [ethereum.domain, fee]),
      });
    await setFee(77_000n);
    const before = BigInt((await world.node.rpc('eth_getBalance', bridge, 'latest')) as string);
    const [, ...locks] = must(
      await polygon.unsignedSend('lockTokens', alice.address, toEthereum({ localAmount: 7_000_000n })),
    );
    assert.deepEqual(
      locks.map(({ value }) => BigInt(String(value))),
      [77_000n],
    );
    must(await lockTokens(polygon, alice, toEthereum({ maxFee: 77_000n })));
    assert.equal(BigInt((await world.node.rpc('eth_getBalance', bridge, 'latest')) as string) - before, 77_000n);
    await setFee(10n ** 30n);
    assert.equal(codeOf(await polygon.prepareSend('lockTokens', alice, toEthereum())), 'INSUFFICIENT_FUNDS');
    await setFee(0n);
  });

  it('counts a payment that a contract refuses among the credits, which the bridge still holds', async () => {
    await deliver(polygon, await lock(ethereum, polygon), 'mintTokens');
    await commitAll(polygon, ethereum);
    const localAmount = must(await polygon.balance(alice.address, ethereum.domain));
    const contract = must(await ethereum.remote(polygon.domain))?.token ?? '';
    const recipient = must(ethereum.parseAddress(contract));
    await sent(polygon, 'burnTokens', args({ remote: ethereum.domain, recipient, localAmount }));
    const [credits, held] = [must(await ethereum.credits()), must(await ethereum.holdings())];
    await deliver(ethereum, await lastMessage(polygon), 'releaseTokens');
    assert.equal(must(await ethereum.lane(polygon.domain)).outstanding, 0n);
    assert.deepEqual([must(await ethereum.credits()), must(await ethereum.holdings())], [credits + localAmount, held]);
  });

  it('carries plain transfers of coin and token between derived wallets', async () => {
    await giveTokens(20_000_000n);
    await sendThroughWallets(polygon, world.here.deployment.chainId, { address: token(), decimals: 6 });
  });

  it('finds the refusal of an ERC-20 lock before it approves anything', async () => {
    const refused = async (change: Partial<SendArguments>) =>
      codeOf(await polygon.prepareSend('lockTokens', alice, toEthereum(change)));
    assert.equal(await refused({ localAmount: 10n ** 12n }), 'ERC20InsufficientBalance');
    assert.equal(await refused({ remote: 77 }), 'UnknownRemote');
    const bridge = world.here.deployment.bridges.main?.address;
    const call = (from: string, name: string) =>
      world.node.send({
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
    ) as readonly EvmTransaction[];
    assert(native);
    assert.deepEqual(Object.keys(native), ['kind', 'from', 'to', 'data', 'value', 'chainId']);
    assert.equal(native.chainId, `0x${world.ethereum.chainId.toString(16)}`);
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
});
