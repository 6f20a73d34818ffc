import { strict as assert } from 'node:assert';
import { type ChainProvider, lockTokens, type SendArguments } from '@causeway/chains';
import { type Hex, ZERO_32 } from '@causeway/protocol';
import type { RadixTransaction } from '../../src/radix/unsigned.ts';
import { alice, codeOf, must } from '../support/bridges.ts';
import { ledgerAs } from '../support/radix.ts';
import { radAlice, radDeployer, SIMULATOR, XRD } from '../support/radix-offline.ts';
import { lastMessage } from '../support/traffic.ts';
import { sharedWorld, type World } from '../support/worlds.ts';

describe('sending from Radix', function () {
  this.timeout(120_000);
  let world: World<'radix'>;
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
    world = await sharedWorld('radix');
    radix = world.provider('here');
    ethereum = world.provider('ethereum');
    recipient = must(ethereum.parseAddress(alice.address));
  });

  it('is refused for an amount that no bridge can hold', async () => {
    const refusal = async (change: Partial<SendArguments>) =>
      codeOf(await radix.prepareSend('lockTokens', radAlice, args(change)));
    assert.equal(await refusal({ localAmount: 10n ** 60n }), 'AmountTooLarge');
  });

  it('can be left to a wallet, which pays the fee in its own way', async () => {
    const [unsigned, ...rest] = must(
      await radix.unsignedSend('lockTokens', radAlice.address, args()),
    ) as readonly RadixTransaction[];
    assert(unsigned && rest.length === 0);
    assert.deepEqual([unsigned.kind, unsigned.networkId, unsigned.blobs], ['radix', SIMULATOR.id, []]);
    assert(!unsigned.manifest.includes('lock_fee'));
    const before = must(await radix.lane(ethereum.domain)).nextOutboundNonce;
    must(await (await ledgerAs(world.node, radAlice)).send({ manifest: unsigned.manifest }));
    assert.equal((await lastMessage(radix)).nonce, before);
    assert.equal(codeOf(await radix.unsignedSend('lockTokens', undefined, args())), 'SENDER_REQUIRED');
    assert.equal(codeOf(await radix.unsignedSend('lockTokens', '0x00', args())), 'INVALID_ADDRESS');
  });

  it('cannot be done with another’s tokens', async () => {
    const [unsigned] = must(
      await radix.unsignedSend('lockTokens', radAlice.address, args()),
    ) as readonly RadixTransaction[];
    const thief = await ledgerAs(world.node, radDeployer);
    assert.equal(codeOf(await thief.send({ manifest: unsigned?.manifest ?? '' })), 'NOT_OWNER');
  });

  it('pays the delivery fee into a vault of its own, and only as high as its manifest says', async () => {
    const admin = await ledgerAs(world.node, radDeployer);
    const wallet = await ledgerAs(world.node, radAlice);
    const bridge = world.here.deployment.bridges.main?.address;
    const setFee = async (fee: string) => {
      const manifest = `CALL_METHOD Address("${bridge}") "set_fee" ${ethereum.domain}u32 Decimal("${fee}");`;
      must(await admin.send({ manifest }));
    };
    await setFee('0.123456789012345678');
    assert.equal(must(await radix.fee(ethereum.domain)), 123_456_789_012_345_678n);
    assert.equal(must(await radix.fee(4_711)), 0n);
    const held = must(await radix.holdings());
    const [unsigned] = must(
      await radix.unsignedSend('lockTokens', radAlice.address, args()),
    ) as readonly RadixTransaction[];
    const manifest = unsigned?.manifest ?? '';
    must(await wallet.send({ manifest }));
    assert.equal(must(await radix.holdings()) - held, XRD);
    for (const fee of ['0.2', '0.1', '0']) {
      await setFee(fee);
      assert.equal(codeOf(await wallet.send({ manifest })), 'WrongValue');
    }
  });

  it('costs less than the reserved fee', async () => {
    const before = must(await radix.balance(radAlice.address, radix.domain));
    must(await lockTokens(radix, radAlice, args()));
    const fee = before - XRD - must(await radix.balance(radAlice.address, radix.domain));
    assert(fee > 0n && fee < 3n * XRD, `cost ${fee}`);
  });
});
