import { strict as assert } from 'node:assert';
import {
  ENTROPY_BYTES,
  entropyOf,
  openWalletScheme,
  phraseOf,
  seedOf,
  servesType,
  type WalletKind,
  walletType,
  walletTypes,
} from '@causeway/chains/wallets';
import { bytesToHex, type Hex, hexToBytes, uintToHex } from '@causeway/protocol';
import bs58 from 'bs58';
import { Wallet } from 'ethers';
import { codeOf, must } from './support/bridges.ts';
import { offlineDeployment } from './support/radix-offline.ts';
import { VECTOR_PHRASE, vectorSeed } from './support/transfers.ts';

/** Published addresses of the vector's phrase at index 0. */
const ADDRESSES: Readonly<Partial<Record<WalletKind, string>>> = {
  evm: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  solana: 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
  bitcoin: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
};
/** Public key at m/84'/0'/0'/0/0 in BIP-84's test vectors, and its secret in Wallet Import Format. */
const BIP84 = {
  publicKey: '0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c',
  wif: 'KyZpNDKnfs94vbrwhJneDi77V6jF64PWPF8x5cdJb8ifgg2DUc9d',
};

const KINDS: readonly WalletKind[] = ['evm', 'solana', 'radix', 'bitcoin'];

describe('wallets', function () {
  this.timeout(20_000);
  let seed: Uint8Array;
  before(async () => {
    seed = await vectorSeed();
  });
  const schemeOf = (kind: WalletKind) => openWalletScheme(kind);
  const first = async (kind: WalletKind) => (await schemeOf(kind)).derive(seed, 0);

  describe('derivation', () => {
    it('has the published addresses of the test phrase on EVM chains, Solana and Bitcoin', async () => {
      for (const [kind, address] of Object.entries(ADDRESSES)) {
        assert.equal((await first(kind as WalletKind)).address, address);
      }
      assert.equal((await first('bitcoin')).publicKey, BIP84.publicKey);
    });

    it('names its paths as the chains’ wallets do', async () => {
      const paths = await Promise.all(KINDS.map(async (kind) => (await schemeOf(kind)).path(7)));
      assert.deepEqual(paths, [
        "m/44'/60'/0'/0/7",
        "m/44'/501'/7'/0'",
        "m/44'/1022'/1'/525'/1460'/7'",
        "m/84'/0'/0'/0/7",
      ]);
    });

    it('writes public keys in the form of the kind, which belong to the addresses', async () => {
      const forms = [/^0x0[23][\da-f]{64}$/, /^[1-9A-HJ-NP-Za-km-z]{32,44}$/, /^[\da-f]{64}$/, /^0[23][\da-f]{64}$/];
      for (const [index, kind] of KINDS.entries()) {
        const scheme = await schemeOf(kind);
        const { address, publicKey } = scheme.derive(seed, 3);
        assert.match(publicKey, forms[index] as RegExp);
        assert.deepEqual(must(scheme.parse({ publicKey })), { address, publicKey });
      }
    });

    it('gives an account of its own network on Radix, by another path', async () => {
      const [main, local] = await Promise.all([schemeOf('radix'), openWalletScheme('radix', 'simulator')]);
      assert.match(main.derive(seed, 0).address, /^account_rdx1/);
      assert.match(local.derive(seed, 0).address, /^account_sim1/);
      assert.notEqual(main.derive(seed, 0).publicKey, local.derive(seed, 0).publicKey);
      await assert.rejects(openWalletScheme('radix', 'nowhere'), /no Radix network/);
    });

    it('signs with the derived key where the kind has transactions', async () => {
      for (const kind of KINDS) {
        const scheme = await schemeOf(kind);
        const { address, secret } = scheme.derive(seed, 1);
        assert.equal(scheme.keyOf(secret)?.address, kind === 'bitcoin' ? undefined : address);
      }
    });

    it('exports secrets in the form in which wallets import them', async () => {
      const [evm, solana, radix, bitcoin] = await Promise.all(
        KINDS.map(async (kind) => (await schemeOf(kind)).exportForm((await first(kind)).secret)),
      );
      assert.equal(new Wallet(evm as string).address, ADDRESSES.evm);
      const bytes = bs58.decode(solana as string);
      assert.equal(bytes.length, 64);
      assert.equal(bs58.encode(bytes.subarray(32)), ADDRESSES.solana);
      assert.match(radix as string, /^[\da-f]{64}$/);
      assert.equal(bitcoin, BIP84.wif);
    });
  });

  describe('recovery phrases', () => {
    it('have 24 words, and give the seed that BIP-39 says', async () => {
      const entropy = new Uint8Array(ENTROPY_BYTES).fill(7);
      const phrase = phraseOf(entropy);
      assert.equal(phrase.split(' ').length, 24);
      assert.deepEqual(entropyOf(phrase), entropy);
      assert.match(bytesToHex(await seedOf(entropyOf(VECTOR_PHRASE))), /^0x5eb00bbddcf069084889a8ab9155568165f5c453/);
    });
  });

  describe('Solana addresses', () => {
    it('are base58 of 32 bytes: 32 characters for the shortest, 44 for the longest', async () => {
      const { parse } = await schemeOf('solana');
      // 31 zero bytes have one character each; the address of zeros alone is the System program.
      const shortest = bs58.encode(hexToBytes(uintToHex(57, 32)));
      assert.equal(shortest, `${'1'.repeat(31)}z`);
      const vectors: readonly Hex[] = [
        uintToHex(57, 32),
        `0x${'00'.repeat(16)}${'9c'.repeat(16)}`,
        `0x00${'ff'.repeat(31)}`,
        `0x${'ff'.repeat(32)}`,
      ];
      const lengths = vectors.map((bytes) => {
        const address = bs58.encode(hexToBytes(bytes));
        assert.deepEqual(must(parse({ address })), { address, publicKey: address });
        return address.length;
      });
      assert.deepEqual([lengths[0], lengths.at(-1)], [32, 44]);
      assert.equal(codeOf(parse({ address: '1'.repeat(32) })), 'INVALID_ADDRESS');
    });
  });

  describe('addresses that callers name', () => {
    it('are refused when they are of another kind, damaged, or not of the public key', async () => {
      const own = new Map(await Promise.all(KINDS.map(async (kind) => [kind, await first(kind)] as const)));
      for (const kind of KINDS) {
        const { parse } = await schemeOf(kind);
        for (const other of KINDS) {
          const address = own.get(other)?.address as string;
          if (other !== kind) assert.equal(codeOf(parse({ address })), 'INVALID_ADDRESS', `${other} on ${kind}`);
        }
        const { address, publicKey } = own.get(kind) as { address: string; publicKey: string };
        const damaged = address.slice(0, -2) + (address.endsWith('aa') ? 'bb' : 'aa');
        if (kind !== 'solana' && kind !== 'evm') assert.equal(codeOf(parse({ address: damaged })), 'INVALID_ADDRESS');
        const foreign = (await schemeOf(kind)).derive(seed, 9).publicKey;
        assert.equal(codeOf(parse({ address, publicKey: foreign })), 'INVALID_PUBLIC_KEY');
        assert.equal(codeOf(parse({ publicKey: 'nonsense' })), 'INVALID_PUBLIC_KEY');
        assert.equal(must(parse({ address, publicKey })).address, address);
        assert.equal(must(parse({ address })).address, address);
      }
      const { parse } = await schemeOf('evm');
      const wrongChecksum = '0x9858effD232B4033E47d90003D41EC34EcaEda94';
      assert.equal(codeOf(parse({ address: wrongChecksum })), 'INVALID_ADDRESS');
      const pubkeyHash = `76a914${'00'.repeat(20)}88ac`;
      assert.equal(codeOf((await schemeOf('solana')).parse({ address: pubkeyHash })), 'INVALID_ADDRESS');
    });
  });

  describe('proofs that an address is one’s own', () => {
    const TEXT = 'causeway: this wallet is mine (1)';

    it('are signatures as the kinds’ wallets make them, of this text by this key', async () => {
      const signed: Readonly<Record<string, (secret: Hex, text: string) => Promise<string>>> = {
        evm: (secret, text) => new Wallet(secret).signMessage(text),
        solana: async (secret, text) => bs58.encode(hexToBytes(await signBytes('solana', secret, Buffer.from(text)))),
        radix: async (secret, text) => {
          const { publicKey } = (await schemeOf('radix')).keyOf(secret) ?? assert.fail();
          return `${publicKey.slice(2)}:${(await signBytes('radix', secret, Buffer.from(text))).slice(2)}`;
        },
      };
      for (const [name, sign] of Object.entries(signed)) {
        const kind = name as WalletKind;
        const scheme = await schemeOf(kind);
        const { address, publicKey, secret } = scheme.derive(seed, 2);
        const wallet = must(scheme.parse({ address }));
        assert.equal(must(scheme.prove(wallet, TEXT, await sign(secret, TEXT))).publicKey, publicKey, kind);
        const own = (await scheme.signText?.(scheme.keyOf(secret) ?? assert.fail(kind), TEXT)) ?? assert.fail(kind);
        assert.equal(own, await sign(secret, TEXT), kind);
        for (const wrong of [
          await sign(secret, `${TEXT} `),
          await sign(scheme.derive(seed, 1).secret, TEXT),
          '',
          '0x00',
        ]) {
          assert.equal(codeOf(scheme.prove(wallet, TEXT, wrong)), 'INVALID_SIGNATURE', kind);
        }
      }
    });

    it('on Bitcoin are BIP-137 signatures', async () => {
      const scheme = await schemeOf('bitcoin');
      const { address, publicKey } = scheme.derive(seed, 0);
      const signature = await bip137(scheme.derive(seed, 0).secret, TEXT);
      assert.equal(must(scheme.prove(must(scheme.parse({ address })), TEXT, signature)).publicKey, publicKey);
      const other = scheme.derive(seed, 1);
      const wallet = must(scheme.parse({ address: other.address }));
      assert.equal(codeOf(scheme.prove(wallet, TEXT, signature)), 'INVALID_SIGNATURE');
    });
  });

  describe('provider types', () => {
    it('have the numbers of the platform', () => {
      const numbers = Object.fromEntries(walletTypes().map(({ name, id }) => [name, id]));
      assert.deepEqual(numbers, {
        ...{ solana: 3, arbitrum: 4, avalanche: 5, base: 6, ethereum: 7, polygon: 8, bitcoin: 24 },
        ...{ optimism: 28, bnb: 31, fantom: 32, radix: 37 },
      });
      assert.equal(walletType(9), undefined);
    });

    it('are served by networks of their kind: by name or chain id where the kind has several', () => {
      const at = (change: object) => ({ ...offlineDeployment(), ...change });
      const serving = (change: object) =>
        walletTypes()
          .filter((type) => servesType(at(change), type))
          .map(({ name }) => name);
      assert.deepEqual(serving({}), ['radix']);
      assert.deepEqual(serving({ kind: 'evm', network: 'polygon', chainId: '31102' }), ['polygon']);
      assert.deepEqual(serving({ kind: 'evm', network: 'sepolia', chainId: '11155111' }), ['ethereum']);
      assert.deepEqual(serving({ kind: 'evm', network: 'mine', chainId: '31' }), []);
      assert.deepEqual(serving({ kind: 'solana', network: 'solana-dev', chainId: 'devnet' }), ['solana']);
    });
  });
});

/** A signature of bytes by a derived key. */
async function signBytes(kind: WalletKind, secret: Hex, bytes: Uint8Array): Promise<Hex> {
  const key = (await openWalletScheme(kind)).keyOf(secret);
  assert(key);
  return key.sign(bytesToHex(bytes));
}

/** A BIP-137 signature of a short text, made with ethers' key instead of the library under test. */
async function bip137(secret: Hex, text: string): Promise<string> {
  const { createHash } = await import('node:crypto');
  const { SigningKey } = await import('ethers');
  const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest();
  const preimage = Buffer.from(`\x18Bitcoin Signed Message:\n${String.fromCharCode(text.length)}${text}`);
  const { r, s, yParity } = new SigningKey(secret).sign(sha256(sha256(preimage)));
  return Buffer.concat([Buffer.from([39 + yParity]), hexToBytes(r), hexToBytes(s)]).toString('base64');
}
