import { strict as assert } from 'node:assert';
import type { KeyHandle, ProvenDelivery, Settling, SwapCall } from '@causeway/chains';
import {
  encodeTerms,
  FALLBACK,
  type Hex,
  KIND,
  type Message,
  messageIdOf,
  type Terms,
  termsIdOf,
  ZERO_32,
} from '@causeway/protocol';
import { actorsOf } from '../test/support/actors.ts';
import { must } from '../test/support/bridges.ts';
import { batchOf, commitAll, deliver, included, lastMessage, lock, sent, succeeded } from '../test/support/traffic.ts';
import { onEveryKind } from './on-every-kind.ts';
import { SettlingCosts } from './settling-costs.ts';

/** Seconds of a swap's life before and after now. */
const HOUR = 3_600n;

/** Whole coins of a swap that costs far less than a tenth of them on every chain. */
const WHOLE = 20n;

onEveryKind(
  'the settler of a bridge',
  (chain) => {
    let settler: Settling;
    let solver: KeyHandle;
    /** The bridged token of the other chain: its word in terms, and the local units of one. */
    let input: Hex;
    let unit: bigint;
    let salt = 0;
    const costs = new SettlingCosts(chain.name);
    beforeEach(async () => {
      const { here, there } = chain;
      settler = here.settler ?? assert.fail('there is no settler');
      solver = actorsOf(here).relayer;
      input = must(settler.assetOf(must(await here.remote(there.domain))?.token ?? null));
      unit = 10n ** BigInt(must(await here.decimals(there.domain)));
      await commitAll(there, here);
      await commitAll(here, there);
    });

    /** Terms of one bridged token for a tenth of a coin; their deadline has passed when `hours` are negative. */
    async function termsOf(change: Partial<Terms> = {}, hours = 1n): Promise<Hex> {
      const now = BigInt(Math.floor(must(await chain.here.head()).timeMs / 1_000));
      salt += 1;
      return encodeTerms({
        ...{ version: 1, domain: chain.here.domain, settler: settler.address },
        ...{ assetIn: input, amountIn: unit, assetOut: ZERO_32 },
        ...{ quotedOut: chain.unit / 10n, minOut: chain.unit / 20n },
        recipient: must(chain.here.parseAddress(chain.alice.address)),
        solver: ZERO_32,
        ...{ exclusiveUntil: now + hours * HOUR, deadline: now + hours * HOUR + HOUR / 2n },
        ...{ fallback: FALLBACK.token, home: 0, homeAddress: ZERO_32 },
        ...{ finishFee: unit / 100n, salt: `0x${salt.toString(16).padStart(64, '0')}` },
        ...change,
      });
    }

    /** Locks what the terms ask for on the other chain, and delivers it. */
    async function bring(terms: Hex): Promise<readonly ProvenDelivery[]> {
      const id = termsIdOf(terms);
      const args = { remote: chain.here.domain, recipient: settler.vaultOf(id), reference: id };
      await sent(chain.there, 'lockTokens', { ...args, localAmount: actorsOf(chain.there).unit });
      const message = await lastMessage(chain.there);
      await deliver(chain.here, message, 'mintTokens');
      return [provenBy(message)];
    }

    const provenBy = (message: Message): ProvenDelivery => {
      const { firstNonce, count, proofOf } = batchOf(message);
      return { message, firstNonce, count, siblings: proofOf(message.nonce) };
    };
    async function run(call: SwapCall, key = solver): Promise<void> {
      const counted = (await chain.endpoints()).counted ?? assert.fail('calls are not counted');
      const [provider, before] = [counted.provider(), counted.calls()];
      const submissions = must(await (provider.settler as Settling).prepareSwap(key, call));
      for (const submission of submissions) {
        must(await provider.broadcast(submission));
        await succeeded(chain.here, submission);
      }
      costs.add(call.function, { transactions: submissions.length, calls: counted.calls() - before });
    }
    /** The code with which the call is refused: before it is sent, or by the chain where a trial run asks no owner. */
    async function refusal(call: SwapCall, key = solver): Promise<string | undefined> {
      const prepared = await settler.prepareSwap(key, call);
      if (!prepared.ok) return prepared.error.code;
      let code: string | undefined;
      for (const submission of prepared.value) {
        must(await chain.here.broadcast(submission));
        code = (await included(chain.here, submission)).failure?.code;
      }
      return code;
    }
    const coins = async () => must(await chain.here.balance(chain.alice.address, chain.here.domain));
    const tokens = async ({ address }: { readonly address: string }) =>
      must(await chain.here.balance(address, chain.there.domain));
    const stage = async (terms: Hex) => must(await settler.swap(termsIdOf(terms)));

    /** The settler's events since block `from` of these terms, without ids and positions. */
    async function happened(terms: Hex, from: number): Promise<readonly object[]> {
      const { number } = must(await chain.here.head());
      const { events } = must(await settler.scan(from, number));
      const own = events.filter(({ id }) => id === termsIdOf(terms));
      assert(own.every(({ at }) => at.block.number >= from && at.block.number <= number));
      return own.map(({ id: _, at: __, ...told }) => told);
    }
    const head = async () => must(await chain.here.head()).number;
    const wordOf = ({ address }: { readonly address: string }) => must(chain.here.parseAddress(address));
    /** What Radix tells beside the others: a delivery to the swap. */
    const arrival = (deliveries: readonly ProvenDelivery[]) =>
      chain.name === 'radix'
        ? deliveries.map(({ message }) => {
            const messageId = messageIdOf(message);
            return { type: 'delivered', messageId, asset: input, amount: unit };
          })
        : [];

    it('pays the user and the solver at once', async () => {
      const terms = await termsOf();
      const from = await head();
      const deliveries = await bring(terms);
      assert.deepEqual(await stage(terms), { stage: 'none', filler: null });
      const fill = { function: 'fillAndSettle', terms, maxOut: chain.unit / 10n, deliveries } as const;
      assert.equal(await refusal({ ...fill, maxOut: fill.maxOut - 1n }), 'OutAboveMaximum');
      const before = [await coins(), await tokens(solver)] as const;
      await run(fill);
      assert.deepEqual([await coins(), await tokens(solver)], [before[0] + fill.maxOut, before[1] + unit]);
      assert.deepEqual(await stage(terms), { stage: 'settled', filler: solver.address });
      assert.equal(must(await settler.held(termsIdOf(terms), input)), 0n);
      assert.deepEqual(await happened(terms, from), [
        ...arrival(deliveries),
        { type: 'filled', solver: wordOf(solver), out: fill.maxOut },
        { type: 'settled', to: wordOf(solver), amount: unit },
      ]);
      assert.equal(await refusal({ function: 'fill', terms, maxOut: fill.maxOut }), 'AlreadySettled');
    });

    it('pays the user before the delivery, and the solver after it', async () => {
      const terms = await termsOf();
      const before = [await coins(), await tokens(solver)] as const;
      await run({ function: 'fill', terms, maxOut: chain.unit });
      assert.equal(await coins(), before[0] + chain.unit / 10n);
      assert.deepEqual(await stage(terms), { stage: 'filled', filler: solver.address });
      assert.equal(await refusal({ function: 'settle', terms }), 'NotDelivered');
      assert.equal(await refusal({ function: 'withdraw', terms, asset: input }, chain.alice), 'AlreadyFilled');
      const deliveries = await bring(terms);
      assert.equal(await refusal({ function: 'settleLess', terms, least: 1n, deliveries }), 'FullyDelivered');
      // Anyone settles.
      await run({ function: 'settle', terms, deliveries }, chain.alice);
      assert.equal(await tokens(solver), before[1] + unit);
      assert.equal((await stage(terms)).stage, 'settled');
    });

    it('pays a token for the coin, to who has never held it', async () => {
      const { here, there } = chain;
      await deliver(there, await lock(here, there, WHOLE * chain.unit), 'mintTokens');
      const stock = { remote: here.domain, recipient: must(here.parseAddress(solver.address)), reference: ZERO_32 };
      await sent(there, 'lockTokens', { ...stock, localAmount: actorsOf(there).unit });
      await deliver(here, await lastMessage(there), 'mintTokens');
      const newcomer = actorsOf(here).outsider;
      const assets = { assetIn: ZERO_32, assetOut: input, quotedOut: unit / 10n, minOut: unit / 20n };
      const amounts = { amountIn: WHOLE * chain.unit, finishFee: 0n };
      const recipient = must(here.parseAddress(newcomer.address));
      const terms = await termsOf({ ...assets, ...amounts, recipient });
      const id = termsIdOf(terms);
      const localAmount = WHOLE * 10n ** BigInt(must(await there.decimals(here.domain)));
      await sent(there, 'burnTokens', {
        ...{ remote: here.domain, recipient: settler.vaultOf(id), reference: id },
        localAmount,
      });
      const message = await lastMessage(there);
      await deliver(here, message, 'releaseTokens');
      const before = [must(await here.balance(solver.address, here.domain)), await tokens(newcomer)] as const;
      const deliveries = [provenBy(message)];
      await run({ function: 'fillAndSettle', terms, maxOut: unit / 10n + 1n, deliveries });
      assert.equal(await tokens(newcomer), before[1] + unit / 10n);
      const gained = must(await here.balance(solver.address, here.domain)) - before[0];
      assert(gained <= amounts.amountIn && gained > (amounts.amountIn * 4n) / 5n, `${gained}`);
    });

    it('gives back what nobody filled, and the finisher its fee', async () => {
      const terms = await termsOf({}, -1n);
      const [from, deliveries] = [await head(), await bring(terms)];
      const early = await termsOf();
      assert.equal(await refusal({ function: 'giveBack', terms: early }), 'DeadlineNotReached');
      assert.equal(await refusal({ function: 'fill', terms, maxOut: chain.unit }), 'DeadlinePassed');
      const before = [await tokens(chain.alice), await tokens(solver)] as const;
      await run({ function: 'giveBack', terms, deliveries });
      const paid = [await tokens(chain.alice), await tokens(solver)];
      assert.deepEqual(paid, [before[0] + (unit * 99n) / 100n, before[1] + unit / 100n]);
      assert.deepEqual(await stage(terms), { stage: 'returned', filler: null });
      const returned = { type: 'returned', amount: (unit * 99n) / 100n, home: 0 };
      assert.deepEqual(await happened(terms, from), [...arrival(deliveries), returned]);
    });

    it('sends home what nobody filled, for the delivery fee, or gives it back where home takes no such address', async () => {
      const { here, there } = chain;
      await chain.setFee?.(1_000n);
      const nowhere = { fallback: FALLBACK.home, home: there.domain, homeAddress: `0x${'ff'.repeat(32)}` } as const;
      const lost = await termsOf(nowhere, -1n);
      const held = await tokens(chain.alice);
      await run({ function: 'giveBack', terms: lost, deliveries: await bring(lost) });
      assert.equal(await tokens(chain.alice), held + (unit * 99n) / 100n);
      const homeAddress = must(there.parseAddress(actorsOf(there).outsider.address));
      const home = { fallback: FALLBACK.home, home: there.domain, homeAddress } as const;
      const terms = await termsOf(home, -1n);
      const [from, deliveries] = [await head(), await bring(terms)];
      await run({ function: 'giveBack', terms, deliveries });
      const returned = { type: 'returned', amount: (unit * 99n) / 100n, home: there.domain };
      assert.deepEqual(await happened(terms, from), [...arrival(deliveries), returned]);
      await chain.setFee?.(0n);
      const message = await lastMessage(here);
      const recipient = must(here.parseAddress(chain.alice.address));
      assert.deepEqual(
        [message.kind, message.recipient, message.reference],
        [KIND.burn, homeAddress, termsIdOf(terms)],
      );
      assert.equal(message.sender, recipient);
      const { address } = actorsOf(there).outsider;
      const before = must(await there.balance(address, there.domain));
      await deliver(there, message, 'releaseTokens');
      const wanted = (actorsOf(there).unit * 99n) / 100n;
      assert.equal(must(await there.balance(address, there.domain)), before + wanted);
    });

    it('lets the recipient alone take what is there, and sweeps what comes later', async () => {
      const terms = await termsOf();
      const deliveries = await bring(terms);
      const withdraw = { function: 'withdraw', terms, asset: input, deliveries } as const;
      // On Radix the ledger itself asks for the owner of an account.
      assert.match((await refusal(withdraw)) ?? '', /^(NotRecipient|NOT_OWNER)$/);
      const before = await tokens(solver);
      await run({ ...withdraw, to: solver.address }, chain.alice);
      assert.equal(await tokens(solver), before + unit);
      assert.equal((await stage(terms)).stage, 'returned');
      const [held, from] = [await tokens(chain.alice), await head()];
      const later = await bring(terms);
      await run({ function: 'sweep', terms, asset: input, deliveries: later });
      assert.equal(await tokens(chain.alice), held + unit);
      // The block of the withdrawal is the first.
      const told = (await happened(terms, from)).filter((one) => !('messageId' in one));
      const [returned, swept] = told.map((one) => ({ ...one, to: '' }));
      assert.deepEqual(returned, { type: 'returned', amount: unit, home: 0, to: '' });
      assert.deepEqual([swept, told.length], [{ type: 'swept', asset: input, amount: unit, to: '' }, 2]);
    });

    it('has events that a quorum has to show, of blocks that are still there', async () => {
      const terms = await termsOf();
      const from = await head();
      const fill = () => run({ function: 'fill', terms, maxOut: chain.unit });
      await (chain.reorganise ? chain.reorganise(fill) : fill());
      if (chain.reorganise) {
        assert.deepEqual(await happened(terms, from), []);
        await fill();
      }
      const told = await happened(terms, from);
      assert.equal(told.length, 1);
      const endpoints = await chain.endpoints();
      const [[lie] = ['']] = chain.unconfirmed.filter(([, read]) => read === 'scan');
      const ofOthers = endpoints.provider().settler ?? assert.fail('there is no settler');
      const to = await head();
      try {
        endpoints.behave(lie);
        assert.deepEqual(must(await ofOthers.scan(from, to)).events, must(await settler.scan(from, to)).events);
        endpoints.behave(lie, 'dead');
        const refused = await ofOthers.scan(from, to);
        assert(!refused.ok && refused.error.code === 'NO_QUORUM', lie);
      } finally {
        endpoints.behave();
      }
    });

    it('refuses terms that break a rule, and callers that they do not name', async () => {
      const maxOut = chain.unit;
      assert.equal(await refusal({ function: 'fill', terms: '0x00', maxOut }), 'MalformedTerms');
      const foreign = await termsOf({ domain: chain.there.domain });
      assert.equal(await refusal({ function: 'fill', terms: foreign, maxOut }), 'WrongSettler');
      const another = await termsOf({ solver: must(chain.here.parseAddress(chain.alice.address)) });
      assert.equal(await refusal({ function: 'fill', terms: another, maxOut }), 'NotSolver');
      const filled = await termsOf();
      assert.equal(await refusal({ function: 'settle', terms: filled }), 'NotFilled');
    });

    it('has cost transactions and RPC calls as the snapshot says', () => costs.assertSame());
  },
  ({ name }) => ['evm', 'solana', 'radix'].includes(name),
);
