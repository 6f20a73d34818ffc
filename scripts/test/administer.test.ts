import assert from 'node:assert/strict';
import fs, { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ChainRegistry,
  type Deployment,
  deployNetwork,
  type KeyHandle,
  linkNetworks,
  lockTokens,
  openLane,
  openProviders,
  readDeployment,
  writeDeployment,
  writeKey,
} from '@causeway/chains';
import { SCRYPT_N } from '@causeway/chains/keys';
import { devAccount, devKey, ORACLE_THRESHOLD, SIGNER_ROLES } from '@causeway/devnet';
import { callRpc, ProcessGuard, startAnvil } from '@causeway/local-nodes';
import { type AnyFailure, buildBatch, messageIdOf, packProof, padLeft, type Result, ZERO_32 } from '@causeway/protocol';
import { Command } from 'commander';
import { registerCommands } from '../administer.ts';

/** What a command printed and how it ended. */
interface Ended {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number;
}

/** What a command prints of one bridge with --json. */
interface Shown {
  readonly network: string;
  readonly does: readonly string[];
  readonly before: Readonly<Record<string, string>>;
  readonly after?: Readonly<Record<string, string>>;
  readonly predicted?: Readonly<Record<string, string>>;
  readonly transactions: readonly string[];
  readonly files: readonly string[];
  readonly recorded?: string;
}

const must = <T>(result: Result<T, AnyFailure>): T =>
  result.ok ? result.value : assert.fail(`${result.error.code}: ${result.error.message}`);

const KEYS = ['deployer', 'guardian', 'alice'] as const;
type Holder = (typeof KEYS)[number];
const PLAN = ['--plan', '-'] as const;
const NAMES: readonly string[] = ['here', 'there'];

describe('the commands for admin and guardian', function () {
  this.timeout(180_000);
  let folder: string;
  let config: string;
  let registry: ChainRegistry;
  const guard = new ProcessGuard();
  const urls: string[] = [];

  const options = (network: string) => ({
    ...{ kind: 'evm' as const, network, rpc: [urls[NAMES.indexOf(network)] ?? ''] },
    deployments: join(folder, 'deployments'),
    key: devKey('deployer'),
    guardian: devAccount('guardian').address,
    oracle: { members: SIGNER_ROLES.map((role) => devAccount(role).address), threshold: ORACLE_THRESHOLD },
    asset: { type: 'native' as const, symbol: 'ETH', name: 'Ether' },
    pollMs: 50,
  });

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'causeway-administer-'));
    const nodes = await Promise.all(
      NAMES.map((name, index) => startAnvil({ name, chainId: 41_011 + index, port: 0 }, guard)),
    );
    urls.push(...nodes.map(({ url }) => url));
    const [here, there] = [must(await deployNetwork(options('here'))), must(await deployNetwork(options('there')))];
    must(await linkNetworks(here, there));
    must(await openLane(here, there));
    const token = { type: 'testToken' as const, symbol: 'TST', name: 'Test', decimals: 6 };
    must(await deployNetwork({ ...options('here'), family: 'second', asset: token }));
    await writeKey('evm', join(folder, 'guardian.json'), devAccount('guardian').privateKey, {
      ...{ password: 'secret', scryptN: SCRYPT_N.development },
    });
    process.env.TEST_GUARDIAN_PASSWORD = 'secret';
    for (const name of KEYS) process.env[`TEST_KEY_${name}`] = devAccount(name).privateKey;
    config = join(folder, 'causeway.yaml');
    const chain = (url: string | undefined) => `{ rpc: ['${url}'], value: false, pollMs: 50, finality: { blocks: 1 } }`;
    writeFileSync(config, `chains:\n  here: ${chain(urls[0])}\n  there: ${chain(urls[1])}\n`);
    registry = await opened();
  });
  after(async () => {
    for (const name of KEYS) delete process.env[`TEST_KEY_${name}`];
    delete process.env.TEST_GUARDIAN_PASSWORD;
    await registry?.close();
    await guard.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const opened = async (): Promise<ChainRegistry> => {
    const chains = Object.fromEntries(
      ['here', 'there'].map((name, index) => [
        name,
        { value: false, rpc: [urls[index] ?? ''], pollMs: 50, finality: { blocks: 1 } },
      ]),
    );
    return must(await openProviders({ chains, deployments: 'deployments' } as never, folder));
  };
  const bridge = (name = 'here', family = 'main') => registry.provider(name, family) ?? assert.fail(`no ${name}`);
  const file = (name = 'here'): Deployment => must(readDeployment(join(folder, 'deployments'), name));
  const blocks = () => Promise.all(urls.map((url) => callRpc(url, 'eth_blockNumber')));

  /** Runs a command in this process. */
  async function causeway(...args: readonly string[]): Promise<Ended> {
    const output = { stdout: '', stderr: '' };
    const { exitCode } = process;
    const [stdout, stderr] = [process.stdout.write, process.stderr.write];
    process.stdout.write = ((text: string) => (output.stdout += text)) as never;
    process.stderr.write = ((text: string) => (output.stderr += text)) as never;
    process.exitCode = undefined;
    const program = new Command('causeway').exitOverride();
    registerCommands(program);
    for (const command of program.commands) command.exitOverride();
    try {
      await program.parseAsync([...args, ...(args.includes('--config') ? [] : ['--config', config])], { from: 'user' });
      return { ...output, status: Number(process.exitCode ?? 0) };
    } catch (error) {
      return { ...output, stderr: `${output.stderr}${(error as Error).message}\n`, status: 1 };
    } finally {
      Object.assign(process.stdout, { write: stdout });
      Object.assign(process.stderr, { write: stderr });
      process.exitCode = exitCode;
    }
  }
  const as = (holder: Holder) => ['--key-env', `TEST_KEY_${holder}`, '--yes', '--json'];
  const done = async (holder: Holder, ...args: readonly string[]): Promise<Shown> => {
    const { stdout, stderr, status } = await causeway(...args, '--network', 'here', ...as(holder));
    assert.equal(status, 0, stderr);
    return JSON.parse(stdout) as Shown;
  };
  /** The reason why a command of `holder` is refused. Nothing is sent to any chain. */
  const refused = async (holder: Holder, ...args: readonly string[]): Promise<string> => {
    const before = await blocks();
    const { stdout, stderr, status } = await causeway(...args, '--network', 'here', ...as(holder));
    assert.equal(status, 1, stdout);
    assert.deepEqual(await blocks(), before);
    return stderr;
  };

  it('pause by the guardian, say what is paused already, and end pauses by the admin alone', async () => {
    const inbound = ['--direction', 'inbound'];
    const paused = await done('guardian', 'pause', ...inbound);
    assert.deepEqual([paused.before, paused.after], [{ inbound: 'open' }, { inbound: 'paused' }]);
    assert.match(paused.does[0] ?? '', /^here, bridge main \(0x\w{40}\): pause inbound, every mint and release\.$/);
    const again = await done('guardian', 'pause', ...inbound);
    assert.deepEqual([again.does, again.transactions, again.before], [[], [], { inbound: 'paused' }]);
    // Of both directions only the one that is open.
    const both = await done('guardian', 'pause');
    assert.deepEqual([both.transactions.length, both.after], [1, { outbound: 'paused', inbound: 'paused' }]);
    assert.match(await refused('guardian', 'unpause', ...inbound), /\(NotAdmin\); admin is 0x\w{40}, guardian 0x/);
    await done('deployer', 'unpause');
    assert.deepEqual(must(await bridge().paused()), { outbound: false, inbound: false });
    await done('guardian', 'pause', '--remote', 'there');
    assert.equal(must(await bridge().lane(bridge('there').domain)).paused, true);
    await done('deployer', 'unpause', '--remote', 'there');
    assert.match(await refused('alice', 'pause'), /\(NotGuardian\)/);
    assert.match(await refused('guardian', 'pause', '--remote', 'nowhere'), /here is linked with there/);
    assert.match(await refused('guardian', 'pause', '--remote', 'there', ...inbound), /--remote or --direction/);
  });

  it('pause every network whose key is there, and ask for one to end pauses', async () => {
    const key = ['--keystore', join(folder, 'guardian.json'), '--password-env', 'TEST_GUARDIAN_PASSWORD'];
    const { stdout, stderr, status } = await causeway('pause', ...key, '--yes', '--json');
    assert.equal(status, 0, stderr);
    const shown = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Shown);
    assert.deepEqual(shown.map(({ network }) => network).toSorted(), ['here', 'there']);
    for (const name of ['here', 'there']) {
      assert.deepEqual(must(await bridge(name).paused()), { outbound: true, inbound: true });
    }
    const unpause = await causeway('unpause', ...as('deployer'));
    assert.match(unpause.stderr, /give --network/);
    for (const name of ['here', 'there']) await causeway('unpause', '--network', name, ...as('deployer'));
    const blind = await causeway('pause', ...as('guardian'));
    assert.match(blind.stderr, /give --network: the key of --key-env/);
  });

  it('send nothing to another chain than that of the deployment file', async () => {
    const before = await blocks();
    const other = join(folder, 'other.yaml');
    writeFileSync(other, `chains:\n  here: { rpc: ['${urls[1]}'], value: false }\n`);
    const { stderr, status } = await causeway('pause', '--network', 'here', ...as('guardian'), '--config', other);
    assert.equal(status, 1);
    assert.match(stderr, /chains\.here\.rpc: its endpoints serve chain 41012, but here was deployed to chain 41011/);
    assert.deepEqual(await blocks(), before);
  });

  it('pause also when a thief has broken the Safe, and say that nobody can compare', async () => {
    const { address } = file().oracle;
    const slot = `0x${'0'.repeat(63)}3`;
    const count = await callRpc(urls[0] ?? '', 'eth_getStorageAt', [address, slot, 'latest']);
    await callRpc(urls[0] ?? '', 'anvil_setStorageAt', [address, slot, `0x${'0'.repeat(40)}01${'0'.repeat(22)}`]);
    const { stderr, status } = await causeway('pause', '--network', 'here', ...as('guardian'));
    assert.equal(status, 0, stderr);
    assert.match(stderr, /deviations of the oracle is it does not answer: EXECUTION_REVERTED on chain/);
    await callRpc(urls[0] ?? '', 'anvil_setStorageAt', [address, slot, count]);
    // The asset has no code any more, so that nothing can be compared.
    const { address: asset } = file().bridges.second?.canonicalAsset ?? {};
    const code = await callRpc(urls[0] ?? '', 'eth_getCode', [asset, 'latest']);
    await callRpc(urls[0] ?? '', 'anvil_setCode', [asset, '0x']);
    const other = await causeway('pause', '--network', 'here', '--family', 'second', ...as('guardian'));
    assert.equal(other.status, 0, other.stderr);
    assert.match(other.stderr, /here \(second\): .*no token answers/);
    await callRpc(urls[0] ?? '', 'anvil_setCode', [asset, code]);
    await done('deployer', 'unpause');
    await done('deployer', 'unpause', '--family', 'second');
  });

  it('ask before they send, and need --yes where nobody can be asked', async () => {
    const before = await blocks();
    const { stderr, status } = await causeway('pause', '--network', 'here', '--key-env', 'TEST_KEY_guardian');
    assert.equal(status, 1);
    assert.match(
      stderr,
      /pause inbound, every mint and release\.\n {2}before: outbound: open; inbound: open\n {2}from 0x/,
    );
    assert.match(stderr, /give --yes/);
    assert.deepEqual(await blocks(), before);
  });

  it('write plans and send nothing, print them, and refuse plans that the bridge would refuse', async () => {
    const before = await blocks();
    const plans = join(folder, 'plans');
    const args = ['--network', 'here', '--json'];
    const { stdout } = await causeway('pause', ...args, '--plan', plans);
    const { files, predicted } = JSON.parse(stdout) as Shown;
    assert.deepEqual(readdirSync(plans).toSorted(), ['here-main-pause-inbound.json', 'here-main-pause-outbound.json']);
    assert.deepEqual(predicted, { outbound: 'paused', inbound: 'paused' });
    const texts = files.map((path) => readFileSync(path, 'utf8'));
    const printed = await causeway('pause', ...args, ...PLAN);
    const strip = (text: string) => text.replaceAll(/"(?:createdAt|checksum)": .*/g, '');
    assert.equal(strip(printed.stdout), strip(texts.join('')));
    const other = await causeway('pause', ...args, ...PLAN, '--from', devAccount('alice').address);
    assert.match(other.stderr, /\(NotGuardian\)/);
    assert.equal(other.status, 1);
    assert.deepEqual(await blocks(), before);
  });

  it('hand over to somebody who has signed before, and to no other role', async () => {
    const { address: alice } = devAccount('alice');
    const never = `0x${'5e'.repeat(20)}`;
    assert.match(await refused('deployer', 'hand-over', never), /has never signed anything on here/);
    assert.match(await refused('deployer', 'hand-over', devAccount('guardian').address), /is the guardian of here/);
    assert.match(
      await refused('deployer', 'hand-over', devAccount('signer-2').address),
      /is the oracle of here or one/,
    );
    assert.match(
      await refused('deployer', 'hand-over', devAccount('deployer').address),
      /is the admin of here already/,
    );
    assert.match(await refused('deployer', 'hand-over', '0x12'), /INVALID_ADDRESS/);
    assert.match(await refused('deployer', 'hand-over'), /give the new admin, or --withdraw/);
    assert.match(await refused('alice', 'accept-admin'), /is not proposed as admin of here: nobody is/);
    await callRpc(urls[0] ?? '', 'anvil_setNonce', [alice, '0x1']);
    const proposed = await done('deployer', 'hand-over', alice);
    assert.equal(proposed.after?.['proposed admin'], alice);
    await done('deployer', 'hand-over', '--withdraw');
    await done('deployer', 'hand-over', alice);
    assert.match(await refused('deployer', 'accept-admin', alice), /\(NotAdmin\)/);
    const accepted = await done('alice', 'accept-admin');
    assert.equal(accepted.after?.admin, alice);
    assert.equal(file().bridges.main?.admin, alice);
    // A run after another tool has executed the plan only writes the file.
    writeDeployment(join(folder, 'deployments'), {
      ...file(),
      bridges: { ...file().bridges, main: { ...(file().bridges.main as object), admin: never } as never },
    });
    const repeated = await done('alice', 'accept-admin');
    assert.deepEqual([repeated.transactions, file().bridges.main?.admin], [[], alice]);
    await done('alice', 'hand-over', devAccount('deployer').address);
    await done('deployer', 'accept-admin');
  });

  it('make another guardian, and write the file', async () => {
    const { address: alice } = devAccount('alice');
    assert.match(await refused('deployer', 'set-guardian', devAccount('deployer').address), /\(InvalidRole\)/);
    const member = devAccount('signer-2').address;
    assert.match(await refused('deployer', 'set-guardian', member), /who cannot be the guardian too/);
    assert.match(await refused('deployer', 'set-guardian', `0x${'00'.repeat(19)}02`), /INVALID_ADDRESS/);
    await done('deployer', 'set-guardian', alice);
    assert.equal(file().bridges.main?.guardian, alice);
    await done('deployer', 'set-guardian', devAccount('guardian').address);
  });

  it('say on a full disk what was sent and what is not written; a repeated run completes it', async () => {
    const { address: alice } = devAccount('alice');
    const full = async (...args: readonly string[]): Promise<Ended> => {
      const { writeFileSync: real } = fs;
      fs.writeFileSync = () => {
        throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
      };
      syncBuiltinESMExports();
      try {
        return await causeway(...args, '--network', 'here', ...as('deployer'));
      } finally {
        fs.writeFileSync = real;
        syncBuiltinESMExports();
      }
    };
    const before = await blocks();
    const plan = await full('set-guardian', alice, '--plan', join(folder, 'full'));
    assert.match(plan.stderr, /full\/here-main-set-guardian\.json is not written: ENOSPC: .*; nothing was sent/);
    assert.deepEqual([plan.status, await blocks()], [1, before]);
    const { stdout, stderr, status } = await full('set-guardian', alice);
    assert.equal(status, 1);
    assert.match(stderr, /deployments\/here\.json is not written: ENOSPC: .*; run the command again/);
    const sent = JSON.parse(stdout) as Shown;
    assert.deepEqual([sent.transactions.length, sent.after?.guardian, sent.recorded], [1, alice, undefined]);
    assert.notEqual(file().bridges.main?.guardian, alice);
    const again = await done('deployer', 'set-guardian', alice);
    assert.deepEqual([again.transactions, file().bridges.main?.guardian], [[], alice]);
    await done('deployer', 'set-guardian', devAccount('guardian').address);
  });

  it('set limits that both ends can keep, and write them to the file', async () => {
    const set = (...args: readonly string[]) => refused('deployer', 'set-limits', ...args);
    assert.match(await set('--min', '3', '--max', '2'), /min 3 is above max 2/);
    assert.match(await set('--max', '200000'), /max 200000 is above capacity 100000/);
    assert.match(await set('--max', '200000', '--capacity', '200000'), /there lets through at most 100000 at once/);
    assert.match(await set('--max', '5', '--capacity', '9000'), /there accepts orders of 10000/);
    assert.match(await set('--side', 'bridged'), /give --remote: bridged limits/);
    const shown = await done('deployer', 'set-limits', '--refill', '30.5');
    assert.deepEqual(shown.after?.['canonical refill with there'], '30.5');
    assert.equal(file().bridges.main?.limits.refillPerSecond, '30500000000');
    const bridged = await done('deployer', 'set-limits', '--side', 'bridged', '--remote', 'there', '--refill', '7');
    assert.ok(bridged.recorded, 'verification compares them with the file');
    const { limits } = file().bridges.main?.remotes.there ?? {};
    assert.deepEqual(
      [limits?.canonical.refillPerSecond, limits?.bridged.refillPerSecond],
      ['30500000000', '7000000000'],
    );
    assert.equal(must(await bridge().limits(bridge('there').domain, 'bridged')).refillPerSecond, 7_000_000_000n);
  });

  it('set a delivery fee and collect what was paid', async () => {
    const remote = ['--remote', 'there'];
    assert.match(await refused('guardian', 'set-fee', '0.1234567', ...remote), /\(InvalidFee\)/);
    await done('guardian', 'set-fee', '0.002', ...remote);
    assert.equal(file().bridges.main?.remotes.there?.fee, '2000000000000000');
    assert.deepEqual((await done('guardian', 'set-fee', '0.002', ...remote)).transactions, []);
    await lock();
    const to = `0x${'fe'.repeat(20)}`;
    assert.match(await refused('guardian', 'collect-fees', '--to', to), /\(NotAdmin\)/);
    assert.match(await refused('deployer', 'collect-fees', '--to', `0x${'00'.repeat(19)}02`), /belongs to here itself/);
    const { before, after } = await done('deployer', 'collect-fees', '--to', to);
    assert.deepEqual([before, after], [{ [`coins of ${to}`]: '0' }, { [`coins of ${to}`]: '0.002' }]);
    await done('guardian', 'set-fee', '0', ...remote);
  });

  it('give the bridges of every family one new oracle, and the file with it', async () => {
    const roles = SIGNER_ROLES.slice(1, 4);
    const members = roles.map((role) => devAccount(role).address);
    const rotate = (list: readonly string[], threshold: number) => [
      ...['rotate-oracle', '--members', list.join(','), '--threshold', String(threshold)],
    ];
    assert.match(await refused('deployer', ...rotate(members, 1)), /more than half of 3 members must sign/);
    assert.match(await refused('deployer', ...rotate([...members, members[0] ?? ''], 3)), /is there twice/);
    const guarded = [...members, devAccount('guardian').address];
    assert.match(await refused('deployer', ...rotate(guarded, 3)), /is the guardian of here/);
    await done('deployer', 'hand-over', devAccount('alice').address);
    const proposed = [...members, devAccount('alice').address];
    assert.match(await refused('deployer', ...rotate(proposed, 3)), /is the proposed admin of here/);
    await done('deployer', 'hand-over', '--withdraw');
    assert.match(await refused('deployer', ...rotate(members, 4)), /no more than all/);
    assert.match(await refused('deployer', ...rotate(members, 0)), /a whole number from 1 to 1000/);
    assert.match(
      await refused('deployer', ...rotate([...members, 'So11111111111111111111111111111111111111112'], 3)),
      /INVALID_ADDRESS/,
    );
    assert.match(await refused('deployer', ...rotate([...members, `0x${'00'.repeat(20)}`], 3)), /INVALID_ADDRESS/);
    const old = file().oracle;
    const rotated = async () => {
      const { stdout, stderr, status } = await causeway(...rotate(members, 2), '--network', 'here', ...as('deployer'));
      assert.equal(status, 0, stderr);
      return stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Shown);
    };
    const [first, second] = await rotated();
    // The first one makes the Safe.
    assert.deepEqual([first?.transactions.length, second?.transactions.length], [2, 1]);
    assert.deepEqual([file().oracle.members, file().oracle.threshold], [members, 2]);
    assert.notEqual(file().oracle.address, old.address);
    assert.deepEqual(
      (await rotated()).map(({ transactions }) => transactions),
      [[], []],
    );
    await registry.close();
    registry = await opened();
    for (const family of ['main', 'second']) must(await bridge('here', family).verify());
    // A deployment goes on with the bridge, whose address came from the first oracle.
    const { address, remotes } = file().bridges.main ?? assert.fail('there is no bridge');
    const again = must(await deployNetwork({ ...options('here'), oracle: { members: [...members], threshold: 2 } }));
    assert.deepEqual(
      [again.deployment.bridges.main?.address, again.deployment.bridges.main?.remotes],
      [address, remotes],
    );
  });

  /** Locks a coin on `name` and returns the message. */
  async function lock(name = 'here', other = 'there') {
    const [from, to] = [bridge(name), bridge(other)];
    const recipient = padLeft(devAccount('bob').address as `0x${string}`);
    const args = { remote: to.domain, recipient, localAmount: 10n ** 18n, reference: ZERO_32 };
    must(await lockTokens(from, devKey('alice'), args, { lookMs: 50 }));
    await callRpc(urls[name === 'here' ? 0 : 1] ?? '', 'anvil_mine', ['0x2']);
    const { events } = must(await from.scan(0, must(await from.head()).number));
    const event = events.findLast(({ type }) => type === 'message');
    return event?.type === 'message' ? event.message : assert.fail('there is no message');
  }

  it('repair a forged root with what was executed under it, and drop one whose messages do not exist', async () => {
    const message = await lock('there', 'here');
    const forged = { ...message, wireAmount: message.wireAmount * 2n };
    const batch = buildBatch(message.nonce, [messageIdOf(forged)]);
    const commit = (firstNonce: bigint, root = batch.root) =>
      ({ function: 'commitRoot', source: message.source, firstNonce, count: 1, root }) as const;
    const proof = packProof('mintTokens', forged, batch);
    await execute([commit(message.nonce), { function: 'mintTokens', message: forged, proof }]);
    await execute([commit(message.nonce + 1n)]);
    const lane = ['replace-root', '--remote', 'there'];
    const first = ['--first-nonce', String(message.nonce)];
    const last = ['--first-nonce', String(message.nonce + 1n)];
    assert.match(await refused('deployer', ...lane), /give --first-nonce: at here the intervals/);
    assert.match(await refused('deployer', ...lane, ...first), /\(InboundNotPaused\)/);
    await done('guardian', 'pause', '--remote', 'there');
    assert.match(await refused('deployer', ...lane, ...last), /can only be dropped/);
    assert.match(await refused('deployer', ...lane, ...first, '--drop'), /only the last interval can be dropped/);
    assert.match(await refused('deployer', ...lane, '--first-nonce', '99'), /no interval in force begins there/);
    const dropped = await done('deployer', ...lane, ...last, '--drop');
    assert.equal(dropped.after?.root, 'none');
    const repaired = await done('deployer', ...lane);
    assert.equal(repaired.after?.root, buildBatch(message.nonce, [messageIdOf(message)]).root);
    assert.equal(repaired.after?.[`message ${message.nonce}`], 'replaced');
    for (const again of [[], first, [...first, '--scan']]) {
      const nothing = await causeway(...lane, ...again, '--network', 'here', ...as('deployer'));
      assert.match(nothing.stdout, /"does":\[\]/, nothing.stderr);
    }
    // The last interval is right now: if it were dropped, its paid message could be refunded, too.
    assert.match(await refused('deployer', ...lane, ...first, '--drop'), /NOT_FORGED|which exist/);
    await done('deployer', 'unpause', '--remote', 'there');
  });

  /** Lets the oracle execute `calls` on here. */
  async function execute(calls: Parameters<ReturnType<typeof bridge>['build']>[1]): Promise<void> {
    const here = bridge();
    const payer: KeyHandle = devKey('alice');
    const anchor = must(await here.bind(must(await here.anchor(payer)), calls));
    const transaction = must(await here.build(anchor, calls));
    const { members, threshold } = file().oracle;
    const roles = SIGNER_ROLES.filter((role) => members.includes(devAccount(role).address)).slice(0, threshold);
    const keys = roles.map((role) => devKey(role));
    const signatures = await Promise.all(keys.map((key) => here.sign(transaction, key)));
    const submission = must(await here.prepareOracle(transaction, signatures, payer));
    must(await here.broadcast(submission));
    for (;;) {
      const outcome = must(await here.outcome(submission));
      if (outcome.state === 'included') return assert.ok(outcome.success, outcome.failure?.code);
    }
  }
});
