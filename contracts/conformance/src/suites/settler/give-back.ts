import assert from 'node:assert/strict';
import { cancelOf, KIND, LATE_SECONDS, type Terms } from '@causeway/protocol';
import { LONG } from '@causeway/protocol/test-support/cases';
import { messageFields } from '../../bridge.ts';
import type { Asset } from '../../bridge-under-test.ts';
import { LIMITS, OTHER, REMOTE } from '../../setting.ts';
import {
  HERE,
  HOME,
  LITTLE,
  otherLengths,
  type Settler,
  type Swap,
  swapOf,
  useSettler,
  WIRE_FEE,
  WIRE_IN,
} from '../../settler.ts';
import type { SettlerKind } from '../../settler-under-test.ts';

/** The delivery fee towards REMOTE, smallest units of the native coin. */
const LANE_FEE = 1_000n;
const WIRE_HOME = WIRE_IN - WIRE_FEE;
/** A padded byte that no address has. */
const DIRTY = /^0x../;

type Input = 'canonical' | 'bridged';

/** What comes to vaults: an input, and the asset of the bridge that delivers it. */
const INPUTS: readonly (readonly [name: string, asset: Input, bridgeAsset: Asset])[] = [
  ['a bridged token', 'bridged', 'native'],
  ['the native coin', 'canonical', 'native'],
  ['a canonical token', 'canonical', { decimals: 12 }],
];

export function giveBack(kind: SettlerKind): void {
  for (const [name, asset, bridgeAsset] of INPUTS) {
    if (kind.coinIsToken && bridgeAsset !== 'native' && !LONG) continue;
    describe(`giveBack of ${name}`, () => toRecipient(useSettler(kind, bridgeAsset), asset));
    // Where the coin is a token, what goes home is burned or locked as one: the short run has the burned one.
    if (kind.coinIsToken && asset === 'canonical' && !LONG) continue;
    describe(`giveBack of ${name}, home`, () => towardsHome(useSettler(kind, bridgeAsset), asset, bridgeAsset));
  }
  describe('giveBack of bad terms', () => ofBadTerms(useSettler(kind), kind));
}

function toRecipient(settler: Settler, asset: Input): void {
  let swap: Swap;
  beforeEach(async () => {
    swap = await settler.swap({}, asset);
  });
  const deliver = (wireAmount = WIRE_IN) => settler.deliver(swap, { asset, wireAmount });
  const units = (wireAmount: bigint) => wireAmount * settler.unitOf(asset);
  const returns = (amount: bigint, fee: bigint, offer = 0n) =>
    settler.moves(
      () => settler.emits(settler.giveBack(swap, offer), 'Returned', { id: swap.id, amount, home: HERE }),
      [
        [asset, settler.recipient, amount],
        [asset, settler.stranger, fee],
      ],
    );

  it('pays the fee to its caller and the rest to the recipient, from the deadline on', async () => {
    await deliver();
    await settler.until(swap.terms.deadline - 1n);
    await settler.refuses(settler.giveBack(swap), 'DeadlineNotReached');
    await settler.until(swap.terms.deadline);
    await returns(units(WIRE_HOME), units(WIRE_FEE));
    await settler.assertState(swap, 'returned');
    await settler.assertHeld(swap, 0n, asset);
  });

  it('pays no fee where the terms have none', async () => {
    swap = await settler.swap({ finishFee: 0n }, asset);
    await deliver();
    await settler.until(swap.terms.deadline);
    await returns(units(WIRE_IN), 0n);
  });

  it('pays all that is there, once; what comes later is the recipient’s', async () => {
    await deliver();
    await deliver();
    await settler.until(swap.terms.deadline);
    await returns(units(2n * WIRE_IN - WIRE_FEE), units(WIRE_FEE));
    await deliver();
    await settler.refuses(settler.giveBack(swap), 'AlreadyReturned');
    await settler.moves(() => settler.run(settler.sweep(swap)), [[asset, settler.recipient, units(WIRE_IN)]]);
  });

  it('waits for all of amountIn until 24 hours after the deadline, then takes what is there', async () => {
    await deliver(LITTLE);
    for (const time of [swap.terms.deadline, swap.terms.deadline + LATE_SECONDS - 1n]) {
      await settler.until(time);
      await settler.refuses(settler.giveBack(swap), 'NotDelivered');
    }
    await settler.until(swap.terms.deadline + LATE_SECONDS);
    const fee = units(LITTLE) / 20n;
    await returns(units(LITTLE) - fee, fee);
  });

  it('is refused where nothing is, however late', async () => {
    await settler.until(swap.terms.deadline + 2n * LATE_SECONDS);
    await settler.refuses(settler.giveBack(swap), 'NotDelivered');
    await settler.assertState(swap, 'none');
  });

  it('takes no delivery fee', async () => {
    await deliver();
    await settler.until(swap.terms.deadline);
    await takesNoFee(settler, swap, (offer) => returns(units(WIRE_HOME), units(WIRE_FEE), offer));
  });

  it('is refused once the swap is filled, settled or returned', async () => {
    await deliver();
    await settler.run(settler.fill(swap));
    await settler.until(swap.terms.deadline + LATE_SECONDS);
    await settler.refuses(settler.giveBack(swap), 'AlreadyFilled');
    await settler.run(settler.settle(swap));
    await deliver();
    await settler.refuses(settler.giveBack(swap), 'AlreadySettled');
  });

  if (asset === 'canonical')
    it('is refused where the recipient refuses, who then withdraws elsewhere', async () => {
      await deliver();
      await settler.until(swap.terms.deadline);
      await settler.under.block(asset, settler.recipient, true);
      await settler.refuses(settler.giveBack(swap), 'PaymentFailed');
      await settler.assertState(swap, 'none');
      const to = settler.account('elsewhere');
      await settler.moves(() => settler.run(settler.withdraw(swap, { to })), [[asset, to, units(WIRE_IN)]]);
    });
}

function towardsHome(settler: Settler, asset: Input, bridgeAsset: Asset): void {
  let swap: Swap;
  const { bridge } = settler;
  const side = asset;
  beforeEach(async () => {
    await bridge.run(bridge.setFee(REMOTE, LANE_FEE));
  });
  const units = (wireAmount: bigint) => wireAmount * settler.unitOf(asset);
  /** A delivered swap after its deadline. */
  async function expired(fields: Partial<Terms> = {}, wireAmount = WIRE_IN): Promise<void> {
    swap = await settler.swap({ ...HOME, ...fields }, asset);
    await settler.deliver(swap, { asset, wireAmount });
    await settler.until(swap.terms.deadline);
  }
  const returnsToken = async (wireFee = WIRE_FEE) => {
    const amount = units(WIRE_IN - wireFee);
    const event = { id: swap.id, amount, home: HERE };
    await takesNoFee(settler, swap, (fee) =>
      settler.moves(
        () => settler.emits(settler.giveBack(swap, fee), 'Returned', event),
        [[asset, settler.recipient, amount]],
      ),
    );
  };
  const goesHome = async (): Promise<void> => {
    const { nextOutboundNonce } = await bridge.lane();
    const message = bridge.outbound(asset === 'canonical' ? KIND.lock : KIND.burn, nextOutboundNonce, WIRE_HOME);
    const sent = { ...message, sender: settler.recipient, recipient: swap.terms.homeAddress, reference: swap.id };
    // A native input and the delivery fee are the same coin.
    const isNative = asset === 'canonical' && bridgeAsset === 'native';
    await settler.moves(async () => {
      const events = await settler.run(settler.giveBack(swap, LANE_FEE));
      assert.deepEqual(events, [
        { name: 'Returned', fields: { id: swap.id, amount: units(WIRE_HOME), home: REMOTE.domain } },
        { name: asset === 'canonical' ? 'TokensLocked' : 'TokensBurned', fields: messageFields(sent) },
      ]);
    }, [
      [asset, settler.recipient, 0n],
      [asset, settler.stranger, units(WIRE_FEE) - (isNative ? LANE_FEE : 0n)],
      ...(isNative ? [] : [['native', settler.stranger, -LANE_FEE] as const]),
    ]);
    await settler.assertState(swap, 'returned');
  };

  it('leaves with the id as reference and the recipient as refund address, for exactly the delivery fee', async () => {
    await expired();
    const isExact = settler.kind.bridge.fee === 'exact';
    for (const fee of [0n, LANE_FEE - 1n, ...(isExact ? [LANE_FEE + 1n] : [])])
      await settler.refuses(settler.giveBack(swap, fee), isExact ? 'WrongValue' : 'FeeTooHigh');
    await settler.assertState(swap, 'none');
    await goesHome();
    await settler.assertHeld(swap, 0n, asset);
    await settler.refuses(settler.giveBack(swap, LANE_FEE), 'AlreadyReturned');
  });

  it('comes back to the recipient when it is cancelled there', async () => {
    await expired();
    const { nextOutboundNonce } = await bridge.lane();
    await goesHome();
    const kind = asset === 'canonical' ? KIND.lock : KIND.burn;
    const sent = {
      ...bridge.outbound(kind, nextOutboundNonce, WIRE_HOME),
      ...{ sender: settler.recipient, recipient: swap.terms.homeAddress, reference: swap.id },
    };
    const cancel = await bridge.commit([cancelOf(sent, 0n)]);
    await settler.moves(
      () => bridge.run(asset === 'canonical' ? bridge.release(cancel, 0) : bridge.mint(cancel, 0)),
      [[asset, settler.recipient, units(WIRE_HOME)]],
    );
  });

  it('leaves without what is there beyond amountIn, which is the recipient’s', async () => {
    await expired({}, WIRE_IN + LITTLE);
    await goesHome();
    await settler.moves(() => settler.run(settler.sweep(swap)), [[asset, settler.recipient, units(LITTLE)]]);
  });

  it('waits while the lane is paused, until 24 hours after the deadline', async () => {
    await expired();
    await bridge.run(bridge.pause('pauseOutbound'));
    await settler.refuses(settler.giveBack(swap, LANE_FEE), 'OutboundPaused');
    await settler.refuses(settler.giveBack(swap), 'OutboundPaused');
    await settler.until(swap.terms.deadline + LATE_SECONDS - 1n);
    await settler.refuses(settler.giveBack(swap, LANE_FEE), 'OutboundPaused');
    await settler.until(swap.terms.deadline + LATE_SECONDS);
    await returnsToken();
  });

  it('goes on once the remote is not paused any more', async () => {
    await expired();
    await bridge.run(bridge.pauseRemote(REMOTE));
    await settler.refuses(settler.giveBack(swap, LANE_FEE), 'RemotePaused');
    await bridge.run(bridge.unpauseRemote(REMOTE));
    await goesHome();
  });

  it('is the token from 24 hours after the deadline on', async () => {
    await expired();
    await settler.until(swap.terms.deadline + LATE_SECONDS);
    await returnsToken();
  });

  it('is home until then', async () => {
    await expired();
    await settler.until(swap.terms.deadline + LATE_SECONDS - 1n);
    await goesHome();
  });

  it('is the token below the minimum of the lane and above its maximum, and home at both', async () => {
    for (const limits of [
      { ...LIMITS, minAmount: WIRE_HOME + 1n },
      { ...LIMITS, maxAmount: WIRE_HOME - 1n },
    ]) {
      await expired();
      await bridge.run(bridge.setLimits(REMOTE, side, limits));
      await returnsToken();
      await bridge.run(bridge.setLimits(REMOTE, side, LIMITS));
    }
    await expired();
    await bridge.run(bridge.setLimits(REMOTE, side, { ...LIMITS, minAmount: WIRE_HOME, maxAmount: WIRE_HOME }));
    await goesHome();
  });

  it('is the token where home is no open remote, or has addresses of another length', async () => {
    await expired({ home: OTHER.domain });
    await returnsToken();
    await bridge.run(bridge.setRemote(OTHER), bridge.setLimits(OTHER, side, LIMITS));
    await expired({ home: OTHER.domain });
    await returnsToken();
    await expired({ homeAddress: `0x01${'00'.repeat(11)}${'5a'.repeat(20)}` });
    await returnsToken();
  });

  if (asset === 'bridged')
    it('is the token where home is the home of another asset', async () => {
      await bridge.register(OTHER);
      await expired({ home: OTHER.domain });
      await returnsToken();
    });

  it('is the token where the rest is no whole number of wire units', async () => {
    if (settler.unitOf(asset) === 1n) return;
    swap = await settler.swap({ ...HOME, finishFee: 1n }, asset);
    await settler.deliver(swap, { asset });
    await settler.until(swap.terms.deadline);
    await settler.moves(
      () => settler.run(settler.giveBack(swap)),
      [
        [asset, settler.recipient, swap.terms.amountIn - 1n],
        [asset, settler.stranger, 1n],
      ],
    );
  });

  it('is not what a fill leads to', async () => {
    await expired();
    const other = await settler.swap(HOME, asset);
    await settler.deliver(other, { asset });
    await settler.run(settler.fillAndSettle(other));
    await settler.until(other.terms.deadline);
    await settler.refuses(settler.giveBack(other, LANE_FEE), 'AlreadySettled');
  });
}

function ofBadTerms(settler: Settler, { addressLength, creditsVaults }: SettlerKind): void {
  const cases: readonly (readonly [string, (terms: Terms) => Partial<Terms>])[] = [
    ['another version', () => ({ version: 2 })],
    ['another domain', () => ({ domain: REMOTE.domain })],
    ['another settler', () => ({ settler: settler.account('another settler') })],
    ['nothing wanted', () => ({ quotedOut: 0n, minOut: 0n })],
    ['more at the least than quoted', ({ quotedOut }) => ({ minOut: quotedOut + 1n })],
    ['a deadline before exclusiveUntil', ({ deadline }) => ({ exclusiveUntil: deadline + 1n })],
    ['fallback 7', () => ({ fallback: 7 })],
    ['a home on this chain', ({ domain }) => ({ home: domain })],
    ['no address at home', () => ({ homeAddress: `0x${'00'.repeat(32)}` as const })],
    ['a fee of everything', ({ amountIn }) => ({ finishFee: amountIn })],
    ['the largest fee of all', () => ({ finishFee: (1n << 128n) - 1n })],
    ...(addressLength < 32
      ? [
          ['a pad before assetIn', ({ assetIn }: Terms) => ({ assetIn: dirty(assetIn) })] as const,
          ['a pad before assetOut', ({ assetOut }: Terms) => ({ assetOut: dirty(assetOut) })] as const,
          ['a pad before the recipient', ({ recipient }: Terms) => ({ recipient: dirty(recipient) })] as const,
          ['a pad before the solver', ({ solver }: Terms) => ({ solver: dirty(solver) })] as const,
        ]
      : []),
  ];
  for (const [name, fields] of cases)
    it(`returns the token, less at most a twentieth: ${name}`, async () => {
      const sound = await settler.swap(HOME);
      const swap = swapOf({ ...sound.terms, ...fields(sound.terms) });
      await settler.deliver(swap);
      await settler.until(sound.terms.deadline);
      const fee =
        swap.terms.finishFee > WIRE_FEE * settler.unitOf('bridged') ? swap.terms.amountIn / 20n : swap.terms.finishFee;
      await settler.moves(
        () => settler.run(settler.giveBack(swap)),
        [
          ['bridged', settler.recipient, swap.terms.amountIn - fee],
          ['bridged', settler.stranger, fee],
        ],
      );
      await settler.assertState(swap, 'returned');
    });

  it('returns nothing of nothing, and late what came', async () => {
    const swap = await settler.swap({ amountIn: 0n });
    await settler.until(swap.terms.deadline);
    await settler.refuses(settler.giveBack(swap), 'NotDelivered');
    await settler.deliver(swap, { wireAmount: 20n });
    await settler.moves(
      () => settler.run(settler.giveBack(swap)),
      [
        ['bridged', settler.recipient, 20n * settler.unitOf('bridged')],
        ['bridged', settler.stranger, 0n],
      ],
    );
  });

  it('waits for a deadline in milliseconds, but withdraw does not', async () => {
    const sound = await settler.swap();
    const swap = swapOf({ ...sound.terms, deadline: 1_000n * sound.terms.deadline });
    await settler.deliver(swap);
    await settler.until(sound.terms.deadline + LATE_SECONDS);
    await settler.refuses(settler.giveBack(swap), 'DeadlineNotReached');
    await settler.moves(
      () => settler.run(settler.withdraw(swap)),
      [['bridged', settler.recipient, swap.terms.amountIn]],
    );
  });

  it('is refused for terms of another length, and for terms that name nobody', async () => {
    const swap = await settler.swap();
    for (const encoded of otherLengths(swap)) {
      const cut = { ...swap, encoded };
      const collect = creditsVaults ? [settler.collect(cut)] : [];
      for (const call of [settler.giveBack(cut), settler.withdraw(cut), settler.sweep(cut), ...collect])
        await settler.refuses(call, 'MalformedTerms');
    }
    for (const recipient of [`0x${'00'.repeat(32)}` as const, settler.under.word]) {
      const nobody = swapOf({ ...swap.terms, recipient });
      await settler.deliver(nobody);
      await settler.until(swap.terms.deadline + LATE_SECONDS);
      await settler.refuses(settler.giveBack(nobody), 'InvalidRecipient');
    }
    await settler.assertOwnsNothing();
  });
}

/**
 * A return of the token pays no delivery fee: an offer of one is refused where the fee comes with the call, and not
 * taken where the call names the most that its payer accepts.
 */
async function takesNoFee(settler: Settler, swap: Swap, returns: (fee: bigint) => Promise<void>): Promise<void> {
  const isExact = settler.kind.bridge.fee === 'exact';
  if (isExact) await settler.refuses(settler.giveBack(swap, LANE_FEE), 'WrongValue');
  await returns(isExact ? 0n : LANE_FEE);
}

const dirty = (word: `0x${string}`): `0x${string}` => word.replace(DIRTY, '0x80') as `0x${string}`;
