import { strict as assert } from 'node:assert';
import { SIMULATOR } from '@causeway/chains';
import { radixKeyFromSeed, solanaKeyFromSeed } from '@causeway/chains/keys';
import type { ExpiringMemoryChain } from '@causeway/chains/test-support';
import type { Hex } from '@causeway/protocol';
import {
  ALICE,
  ALICE_ON_RADIX,
  ALICE_ON_SOLANA,
  apiForEach,
  BOB,
  hold,
  jsonOf,
  postOrder,
  RECIPIENT,
} from '../../support/api.ts';
import { radixChain, solanaChain, testChains } from '../../support/chains.ts';

const SEEDS: readonly Hex[] = [`0x${'bb'.repeat(32)}`, `0x${'cc'.repeat(32)}`];
const onSolana = SEEDS.map((seed) => solanaKeyFromSeed(seed).address);
const onRadix = SEEDS.map((seed) => radixKeyFromSeed(seed, SIMULATOR.id).address);

/** A kind of chain whose transactions expire, and what is its own for somebody who orders. */
interface Kind {
  readonly chain: () => ExpiringMemoryChain;
  readonly symbol: string;
  /** Local units of one coin, and what a wallet keeps of them for fees. */
  readonly coin: bigint;
  readonly reserve: bigint;
  readonly alice: string;
  readonly others: readonly string[];
  /** Addresses that it refuses, by their fault. */
  readonly wrong: Readonly<Record<string, string>>;
  readonly finality: { readonly blocks: number; readonly expectedSeconds: number };
}

const KINDS: Readonly<Record<string, Kind>> = {
  solana: {
    ...{ chain: solanaChain, symbol: 'SOL', coin: 10n ** 9n, reserve: 2_000_000n, alice: ALICE_ON_SOLANA },
    others: onSolana,
    wrong: { 'another case of an address': onSolana[1]?.toLowerCase() ?? '', 'nothing in base58': '0OIl' },
    finality: { blocks: 32, expectedSeconds: 64 },
  },
  radix: {
    ...{ chain: radixChain, symbol: 'XRD', coin: 10n ** 18n, reserve: 10n * 10n ** 18n, alice: ALICE_ON_RADIX },
    others: onRadix,
    wrong: {
      'an account of another network': radixKeyFromSeed(`0x${'cc'.repeat(32)}`, 1).address,
      'a resource': 'resource_sim1tknxxxxxxxxxradxrdxxxxxxxxx009923554798xxxxxxxxxakj8n3',
      'a wrong checksum': onRadix[1]?.replace(/.$/, (last) => (last === 'q' ? 'p' : 'q')) ?? '',
    },
    finality: { blocks: 0, expectedSeconds: 0 },
  },
};

for (const [name, { symbol, coin, reserve, alice, others, wrong, finality, ...kind }] of Object.entries(KINDS)) {
  describe(`orders from and to ${name}`, () => {
    const [sender = '', other = ''] = others;
    let chain: ExpiringMemoryChain;
    const api = apiForEach(() => {
      chain = kind.chain();
      const chains = testChains({ more: [chain] });
      hold(chain, alice, 100n * coin);
      return { chains, coins: 100 };
    });

    const TO_HERE = { from: 'ETH', to: name, amount: '1' };
    const FROM_HERE = { from: symbol, to: 'ethereum', amount: '1' };
    const SELF = { ...FROM_HERE, destinationAddress: RECIPIENT };
    const created = (token: string, body: object) => jsonOf(postOrder(api, token, body), 201);
    const refused = (token: string, body: object) => jsonOf(postOrder(api, token, body), 422);
    const lock = async (): Promise<string> => {
      const { orderId } = await created(ALICE, FROM_HERE);
      await api.orders.locks.round();
      return orderId;
    };
    const orderOf = async (id: string) => (await api.storage.orders.get(id)) ?? assert.fail(id);
    const endOf = async (id: string) => {
      const { state, failureCode } = await orderOf(id);
      return [state, failureCode];
    };
    const versions = async (id: string) => (await api.storage.submissions.forOrder(id)).flatMap((row) => row.versions);
    const open = () => api.storage.submissions.open(['lock', 'burn']);

    it('show every address in the form of its chain, and the confirmations of its source', async () => {
      const toHere = await created(ALICE, { ...TO_HERE, destinationAddress: other });
      assert.deepEqual([toHere.destinationAddress, toHere.toToken, toHere.requiredConfirmations], [other, 'cwETH', 32]);
      const from = await created(ALICE, SELF);
      assert.deepEqual(
        [from.sender, from.refundAddress, from.destinationAddress, from.requiredConfirmations],
        [alice, alice, RECIPIENT, finality.blocks],
      );
      assert.deepEqual([from.fromToken, from.fromTokenAddress, from.toToken], [symbol, null, `cw${symbol}`]);
    });

    it('go to the caller’s wallet of the destination’s kind when no recipient is given', async () => {
      assert.equal((await created(ALICE, TO_HERE)).destinationAddress, alice);
    });

    it('name the chain by its own asset as the destination', async () => {
      const order = await created(ALICE, { ...TO_HERE, to: symbol });
      assert.deepEqual([order.toChain, order.toToken, order.destinationAddress], [name, 'cwETH', alice]);
    });

    for (const [what, destinationAddress] of Object.entries({ 'an address of another kind': RECIPIENT, ...wrong })) {
      it(`refuse ${what} as the recipient`, async () => {
        assert.equal((await refused(ALICE, { ...TO_HERE, destinationAddress })).errorCode, 'INVALID_ADDRESS');
      });
    }

    it('return the unsigned transaction of the chain, which locks the amount', async () => {
      const { custody, transactions, refundAddress, reference } = await created(BOB, { ...SELF, fromAddress: sender });
      assert.deepEqual([custody, refundAddress], ['self', sender]);
      assert.deepEqual([transactions.length, transactions[0].kind], [1, chain.kind]);
      hold(chain, sender, coin);
      chain.sendUnsigned(transactions[0]);
      chain.mine();
      const [message] = chain.emitted();
      assert.deepEqual([message?.wireAmount, message?.reference], [10n ** 9n, reference]);
      assert.equal(chain.formatAddress(message?.sender ?? '0x'), sender);
    });

    it('need the signer and the refund address', async () => {
      assert.equal((await refused(BOB, SELF)).errorCode, 'INVALID_ADDRESS');
      assert.equal((await refused(BOB, { ...SELF, refundAddress: sender })).errorCode, 'INVALID_ADDRESS');
    });

    it('treat another case of a wallet’s address as another address', async () => {
      const body = { ...FROM_HERE, refundAddress: alice.toUpperCase() };
      assert.equal((await refused(ALICE, body)).errorCode, 'INVALID_ADDRESS');
      assert.equal((await created(ALICE, { ...body, refundAddress: alice })).custody, 'service');
    });

    it('leave the wallet its reserve for rent and fees', async () => {
      const [least] = [coin + reserve];
      hold(chain, alice, least - coin / 10n ** 9n);
      const { errorCode, missing } = await refused(ALICE, FROM_HERE);
      assert.deepEqual([errorCode, missing], ['INSUFFICIENT_BALANCE', '0.000000001']);
      hold(chain, alice, least);
      await created(ALICE, FROM_HERE);
    });

    it('are shown with balances in the decimals of their chain', async () => {
      const { orderId } = await created(ALICE, FROM_HERE);
      const headers = { authorization: `Bearer ${ALICE}` };
      const balance = await api.app.inject({ url: `/api/v1/orders/${orderId}/check-balance`, headers });
      const { currentFromBalance, hasSufficientBalance } = balance.json().result;
      assert.deepEqual([currentFromBalance, hasSufficientBalance], ['100', true]);
    });

    it('are in the list of networks', async () => {
      const { result } = (await api.app.inject('/api/v1/networks')).json();
      const network = result[3];
      const { domain, bridge } = chain;
      assert.deepEqual([network.kind, network.domain], [name, domain]);
      assert.equal(network.bridgeAddress, chain.formatAddress(bridge));
      assert.deepEqual(network.nativeAsset, chain.asset);
      const rule = name === 'radix' ? 'atOnce' : 'depth';
      const { blocks: blocksNow } = finality;
      assert.deepEqual(network.finality, { ...finality, rule, blocksNow, standsStill: false, exception: null });
    });

    describe('whose lock the service sends', () => {
      it('are sent again unchanged when they stay pending', async () => {
        const id = await lock();
        api.clock.pass(30_000);
        await api.orders.locks.round();
        const sent = chain.broadcasts.map(({ raw }) => raw);
        assert.deepEqual([sent.length, new Set(sent).size, (await versions(id)).length], [2, 1, 1]);
      });

      it('wait while a fork may still include a lost lock, and are signed again and stored when it expired', async () => {
        const id = await lock();
        if (finality.blocks > 0) {
          chain.lose('on this fork');
          await api.orders.locks.round();
          assert.deepEqual([(await orderOf(id)).state, (await versions(id)).length], ['locking', 1]);
        }
        chain.lose('expired');
        const broadcast = chain.broadcast.bind(chain);
        let stored = 0;
        chain.broadcast = async (submission) => {
          stored = (await versions(id)).filter(({ raw }) => raw === submission.raw).length;
          return broadcast(submission);
        };
        await api.orders.locks.round();
        assert.deepEqual([stored, (await versions(id)).length, chain.broadcasts.length], [1, 2, 2]);
        const { state, lockTransaction } = await orderOf(id);
        assert.deepEqual([state, lockTransaction], ['locking', (await versions(id))[1]?.reference]);
        chain.mine();
        assert.equal(chain.emitted().length, 1);
        await api.orders.locks.round();
        assert.equal((await versions(id)).length, 2, 'nothing more is signed once one is included');
      });

      it('end when they expire together with their lock', async () => {
        const id = await lock();
        chain.lose('expired');
        api.clock.nowMs += 3_600_000;
        await api.orders.locks.round();
        assert.deepEqual(await endOf(id), ['expired', 'LOCK_DROPPED']);
        await api.orders.locks.round();
        assert.equal((await versions(id)).length, 1);
      });

      it('end for good when the chain refuses the lock that would be signed again', async () => {
        const id = await lock();
        chain.lose('expired');
        chain.failing('prepareSend', 'RemoteNotOpen', false);
        await api.orders.locks.round();
        chain.failures.clear();
        await api.orders.locks.round();
        assert.deepEqual(await endOf(id), ['expired', 'RemoteNotOpen']);
        assert.equal((await versions(id)).length, 1);
        assert.deepEqual(await open(), []);
      });

      it('are signed again after a restart too late to send the reserved lock', async () => {
        chain.failing('broadcast', 'BLOCKHASH_EXPIRED');
        const id = await lock();
        assert.equal((await open())[0]?.state, 'reserved');
        chain.lose('expired');
        await api.orders.locks.round();
        assert.equal((await versions(id)).length, 2);
        chain.failures.clear();
        await api.orders.locks.round();
        assert.equal((await open())[0]?.state, 'broadcast');
        chain.mine();
        assert.equal(chain.emitted().length, 1);
      });
    });
  });
}
