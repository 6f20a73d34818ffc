import assert from 'node:assert/strict';
import bridgeArtifact from '@causeway/contracts-evm/CausewayBridge.json' with { type: 'json' };
import settlerArtifact from '@causeway/contracts-evm/Settler.json' with { type: 'json' };
import {
  decodeTerms,
  encodeTerms,
  evmVaultOf,
  type Hex,
  MAX_U64,
  MAX_WIRE_AMOUNT,
  outAt,
  parseTerms,
  type SettlerSite,
  type Terms,
  termsIdOf,
  toAddress32,
} from '@causeway/protocol';
import * as arbitrary from '@causeway/protocol/test-support/arbitraries';
import { flipBit } from '@causeway/protocol/test-support/bits';
import { readVectors, siteOf, type TermsVector } from '@causeway/protocol/test-support/vectors';
import { getAddress, Interface, ZeroAddress } from 'ethers';
import fc from 'fast-check';
import { Chain, type Outcome } from './support/chain.ts';
import { deploySafe } from './support/vector-bridge.ts';

const SETTLER = new Interface(settlerArtifact.abi);
const NO_FAULT = '0x00000000';
const addressOf = (word: Hex): string => getAddress(`0x${word.slice(-40)}`);

describe('terms in TypeScript and Solidity', function () {
  // The first run compiles the harness.
  this.timeout(120_000);

  const rows = readVectors<TermsVector[]>('terms.json').filter(({ vault }) => vault !== null);
  const domain = Number(rows[0]?.atDomain);
  let chain: Chain;
  let harness: { address: string; abi: Interface };

  const call = (name: string, ...args: unknown[]): Promise<Outcome> =>
    chain.call(harness.address, harness.abi, name, args);
  const value = async (name: string, ...args: unknown[]): Promise<unknown> => {
    const outcome = await call(name, ...args);
    return 'values' in outcome ? outcome.values[0] : outcome.error;
  };
  /** The fault of terms by the library, null when there is none. */
  async function faultOf(encoded: Hex, site: SettlerSite): Promise<string | null> {
    const fault = (await value('faultOf', encoded, site.domain, addressOf(site.settler))) as string;
    return fault === NO_FAULT ? null : (SETTLER.getError(fault)?.name ?? fault);
  }
  const faultHere = (encoded: Hex, site: SettlerSite): string | null => {
    const parsed = parseTerms(encoded, site);
    return parsed.ok ? null : parsed.error.code;
  };

  before(async () => {
    chain = await Chain.start(domain);
    harness = await chain.deployHarness('TermsHarness');
  });
  after(() => chain.close());

  it('have the same id, or are no terms', async () => {
    for (const { name, encoded, id, error } of rows)
      assert.equal(await value('id', encoded), error === 'MalformedTerms' ? error : id, name);
  });

  it('have the same faults, whatever single bits are changed', async () => {
    await fc.assert(
      fc.asyncProperty(
        arbitrary.terms,
        fc.array(fc.nat({ max: 8 * 314 - 1 }), { maxLength: 2 }),
        async (terms, bits) => {
          const site = { domain: terms.domain, settler: terms.settler, addressLength: 20 };
          const encoded = bits.reduce<Hex>(flipBit, encodeTerms(terms));
          assert.equal(await faultOf(encoded, site), faultHere(encoded, site));
        },
      ),
    );
  });

  it('have the same fields', async () => {
    await fc.assert(
      fc.asyncProperty(arbitrary.bytes(314), async (encoded) => {
        const decoded = decodeTerms(encoded);
        assert.ok(decoded.ok);
        const { assetIn, amountIn, assetOut, recipient, solver, exclusiveUntil, deadline, ...rest } = decoded.value;
        assert.deepEqual(await call('fieldsOf', encoded), {
          values: [
            addressOf(assetIn),
            amountIn,
            ...[assetOut, recipient, solver].map(addressOf),
            ...[exclusiveUntil, deadline],
            ...[rest.fallback === 1, BigInt(rest.home), rest.homeAddress],
          ],
        });
      }),
    );
  });

  it('pay the same at any time', async () => {
    for (const { name, encoded, outs } of rows)
      for (const { time, out } of outs) assert.equal(String(await value('outAt', encoded, time)), out, name);
    await fc.assert(
      fc.asyncProperty(arbitrary.terms, arbitrary.uint(MAX_U64), async (terms, any) => {
        const span = terms.deadline - terms.exclusiveUntil;
        for (const time of [any, terms.exclusiveUntil + (any % span)])
          assert.equal(await value('outAt', encodeTerms(terms), time), outAt(terms, time));
      }),
    );
  });

  it('have a fee of at most a twentieth, whatever they say', async () => {
    const amount = arbitrary.uint(MAX_WIRE_AMOUNT);
    const least = (...amounts: readonly bigint[]) => amounts.reduce((a, b) => (a < b ? a : b));
    await fc.assert(
      fc.asyncProperty(arbitrary.terms, amount, amount, async (terms, finishFee, held) => {
        const { amountIn } = terms;
        const encoded = encodeTerms({ ...terms, finishFee });
        const fee = least(finishFee, amountIn / 20n, held / 20n);
        assert.equal(await value('cappedFee', encoded, held), fee);
      }),
    );
  });

  describe('at a deployed settler', () => {
    let made: string;
    before(async () => {
      const roles = [await chain.signer.getAddress(), '0x00000000000000000000000000000000000000a1'];
      const bridge = await chain.deploy(bridgeArtifact, [ZeroAddress, ...roles, await deploySafe(chain)]);
      made = await chain.deploy(settlerArtifact, [bridge]);
    });

    it('are refused with the vectors’ error, or for no fault of theirs', async () => {
      const address = addressOf(rows[0]?.atSettler as Hex);
      await chain.helpers.setCode(address, (await chain.signer.provider?.getCode(made)) ?? '0x');
      const faults = new Set(rows.map(({ error }) => error));
      for (const row of rows) {
        assert.deepEqual(siteOf(row), { domain, settler: toAddress32(address.toLowerCase()), addressLength: 20 });
        const outcome = await chain.call(address, SETTLER, 'fill', [row.encoded, 0]);
        const error = 'error' in outcome ? outcome.error : null;
        if (row.error !== null) assert.equal(error, row.error, row.name);
        // Nobody pays nothing, and most of them are over.
        else assert.ok(error !== null && !faults.has(error as never), `${row.name}: ${error}`);
      }
    });

    it('have the vault that the package computes', async () => {
      await fc.assert(
        fc.asyncProperty(arbitrary.terms, async (terms: Terms) => {
          const id = termsIdOf(encodeTerms(terms));
          const outcome = await chain.call(made, SETTLER, 'vaultOf', [id]);
          assert.deepEqual(outcome, { values: [addressOf(evmVaultOf(made.toLowerCase() as Hex, id))] });
        }),
      );
    });
  });
});
