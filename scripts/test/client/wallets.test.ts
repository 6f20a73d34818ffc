import { strict as assert } from 'node:assert';
import { turnWorld } from '@causeway/api/test-support/world';
import { type DerivedKey, entropyOf, openWalletScheme, seedOf } from '@causeway/chains/wallets';
import { bytesToHex, keccak256 } from '@causeway/protocol';
import { describeService, PASSWORD } from './service.ts';

const PHRASE = `${'abandon '.repeat(11)}about`;
const input = `${PASSWORD}\n`;

describeService('causeway wallet', 'ann', (service) => {
  let stopWorld: () => Promise<void>;
  let own: DerivedKey;
  before(async () => {
    stopWorld = turnWorld(service.api);
    own = (await openWalletScheme('evm')).derive(await seedOf(entropyOf(PHRASE)), 0);
  });
  after(async () => {
    await stopWorld();
  });
  const causeway = (...args: string[]) => service.causeway(['wallet', ...args]);

  it('creates wallets of types by name, and shows the recovery phrase once', async () => {
    const { stdout } = await causeway('create', '--type', 'ethereum', '--name', 'main', '--recovery-phrase');
    assert.match(stdout, /^type +ethereum\nname +main\naddress +0x[\da-fA-F]{40}\n/m);
    assert.match(stdout, /shown once: write it down\.\n\n {2}(?:[a-z]+ ){23}[a-z]+\n/);
    const second = await causeway('create', '--type', '7', '--name', 'second', '--default');
    assert.match(second.stdout, /^default +yes$/m);
    const unknown = await causeway('create', '--type', 'atlantis');
    assert.match(unknown.stderr, /It must be one of solana, /);
    assert.equal(unknown.status, 2);
  });

  it('lists them, and changes and shows the default of a type', async () => {
    assert.match((await causeway('default', 'main')).stdout, /^name +main$/m);
    assert.match((await causeway('default', '--type', 'ethereum')).stdout, /^name +main$/m);
    const { stdout } = await causeway('list');
    assert.match(stdout, /^WALLET +TYPE +NAME +ADDRESS\n[\da-f-]{36} +ethereum +main +0x\w{40} +default\n/);
    assert.equal((await causeway('default')).status, 2);
  });

  it('sends, follows the transfer until it is final, and shows it in the history', async () => {
    const sent = await causeway('send', 'main', own.address, '0.5');
    assert.match(sent.stdout, /^requested 0\.5 ETH\n(?:.*\n)*completed 0\.5 ETH {2}0x/);
    assert.equal(sent.status, 0);
    const [taken] = await service.json('wallet', 'send', 'main', own.address, '0.5', '--no-wait');
    assert.equal(taken?.status, 'requested');
    const history = (await causeway('history', 'main')).stdout;
    assert.equal(history.match(/ sent 0\.5 ETH /g)?.length, 2);
    const tooMuch = await causeway('send', 'main', own.address, '1000');
    assert.match(tooMuch.stderr, /\(INSUFFICIENT_BALANCE\)/);
    assert.equal(tooMuch.status, 1);
  });

  it('shows the limits of a day, sets one for a wallet, and allows an agent to spend', async () => {
    const set = await service.causeway(['wallet', 'limit', 'main', 'ETH', '2.5'], { input });
    assert.match(set.stdout, /^ASSET +A DAY +USED +LEFT +OF\n/);
    assert.match(set.stdout, /^ETH +2\.5 +1 +1\.5 +wallet [\da-f-]{36}$/m);
    assert.match((await causeway('limits')).stdout, /^ETH +1000000000 +1 +999999999 +all wallets; 100000000 without/m);
    const over = await causeway('send', 'main', own.address, '2');
    assert.match(
      over.stderr,
      /this wallet may spend 2\.5 ETH a day .*\(SEND_LIMIT_EXCEEDED\)\n {2}causeway wallet limits/,
    );
    assert.equal((await service.causeway(['wallet', 'limit', 'main', 'ETH', '--remove'], { input })).status, 0);
    assert.equal((await causeway('limit', 'main', 'ETH')).status, 2);
    const { agentId } = await service.one('agent', 'register', 'Carrier', '--can', 'carry');
    const allow = ['agent', 'allow', String(agentId), '0.5', 'ETH'];
    assert.match(
      (await service.causeway(allow, { input })).stdout,
      new RegExp(`^ETH +0\\.5 +0 +0\\.5 +agent ${agentId}$`, 'm'),
    );
    const gone = await service.causeway(['agent', 'disallow', String(agentId), 'ETH'], { input });
    assert.equal(gone.stdout, 'no agent and no API key of yours may spend\n');
    const unknown = await service.causeway(['wallet', 'allow-key', String(agentId), 'ETH', '1'], { input });
    assert.match(unknown.stderr, /\(SPENDER_NOT_FOUND\)/);
  });

  it('shows the balances of one wallet, and the coins of all', async () => {
    assert.match((await causeway('balance', 'second')).stdout, / 100 +ETH +native\n/);
    const far = await causeway('create', '--type', 'bitcoin');
    assert.equal(far.status, 0);
    assert.match(far.stdout, /^network +none of this service, which neither shows nor sends what arrives there$/m);
    const { stdout } = await causeway('balance');
    assert.match(stdout, /^second .* 100 +ETH +native$/m);
    assert.match(stdout, / chain not connected$/m);
  });

  it('imports an address, and proves its key by a signature', async () => {
    const imported = await causeway('import', own.address, '--type', 'ethereum', '--name', 'cold');
    assert.match(imported.stdout, /^key held by +you \(not verified\)\n/m);
    const wrong = await service.causeway(['wallet', 'verify', 'cold'], { input: '0x12\n' });
    assert.match(wrong.stderr, /Sign this text .*\n\n {2}\S.*\n\n/);
    assert.match(wrong.stderr, /\(INVALID_SIGNATURE\)/);
    const text = /\n\n {2}(.*)\n\n/.exec(wrong.stderr)?.[1] ?? '';
    const verified = await causeway('verify', 'cold', '--signature', await personalSign(own, text));
    assert.match(verified.stdout, /^key held by +you$/m);
  });

  it('proves the key of an imported address by the key itself', async () => {
    const other = (await openWalletScheme('evm')).derive(await seedOf(entropyOf(PHRASE)), 1);
    assert.equal((await causeway('import', other.address, '--type', 'ethereum', '--name', 'colder')).status, 0);
    const verify = (secret: string) =>
      service.causeway(['wallet', 'verify', 'colder', '--key-env', 'OWN_KEY'], { environment: { OWN_KEY: secret } });
    assert.match((await verify(own.secret)).stderr, /\(INVALID_SIGNATURE\)/);
    assert.match((await verify(other.secret)).stdout, /^key held by +you$/m);
    assert.match((await verify('0x12')).stderr, /OWN_KEY must hold 0x and 64 hexadecimal digits/);
  });

  it('exports a key or the recovery phrase for the password alone', async () => {
    const key = await service.causeway(['wallet', 'export', 'main'], { input });
    assert.match(key.stdout, /^0x[\da-f]{64}\n$/);
    const phrase = await service.causeway(['wallet', 'export', 'main', '--recovery-phrase'], { input });
    assert.equal(phrase.stdout.split(' ').length, 24);
    const refused = await service.causeway(['wallet', 'export', 'main'], { input: 'wrong\n' });
    assert.deepEqual([refused.stdout, refused.status], ['', 3]);
    assert.equal((await causeway('list')).status, 0, 'a wrong password ends no session');
  });

  it('deletes a wallet that holds something with force and the password, and restores it', async () => {
    const refused = await causeway('delete', 'second');
    assert.match(refused.stderr, /\(WALLET_HAS_BALANCE\)\n {2}repeat it with --force/);
    assert.equal((await service.causeway(['wallet', 'delete', 'second', '--force'], { input })).status, 0);
    const gone = await causeway('balance', 'second');
    assert.match(gone.stderr, /no wallet of yours is second/);
    assert.match((await causeway('list', '--deleted')).stdout, / second .* deleted$/m);
    assert.match((await causeway('restore', 'second')).stdout, /^name +second$/m);
  });

  it('asks for the id when several wallets have the name', async () => {
    await causeway('create', '--type', 'ethereum', '--name', 'main');
    const { stderr, status } = await causeway('history', 'main');
    assert.match(stderr, /^causeway: 2 wallets of yours are main; name one by its id\n$/);
    assert.equal(status, 2);
  });
});

/** What a wallet's personal_sign answers for `text`. */
async function personalSign({ secret }: DerivedKey, text: string): Promise<string> {
  const message = new TextEncoder().encode(`\u0019Ethereum Signed Message:\n${text.length}${text}`);
  const key = (await openWalletScheme('evm')).keyOf(secret);
  assert(key);
  return key.sign(keccak256(bytesToHex(message)));
}
