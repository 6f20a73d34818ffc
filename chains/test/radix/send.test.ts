import { strict as assert } from 'node:assert';
import type { ChainProvider, SendArguments } from '@causeway/chains';
import { type Hex, type UnsignedTransactionOf, ZERO_32 } from '@causeway/protocol';
import { alice, codeOf, ETHER, must } from '../support/bridges.ts';
import { ledgerAs, type RadixWorld, startRadixWorld } from '../support/radix.ts';
import { radAlice, radDeployer, radOutsider, SIMULATOR, XRD } from '../support/radix-offline.ts';
import { allEvents, burn, deliver, lastMessage, lock } from '../support/traffic.ts';
import { sendThroughWallets } from '../support/transfers.ts';

describe('sending from Radix', function () {
  this.timeout(120_000);
  let world: RadixWorld;
  let radix: ChainProvider;
  let ethereum: ChainProvider;
  let recipient: Hex;
  const args = (change: Partial<SendArguments> = {}): SendArguments => ({
    remote: ethereum.domain,
    recipient,
    localAmount: XRD,
    reference: ZERO_32,
    ...change,
  });

  before(async () => {
    world = await startRadixWorld();
    radix = world.provider('radix');
    ethereum = world.provider('ethereum');
    recipient = must(ethereum.parseAddress(alice.address));
  });
  after(() => world?.stop());

  it('carries reference, refund address and amount into the message', async () => {
    const reference = `0x${'5a'.repeat(32)}` as const;
    const refund = { refundAddress: radOutsider.address, reference };
    const transaction = must(await radix.lockTokens(radAlice, args(refund)));
    const event = (await allEvents(radix)).at(-1);
    assert(event?.type === 'message' && event.at.transaction === transaction);
    assert.equal(event.message.reference, reference);
    assert.equal(event.message.sender, must(radix.parseAddress(radOutsider.address)));
    assert.deepEqual([event.message.recipient, event.message.wireAmount], [recipient, 10n ** 9n]);
  });

  it('is refused before anything is signed, with the blueprint’s own reason', async () => {
    const refusal = async (change: Partial<SendArguments>, key = radAlice) =>
      codeOf(await radix.prepareSend('lockTokens', key, args(change)));
    assert.equal(await refusal({ localAmount: 0n }), 'ZeroAmount');
    assert.equal(await refusal({ localAmount: 1n }), 'DustAmount');
    assert.equal(await refusal({ localAmount: 10n ** 9n }), 'BelowMinimum');
    assert.equal(await refusal({ localAmount: 10_001n * XRD }), 'INSUFFICIENT_FUNDS');
    assert.equal(await refusal({ localAmount: 10n ** 60n }), 'AmountTooLarge');
    assert.equal(await refusal({ recipient: ZERO_32 }), 'InvalidRecipient');
    assert.equal(await refusal({ remote: 77 }), 'UnknownRemote');
    assert.equal(await refusal({ refundAddress: 'nowhere' }), 'InvalidRefundAddress');
    assert.equal(await refusal({}, radOutsider), 'INSUFFICIENT_FUNDS');
    assert.equal(codeOf(await radix.prepareSend('burnTokens', radAlice, args({ remote: 77 }))), 'UnknownRemote');
    assert.equal(codeOf(await radix.prepareSend('burnTokens', radAlice, args())), 'INSUFFICIENT_FUNDS');
  });

  it('waits while the bridge is paused', async () => {
    const component = world.deployers[0].deployment.bridges.main?.address;
    const admin = await ledgerAs(world.radix, radDeployer);
    const set = async (name: string) =>
      must(await admin.send({ manifest: `CALL_METHOD Address("${component}") "${name}";` }));
    await set('pause_outbound');
    assert.deepEqual(must(await radix.paused()), { outbound: true, inbound: false });
    const refused = await radix.prepareSend('lockTokens', radAlice, args());
    assert(!refused.ok && refused.error.code === 'OutboundPaused' && refused.error.retryable);
    await set('unpause_outbound');
    must(await radix.prepareSend('lockTokens', radAlice, args()));
  });

  it('is a separate transaction each time, also for equal amounts at once', async () => {
    const before = (await allEvents(radix)).length;
    await Promise.all([1, 2, 3].map(async () => must(await radix.lockTokens(radAlice, args()))));
    assert.equal((await allEvents(radix)).length, before + 3);
  });

  it('can be left to a wallet, which pays the fee in its own way', async () => {
    const [unsigned, ...rest] = must(
      await radix.unsignedSend('lockTokens', radAlice.address, args()),
    ) as readonly UnsignedTransactionOf<'radix'>[];
    assert(unsigned && rest.length === 0);
    assert.deepEqual([unsigned.kind, unsigned.networkId, unsigned.blobs], ['radix', SIMULATOR.id, []]);
    assert(!unsigned.manifest.includes('lock_fee'));
    const before = must(await radix.lane(ethereum.domain)).nextOutboundNonce;
    must(await (await ledgerAs(world.radix, radAlice)).send({ manifest: unsigned.manifest }));
    assert.equal((await lastMessage(radix)).nonce, before);
    assert.equal(codeOf(await radix.unsignedSend('lockTokens', undefined, args())), 'SENDER_REQUIRED');
    assert.equal(codeOf(await radix.unsignedSend('lockTokens', '0x00', args())), 'INVALID_ADDRESS');
  });

  it('cannot be done with another’s tokens', async () => {
    const [unsigned] = must(
      await radix.unsignedSend('lockTokens', radAlice.address, args()),
    ) as readonly UnsignedTransactionOf<'radix'>[];
    const thief = await ledgerAs(world.radix, radDeployer);
    assert.equal(codeOf(await thief.send({ manifest: unsigned?.manifest ?? '' })), 'NOT_OWNER');
  });

  it('costs less than the reserved fee', async () => {
    const before = must(await radix.balance(radAlice.address, radix.domain));
    must(await radix.lockTokens(radAlice, args()));
    const fee = before - XRD - must(await radix.balance(radAlice.address, radix.domain));
    assert(fee > 0n && fee < 3n * XRD, `cost ${fee}`);
  });
});

describe('a token between Radix and an EVM chain', function () {
  this.timeout(120_000);
  const DECIMALS = 6;
  const UNIT = 10n ** BigInt(DECIMALS);
  let world: RadixWorld;
  let radix: ChainProvider;
  let ethereum: ChainProvider;

  before(async () => {
    world = await startRadixWorld({ type: 'testToken', symbol: 'TST', name: 'Test', decimals: DECIMALS });
    radix = world.provider('radix');
    ethereum = world.provider('ethereum');
  });
  after(() => world?.stop());

  it('carries plain transfers of coin and token between derived wallets', async () => {
    const address = world.deployers[0].deployment.bridges.main?.canonicalAsset.address ?? '';
    const manifest = `MINT_FUNGIBLE Address("${address}") Decimal("2");
CALL_METHOD Address("${radAlice.address}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") Enum<0u8>();`;
    must(await (await ledgerAs(world.radix, radDeployer)).send({ manifest }));
    await sendThroughWallets(radix, SIMULATOR.logicalName, { address, decimals: DECIMALS });
  });

  it('goes there and comes back', async () => {
    must(await radix.verify());
    assert.equal(must(await radix.decimals(radix.domain)), DECIMALS);
    const recipient = must(ethereum.parseAddress(alice.address));
    const args = { remote: ethereum.domain, recipient, localAmount: 5n * UNIT, reference: ZERO_32 };
    assert.equal(codeOf(await radix.prepareSend('lockTokens', radAlice, args)), 'INSUFFICIENT_FUNDS');
    const resource = world.deployers[0].deployment.bridges.main?.canonicalAsset.address;
    const manifest = `MINT_FUNGIBLE Address("${resource}") Decimal("6");
CALL_METHOD Address("${radAlice.address}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") Enum<0u8>();`;
    must(await (await ledgerAs(world.radix, radDeployer)).send({ manifest }));
    must(await radix.lockTokens(radAlice, args));
    assert.equal(must(await radix.balance(radAlice.address, radix.domain)), UNIT);
    assert.equal(must(await radix.holdings()), 5n * UNIT);
    const minted = await deliver(ethereum, await lastMessage(radix), 'mintTokens');
    assert(minted.state === 'included' && minted.success);
    const back = await burn(ethereum, radix, 2n * UNIT);
    const released = await deliver(radix, back, 'releaseTokens');
    assert(released.state === 'included' && released.success);
    assert.equal(must(await radix.balance(radAlice.address, radix.domain)), 3n * UNIT);
  });

  it('a payment that an account refuses is credited to it, and claimed from the locker', async () => {
    const owner = await ledgerAs(world.radix, radAlice);
    const refuse = (rule: number) =>
      owner.send({
        manifest: `CALL_METHOD Address("${radAlice.address}") "set_default_deposit_rule" Enum<${rule}u8>();`,
      });
    const back = await burn(ethereum, radix, UNIT);
    const resource = world.deployers[0].deployment.bridges.main?.canonicalAsset.address;
    must(
      await owner.send({
        manifest: `CALL_METHOD Address("${radAlice.address}") "set_resource_preference" Address("${resource}") Enum<1u8>();`,
      }),
    );
    must(await refuse(1));
    const released = await deliver(radix, back, 'releaseTokens');
    assert(released.state === 'included' && released.success);
    assert(released.events.some((event) => event.type === 'executed' && event.credited));
    assert.equal(must(await radix.claimable(radAlice.address)), UNIT);
    must(await refuse(0));
    const locker = world.deployers[0].deployment.contracts.locker;
    must(
      await owner.send({
        manifest: `CALL_METHOD Address("${locker}") "claim" Address("${radAlice.address}") Address("${resource}") Decimal("1");
CALL_METHOD Address("${radAlice.address}") "deposit_batch" Expression("ENTIRE_WORKTOP");`,
      }),
    );
    assert.equal(must(await radix.claimable(radAlice.address)), 0n);
    assert.equal(must(await radix.balance(radAlice.address, radix.domain)), 4n * UNIT);
  });

  it('passes a token of the other chain through as well', async () => {
    const minted = await deliver(radix, await lock(ethereum, radix, ETHER), 'mintTokens');
    assert(minted.state === 'included' && minted.success);
    assert.equal(must(await radix.balance(radAlice.address, ethereum.domain)), ETHER);
    const limits = must(await radix.limits(ethereum.domain, 'bridged'));
    assert(limits.available > 0n && limits.available <= limits.capacity);
  });
});
