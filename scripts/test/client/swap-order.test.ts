import { strict as assert } from 'node:assert';
import { join } from 'node:path';
import { testChains } from '@causeway/api/test-support/chains';
import { encodeTerms, evmVaultOf, type Hex, type Terms, termsIdOf, toAddress32, ZERO_32 } from '@causeway/protocol';
import type { ClientContext } from '../../lib/client/command.ts';
import { Output } from '../../lib/client/output.ts';
import { type OrderBody, orderSwap, refuseSwapOptions, type SwapOrderFlags } from '../../lib/client/swap-order.ts';
import { swapMembers } from '../../lib/client/swap-quote.ts';
import { deploymentFiles } from './deployment-files.ts';

const RECIPIENT = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const SIGNER = '0x71BE63f3384f5fb98995898A86B02Fb2426c5788';
/** A token's address on its own chain, its address elsewhere, and the settler of its bridge. */
const TOKEN = `0x${'70'.repeat(20)}`;
const BRIDGED = `0x${'71'.repeat(20)}`;
const OTHER_SETTLER = `0x${'72'.repeat(20)}`;
const POL = 10n ** 18n;
const DEADLINE_S = Math.floor(Date.now() / 1_000) + 1_800;

describe('causeway order --swap', () => {
  const { networks } = testChains({ settlers: ['ethereum', 'polygon'] });
  const [ethereum, polygon] = networks.map(({ deployment }) => deployment);
  const [cwETH, settler] = [polygon?.bridges.main?.remotes.ethereum?.token, polygon?.bridges.main?.settler];
  // Each network has a second family, of a token, whose bridge and settler are others.
  const files = deploymentFiles(
    networks.map(({ deployment }) => {
      const main = deployment.bridges.main ?? assert.fail();
      const token = {
        ...main,
        canonicalAsset: { ...main.canonicalAsset, symbol: `TOK-${deployment.network}`, address: TOKEN },
        remotes: Object.fromEntries(
          Object.entries(main.remotes).map(([name, remote]) => [
            name,
            { ...remote, token: { ...remote.token, symbol: `cwTOK-${name}`, address: BRIDGED } },
          ]),
        ),
        settler: { address: OTHER_SETTLER, address32: toAddress32(OTHER_SETTLER) },
      };
      return { ...deployment, bridges: { main, token } };
    }),
  );
  const { folder } = files;
  after(() => files.remove());

  const body: OrderBody = {
    ...{ from: 'ETH', to: 'POL', amount: '2' },
    ...{ destinationAddress: RECIPIENT, fromAddress: SIGNER },
  };
  const quote = {
    ...{ fromChain: 'ethereum', toChain: 'polygon', fromToken: 'ETH', fromTokenAddress: null, fromAmount: '2' },
    ...{ toToken: 'POL', toTokenAddress: null, toAmount: '14850.000000000000000001', minToAmount: '14701.5' },
    ...{ refundAmount: '2', refundToken: 'ETH', finishFee: '0', finishFeeToken: 'cwETH', quoteId: 'a:7425' },
    ...{ rate: '7425', exchangeRate: '7500', spreadBps: 100, expectedSeconds: null, solver: null },
    ...{ deliveryFee: '0', feeToken: 'ETH', expiresAt: '2026-01-05T12:00:30.000Z' },
  };
  const terms: Terms = {
    version: 1,
    domain: polygon?.domain ?? 0,
    settler: settler?.address32 as Hex,
    assetIn: toAddress32(cwETH?.address ?? ''),
    amountIn: 2n * 10n ** BigInt(cwETH?.decimals ?? 0),
    assetOut: ZERO_32,
    quotedOut: 14_850n * POL + 1n,
    minOut: (1485n * POL * 99n) / 10n + 1n,
    recipient: toAddress32(RECIPIENT.toLowerCase() as Hex),
    solver: ZERO_32,
    exclusiveUntil: 0n,
    deadline: BigInt(DEADLINE_S),
    fallback: 1,
    home: ethereum?.domain ?? 0,
    homeAddress: toAddress32(SIGNER.toLowerCase() as Hex),
    finishFee: 0n,
    salt: `0x${'5a'.repeat(32)}`,
  };

  /** The answer of a service that writes these terms, honestly. */
  function answerWith(changes: Partial<Terms>) {
    const all = { ...terms, ...changes };
    const hex = encodeTerms(all);
    const units = (out: bigint) => `${out / POL}.${String(out % POL).padStart(18, '0')}`;
    return {
      ...{ orderId: 'the-order', mode: 'swap', refundAddress: SIGNER, fromAmount: '2', finishFee: '0' },
      destinationAddress: `0x${all.recipient.slice(-40)}`,
      settler: `0x${all.settler.slice(-40)}`,
      exclusiveUntil: new Date(0).toISOString(),
      terms: { hex, ...Object.fromEntries(Object.entries(all).map(([name, value]) => [name, String(value)])) },
      vault: `0x${evmVaultOf(all.settler, termsIdOf(hex)).slice(-40)}`,
      reference: termsIdOf(hex),
      ...{ toAmount: units(all.quotedOut), minToAmount: units(all.minOut) },
      deadline: new Date(Number(all.deadline) * 1_000).toISOString(),
      fallback: all.fallback === 1 ? 'home' : 'token',
    };
  }

  /** Orders at a service that quotes and answers so. */
  async function order(
    flags: SwapOrderFlags,
    { answer = answerWith({}), quoted = quote, words = body, agrees = true, json = false } = {},
  ) {
    const shown = { text: '', status: 0, sent: [] as unknown[] };
    const write = (text: string) => {
      shown.text += text;
    };
    const exitWith = (status: number) => {
      shown.status = status;
    };
    const answering =
      <T>(told: T) =>
      async (request: unknown) => {
        shown.sent.push(request);
        return told;
      };
    const client = {
      market: { swapQuote: answering(quoted) },
      orders: { create: answering(answer), cancel: answering(undefined) },
    };
    const out = new Output({ json, screen: { write } });
    const context = { out, ask: { agrees: async () => agrees }, client, exitWith };
    const made = await orderSwap(context as unknown as ClientContext, words, { swap: true, ...flags });
    return { ...shown, made };
  }

  it('orders at the quote, and says that the answer is what was asked for', async () => {
    const { text, status, sent, made } = await order({ deployments: folder });
    assert.match(text, /\nVerified: the terms pay 0x9858EfFD232B4033E47d90003D41EC34EcaEda94 at least 14701\.5\d* POL/);
    assert.deepEqual([status, made?.orderId], [0, 'the-order']);
    assert.deepEqual(sent, [
      { from: 'ETH', to: 'POL', amount: '2' },
      { ...body, mode: 'swap', fallback: 'home', quoteId: 'a:7425' },
    ]);
  });

  it('gives the service what the options say', async () => {
    const deadline = new Date(DEADLINE_S * 1_000);
    const toToken = { fallback: 0, home: 0, homeAddress: ZERO_32 } as const;
    const flags = {
      deployments: folder,
      fallback: 'token',
      minToAmount: '14700',
      quoteId: 'b:7400',
      deadline,
    } as const;
    // The earlier quote promised less than this one, and the caller accepts that.
    const { sent, made } = await order(flags, {
      answer: answerWith({ ...toToken, quotedOut: 14_700n * POL, minOut: 14_700n * POL }),
    });
    assert.equal(made?.orderId, 'the-order');
    const told = { mode: 'swap', fallback: 'token', minToAmount: '14700', quoteId: 'b:7400' };
    assert.deepEqual(sent[1], { ...body, ...told, deadline: deadline.toISOString() });
    const later = await order(flags, { answer: answerWith({ ...toToken, deadline: BigInt(DEADLINE_S) + 1n }) });
    assert.equal(later.made, undefined);
  });

  it('shows what differs in words, shows nothing to sign, and cancels the order', async () => {
    const wrong: readonly Partial<Terms>[] = [
      { minOut: terms.minOut - 1n },
      { quotedOut: terms.quotedOut - 1n },
      { recipient: toAddress32(SIGNER.toLowerCase() as Hex) },
      { homeAddress: terms.recipient },
      { assetOut: terms.assetIn },
      { settler: terms.recipient, recipient: terms.settler },
      { deadline: BigInt(Math.floor(Date.now() / 1_000) + 2 * 86_400) },
      { deadline: BigInt(Math.floor(Date.now() / 1_000) - 60) },
    ];
    for (const change of wrong) {
      const { text, status, sent, made } = await order({ deployments: folder }, { answer: answerWith(change) });
      const [field = ''] = Object.keys(change);
      assert.match(text, new RegExp(`sign nothing of order the-order\\.\n(?:.*\n)*${field} +must be .*, is `));
      assert.match(text, /\nOrder the-order is cancelled\.\n$/);
      assert.deepEqual([status, made, sent[2]], [1, undefined, 'the-order'], field);
    }
    const answer = { ...answerWith({}), vault: RECIPIENT };
    const { text } = await order({ deployments: folder }, { answer, json: true });
    const [{ subject }] = JSON.parse(text).differences;
    assert.equal(subject, 'answer.vault');
  });

  it('orders nothing when the person does not agree, or the files know nothing of the quote', async () => {
    const refused = await order({ deployments: folder }, { agrees: false });
    assert.deepEqual([refused.made, refused.sent.length], [undefined, 1]);
    assert.equal((await order({ deployments: folder, yes: true }, { agrees: false })).sent.length, 2);
    const strange = { ...quote, toTokenAddress: RECIPIENT };
    const cases: readonly (readonly [RegExp, Parameters<typeof order>[1], string?])[] = [
      [
        /know no POL \(0x9858\w+\) on polygon, of which the service speaks/,
        { quoted: strange as unknown as typeof quote },
      ],
      [/takes ARB for POL .*: say which asset you mean/, { words: { ...body, to: 'ARB' } }],
      [/takes POL@arbitrum for POL /, { words: { ...body, to: 'POL@arbitrum' } }],
      [/takes polygon for ETH /, { words: { ...body, from: 'polygon' } }],
      [
        /name no settler for ETH on arbitrum/,
        {
          quoted: {
            ...quote,
            toChain: 'arbitrum',
            toToken: 'ARB',
            toTokenAddress: networks[2]?.deployment.bridges.main?.canonicalAsset.address as null,
          },
          words: { ...body, to: 'ARB' },
        },
      ],
      [
        /takes polygon for cwETH /,
        {
          quoted: { ...quote, toToken: 'cwETH', toTokenAddress: cwETH?.address as null },
          words: { ...body, to: 'polygon' },
        },
      ],
      [
        /takes BTC@polygon for cwETH /,
        {
          quoted: { ...quote, toToken: 'cwETH', toTokenAddress: cwETH?.address as null },
          words: { ...body, to: 'BTC@polygon' },
        },
      ],
      [
        /takes ethereum for TOK-ethereum /,
        {
          quoted: { ...quote, fromToken: 'TOK-ethereum', fromTokenAddress: TOKEN as unknown as null },
          words: { ...body, from: 'ethereum' },
        },
      ],
      [/DEPLOYMENT_MISSING/, {}, join(folder, 'none')],
    ];
    for (const [message, service, deployments = folder] of cases) {
      const sent = order({ deployments }, service).then(({ sent }) => sent);
      await assert.rejects(sent, message);
    }
  });

  it('takes the names of an asset and of its chain for it', async () => {
    for (const to of ['POL', 'pol@polygon', 'polygon', 'POL@Polygon']) {
      for (const from of ['eth', 'ETH@ethereum', 'ethereum']) {
        const { made } = await order({ deployments: folder }, { words: { ...body, from, to } });
        assert.equal(made?.orderId, 'the-order', `${from} ${to}`);
      }
    }
  });

  it('knows a bridged token by the asset that it stands for, and the settler of its own bridge', async () => {
    const words = { ...body, from: 'TOK-ethereum', to: 'TOK-ethereum@polygon' };
    const tokens = {
      fromToken: 'TOK-ethereum',
      fromTokenAddress: TOKEN,
      toToken: 'cwTOK-ethereum',
      toTokenAddress: BRIDGED,
    };
    const quoted = { ...quote, ...tokens } as unknown as typeof quote;
    const [asset, other] = [toAddress32(BRIDGED), toAddress32(OTHER_SETTLER)];
    const answer = answerWith({ settler: other, assetIn: asset, assetOut: asset });
    assert.equal((await order({ deployments: folder }, { quoted, words, answer })).made?.orderId, 'the-order');
    const mixed = answerWith({ assetIn: asset, assetOut: asset });
    assert.match(
      (await order({ deployments: folder }, { quoted, words, answer: mixed })).text,
      /\nsettler +must be 0x0+7272/,
    );
  });

  it('needs what verifies an answer that is signed elsewhere', async () => {
    await assert.rejects(order({}), /^UsageError: --from-address needs --deployments/);
    const { destinationAddress: _to, ...nobody } = body;
    const refused = order({ deployments: folder }, { words: nobody });
    await assert.rejects(refused, /^UsageError: --from-address needs --to: /);
    await assert.rejects(order({ deployments: folder, quoteId: 'a' }), /^UsageError: --quote-id needs --min-to-amount/);
    const { fromAddress: _, ...held } = body;
    const { text, made } = await order({}, { words: held });
    assert.match(text, /The service holds the keys and is trusted with the swap/);
    assert.equal(made?.orderId, 'the-order');
  });

  it('refuses options of a swap without --swap', () => {
    const refused = (flags: SwapOrderFlags) =>
      assert.throws(() => refuseSwapOptions(flags), /^UsageError: --[a-z-]+ belongs to a swap: add --swap/);
    for (const flags of [{ fallback: 'home' }, { quoteId: 'a' }, { yes: true }, { deployments: '.' }] as const)
      refused(flags);
    assert.throws(() => refuseSwapOptions({ quoteId: 'a' }), /--quote-id belongs/);
    refused({ slippageBps: 1 });
    refuseSwapOptions({});
    assert.deepEqual(swapMembers({}), {});
  });
});
