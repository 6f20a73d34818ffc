import { strict as assert } from 'node:assert';
import { type ChainProvider, claimCredit, lockTokens } from '@causeway/chains';
import { ZERO_32 } from '@causeway/protocol';
import { PublicKey } from '@solana/web3.js';
import { radixTransaction } from '../src/radix/unsigned.ts';
import { actorsOf } from '../test/support/actors.ts';
import { alice, codeOf, ETHER, must } from '../test/support/bridges.ts';
import { ledgerAs } from '../test/support/radix.ts';
import { radAlice, radDeployer } from '../test/support/radix-offline.ts';
import { mintTestTokens, solAlice } from '../test/support/solana.ts';
import { burn, deliver, lastMessage, lock } from '../test/support/traffic.ts';
import { sendThroughWallets } from '../test/support/transfers.ts';
import { tokenWorld, type World } from '../test/support/worlds.ts';

const DECIMALS = 6;
const UNIT = 10n ** BigInt(DECIMALS);

/** A world whose chain has a test token as its canonical asset. */
interface Tokens<K extends 'solana' | 'radix'> {
  readonly world: World<K>;
  readonly here: ChainProvider;
  readonly ethereum: ChainProvider;
  /** The token's address. */
  readonly token: string;
}

/** The tests of a token of `kind`. `mint` gives alice whole tokens, and `more` adds tests of this kind alone. */
function describeToken<K extends 'solana' | 'radix'>(
  kind: K,
  mint: (tokens: Tokens<K>, whole: bigint) => Promise<void>,
  more: (tokens: () => Tokens<K>) => void = () => {},
): void {
  describe(`a token between an EVM chain and this one: ${kind}`, function () {
    this.timeout(120_000);
    let tokens: Tokens<K>;
    let stop: (() => Promise<void>) | undefined;

    before(async () => {
      const asset = { type: 'testToken', symbol: 'TST', name: 'Test', decimals: DECIMALS } as const;
      const world = await tokenWorld(kind, asset);
      stop = world.stop;
      const token = world.here.deployment.bridges.main?.canonicalAsset.address ?? '';
      tokens = { world, here: world.provider('here'), ethereum: world.provider('ethereum'), token };
    });
    after(() => stop?.());

    it('goes there and comes back', async () => {
      const { here, ethereum } = tokens;
      const { alice: owner } = actorsOf(here);
      must(await here.verify());
      assert.equal(must(await here.decimals(here.domain)), DECIMALS);
      const recipient = must(ethereum.parseAddress(alice.address));
      const args = { remote: ethereum.domain, recipient, localAmount: 5n * UNIT, reference: ZERO_32 };
      assert.equal(codeOf(await here.prepareSend('lockTokens', owner, args)), 'INSUFFICIENT_FUNDS');
      await mint(tokens, 6n);
      must(await lockTokens(here, owner, args));
      assert.equal(must(await here.balance(owner.address, here.domain)), UNIT);
      assert.equal(must(await here.holdings()), 5n * UNIT);
      await deliver(ethereum, await lastMessage(here), 'mintTokens');
      await deliver(here, await burn(ethereum, here, 2n * UNIT), 'releaseTokens');
      assert.equal(must(await here.balance(owner.address, here.domain)), 3n * UNIT);
      assert.equal(must(await here.claimable(owner.address)), 0n);
    });

    it('is carried by plain transfers between derived wallets, like the coin', async () => {
      const { world, here, token } = tokens;
      await mint(tokens, 2n);
      await sendThroughWallets(here, world.here.deployment.chainId, { address: token, decimals: DECIMALS });
    });

    it('is beside a token of the other chain, which passes through as well', async () => {
      const { here, ethereum } = tokens;
      await deliver(here, await lock(ethereum, here, ETHER), 'mintTokens');
      const unit = 10n ** BigInt(must(await here.decimals(ethereum.domain)));
      assert.equal(must(await here.balance(actorsOf(here).alice.address, ethereum.domain)), unit);
      const limits = must(await here.limits(ethereum.domain, 'bridged'));
      assert(limits.available > 0n && limits.available <= limits.capacity);
    });

    more(() => tokens);
  });
}

describeToken('solana', ({ world, token }, whole) =>
  mintTestTokens(world.node, new PublicKey(token), new PublicKey(solAlice.address), whole * UNIT),
);

describeToken(
  'radix',
  async ({ world, token }, whole) => {
    const manifest = `MINT_FUNGIBLE Address("${token}") Decimal("${whole}");
CALL_METHOD Address("${radAlice.address}") "try_deposit_batch_or_abort" Expression("ENTIRE_WORKTOP") Enum<0u8>();`;
    must(await (await ledgerAs(world.node, radDeployer)).send({ manifest }));
  },
  (tokens) => {
    it('that its account refuses is credited to it, and claimed from the locker', async () => {
      const { world, here: radix, ethereum, token } = tokens();
      const owner = await ledgerAs(world.node, radAlice);
      const configure = async (call: string) =>
        must(await owner.send({ manifest: `CALL_METHOD Address("${radAlice.address}") ${call};` }));
      const before = must(await radix.balance(radAlice.address, radix.domain));
      const back = await burn(ethereum, radix, UNIT);
      await configure(`"set_resource_preference" Address("${token}") Enum<1u8>()`);
      await configure('"set_default_deposit_rule" Enum<1u8>()');
      const released = await deliver(radix, back, 'releaseTokens');
      assert(released.events.some((event) => event.type === 'executed' && event.credited));
      assert.equal(must(await radix.claimable(radAlice.address)), UNIT);
      await configure('"set_default_deposit_rule" Enum<0u8>()');
      const [unsigned] = must(await radix.unsignedClaim(radAlice.address, { home: radix.domain }));
      const { manifest } = radixTransaction.parse(unsigned);
      assert(manifest.includes(`Address("${radix.creditor}")\n  "claim"`), manifest);
      must(await claimCredit(radix, radAlice, { home: radix.domain }));
      assert.equal(must(await radix.claimable(radAlice.address)), 0n);
      assert.equal(must(await radix.balance(radAlice.address, radix.domain)) - before, UNIT);
    });
  },
);
