import assert from 'node:assert/strict';
import { openProviders, sharedConfig } from '@causeway/chains';
import { solanaKeyFromSeed } from '@causeway/chains/keys';
import { openWalletScheme } from '@causeway/chains/wallets';
import { loadConfig } from '@causeway/config';
import { callRpc } from '@causeway/local-nodes';
import { type Devnet, startDevnet } from '../src/devnet.ts';
import { type FaucetOptions, runFaucet } from '../src/faucet/ask.ts';
import { deployedState } from '../src/state-cache.ts';

/** Addresses that have nothing: nobody has their keys. */
const ON_EVM = '0x00000000000000000000000000000000DeaDBeef';
const ON_SOLANA = solanaKeyFromSeed(`0x${'5e'.repeat(32)}`).address;

describe('the faucet of the devnet', function () {
  this.timeout(120_000);
  let devnet: Devnet;
  let onRadix: string;

  before(async () => {
    devnet = await startDevnet({
      networks: ['ethereum', 'arbitrum', 'solana', 'radix'],
      deployed: await deployedState(),
    });
    const scheme = await openWalletScheme('radix', devnet.deployment('radix').chainId);
    onRadix = scheme.derive(new Uint8Array(64).fill(7), 0).address;
  });
  after(() => devnet.stop());

  /** The balances of `address` by asset, as the chain's own bridges show them; coins without a bridge are left out. */
  async function balances(network: 'ethereum' | 'arbitrum' | 'solana' | 'radix', address: string) {
    const { baseDir, ...shared } = loadConfig(devnet.configuration.relayer.config, sharedConfig);
    const registry = await openProviders(shared, baseDir);
    assert.ok(registry.ok);
    const { bridges } = devnet.deployment(network);
    const held = await Promise.all(
      Object.entries(bridges).map(async ([family, { canonicalAsset }]) => {
        const provider = registry.value.provider(network, family);
        const balance = await provider?.balance(address, provider.domain);
        assert.ok(balance?.ok);
        return [canonicalAsset.symbol, balance.value];
      }),
    );
    await registry.value.close();
    return Object.fromEntries(held);
  }

  const run = async (address: string, options: Omit<FaucetOptions, 'url'> = {}): Promise<readonly string[]> => {
    const lines: string[] = [];
    await runFaucet(address, { url: devnet.faucet.url, ...options }, (line) => lines.push(line));
    return lines;
  };

  it('gives the coin and every test token of each chain that has the address', async () => {
    const lines = await run(ON_EVM);
    const told = lines.map((line) => /^(\w+) +(\S+ \w+) for 0x\w+, transaction 0x[\da-f]{64}$/.exec(line)?.slice(1));
    assert.deepEqual(told.sort(), [
      ['arbitrum', '100 ETH'],
      ['arbitrum', '1000 ARB'],
      ['arbitrum', '1000 GMX'],
      ['ethereum', '100 ETH'],
      ['ethereum', '1000 UNI'],
    ]);
    const ether = 10n ** 18n;
    assert.deepEqual(await balances('ethereum', ON_EVM), { ETH: 100n * ether, UNI: 1_000n * ether });
    assert.deepEqual(await balances('arbitrum', ON_EVM), { ARB: 1_000n * ether, GMX: 1_000n * ether });
    const gas = await callRpc(devnet.chain('arbitrum').node.url, 'eth_getBalance', [ON_EVM, 'latest']);
    assert.equal(BigInt(String(gas)), 100n * ether);
  });

  it('gives the amount of one asset again and again, on Solana and on Radix', async () => {
    await Promise.all([
      run(ON_SOLANA, { token: 'JUP', amount: '2.5' }),
      run(ON_SOLANA, { token: 'jup', amount: '2.5' }),
      run(ON_SOLANA, { token: 'SOL', amount: '3' }),
    ]);
    assert.deepEqual(await balances('solana', ON_SOLANA), { SOL: 3n * 10n ** 9n, JUP: 5n * 10n ** 6n });
    await Promise.all([run(onRadix, { token: 'XRD', amount: '20000.5' }), run(onRadix, { token: 'OCI', amount: '1' })]);
    assert.deepEqual(await balances('radix', onRadix), { XRD: 200_005n * 10n ** 17n, OCI: 10n ** 18n });
  });

  it('refuses other networks and assets, amounts beyond its limits and foreign addresses, and says what it has', async () => {
    const refused: readonly (readonly [string, Omit<FaucetOptions, 'url'>, RegExp])[] = [
      [ON_EVM, { network: 'mainnet' }, /mainnet is no local network: .*ethereum, arbitrum, solana, radix only/],
      [ON_EVM, { network: 'solana' }, /is no address of solana/],
      ['nobody', {}, /nobody is no address of these networks/],
      [ON_EVM, { network: 'ethereum', token: 'ARB' }, /the faucet has ETH, UNI/],
      [ON_EVM, { token: 'ETH', amount: '10001' }, /at most 10000 ETH/],
      [ON_EVM, { token: 'ETH', amount: '0' }, /at most 10000 ETH/],
      [ON_EVM, { token: 'ETH', amount: '-1' }, /at most 10000 ETH/],
    ];
    for (const [address, options, message] of refused) {
      await assert.rejects(run(address, options), (error: Error) => {
        assert.equal(error.name, 'Refusal');
        assert.match(error.message, message);
        return true;
      });
    }
  });

  it('is asked on this machine only, and its absence is told', async () => {
    const print = () => assert.fail('nothing is given');
    await assert.rejects(runFaucet(ON_EVM, { url: 'https://faucet.example' }, print), /only local networks/);
    await assert.rejects(runFaucet(ON_EVM, { url: 'nothing' }, print), /is no URL/);
    await assert.rejects(runFaucet(ON_EVM, { url: 'http://127.0.0.1:1' }, print), /no faucet answers .*npm start/);
  });

  it('answers HTTP: what it has, what it gave as JSON, and refusals of other requests', async () => {
    const { url } = devnet.faucet;
    const { networks } = (await (await fetch(url)).json()) as { readonly networks: Record<string, unknown> };
    assert.deepEqual(networks.radix, [
      { token: 'XRD', usual: '10000', most: '100000' },
      { token: 'OCI', usual: '1000', most: '1000000' },
    ]);
    const post = (body: string) => fetch(url, { method: 'POST', body });
    const given = await post(JSON.stringify({ address: ON_EVM, network: 'ethereum', token: 'UNI', amount: '1' }));
    const { gifts } = (await given.json()) as { readonly gifts: readonly { readonly amount: string }[] };
    assert.deepEqual([given.status, gifts.length, gifts[0]?.amount], [200, 1, '1']);
    for (const body of [
      '',
      '[]',
      '{"address":1}',
      '{"address":"x","mint":"y"}',
      `{"address":"${'x'.repeat(20_000)}"}`,
    ]) {
      assert.equal((await post(body)).status, 400, body.slice(0, 40));
    }
    assert.equal((await post('{"address":"x"}')).status, 422);
    assert.equal((await fetch(url, { method: 'DELETE' })).status, 405);
  });
});
