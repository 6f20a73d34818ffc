import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { CoreApiClient } from '@radixdlt/babylon-core-api-sdk';
import { PrivateKey } from '@radixdlt/radix-engine-toolkit';
import { accountOf, connect, deposit, FAUCET, type Notarized, network, notarize } from './core-api/support.ts';

/** Pause between two requests, ms. */
const POLL_MS = 10;

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** A ledger in its own process. */
interface Running {
  readonly child: ChildProcess;
  readonly api: CoreApiClient['lowLevel'];
  readonly port: number;
}

describe('Radix ledger: a process of its own', () => {
  const key = new PrivateKey.Ed25519(new Uint8Array(32).fill(3));
  const running: ChildProcess[] = [];
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'radix-ledger-'));
  });

  afterEach(async () => {
    await Promise.all(running.splice(0).map((child) => end(child, 'SIGKILL')));
    await rm(folder, { recursive: true });
  });

  function run(...options: string[]): ChildProcess {
    const child = spawn(process.execPath, [MAIN, ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
    running.push(child);
    return child;
  }

  /** Ends a process if it still runs. Returns its exit code, null when a signal ended it. */
  async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await once(child, 'exit');
    }
    return child.exitCode;
  }

  async function start(...options: string[]): Promise<Running> {
    const child = run('--port', '0', '--folder', folder, '--round-ms', '20', ...options);
    assert.ok(child.stdout);
    for await (const line of createInterface(child.stdout)) {
      const port = Number(/^Listening on http:\/\/127\.0\.0\.1:(\d+)$/.exec(line)?.[1]);
      const { lowLevel: api } = await connect(`http://127.0.0.1:${port}/core`);
      return { child, api, port };
    }
    throw new Error('the ledger did not start');
  }

  /** The output of a process that fails to start, and its exit code. */
  async function refusal(...options: string[]): Promise<{ words: string; code: number | null }> {
    const child = run(...options);
    let words = '';
    child.stderr?.on('data', (chunk) => {
      words += chunk;
    });
    await once(child, 'close');
    return { words, code: child.exitCode };
  }

  async function free(): Promise<Notarized> {
    const account = await accountOf(key);
    return notarize(
      key,
      `CALL_METHOD Address("${FAUCET}") "lock_fee" Decimal("10"); CALL_METHOD Address("${FAUCET}") "free"; ${deposit(account)}`,
    );
  }

  const submit = ({ api }: Running, { hex }: Notarized) =>
    api.transaction.transactionSubmitPost({ transactionSubmitRequest: { network, notarized_transaction_hex: hex } });

  const status = async ({ api }: Running, { intentHash: intent_hash }: Notarized) =>
    api.transaction.transactionStatusPost({ transactionStatusRequest: { network, intent_hash } });

  async function committed(ledger: Running, transaction: Notarized): Promise<void> {
    while ((await status(ledger, transaction)).intent_status !== 'CommittedSuccess') await setTimeout(POLL_MS);
  }

  const page = ({ api }: Running, limit: number) =>
    api.stream.streamTransactionsPost({ streamTransactionsRequest: { network, from_state_version: 1, limit } });

  async function balance({ api }: Running): Promise<string | undefined> {
    const answer = await api.state.stateAccountPost({
      stateAccountRequest: { network, account_address: await accountOf(key) },
    });
    const [vault] = answer.vaults;
    return vault?.resource_amount.resource_type === 'Fungible' ? vault.resource_amount.amount : undefined;
  }

  it('continues a stopped ledger: history, statuses and state', async () => {
    const first = await start();
    const transaction = await free();
    await submit(first, transaction);
    await committed(first, transaction);
    const before = {
      page: await page(first, 5),
      status: await status(first, transaction),
      balance: await balance(first),
    };
    assert.equal(await end(first.child, 'SIGTERM'), 0);

    const second = await start();
    assert.deepEqual((await page(second, 5)).transactions, before.page.transactions);
    assert.deepEqual(await status(second, transaction), before.status);
    assert.equal(await balance(second), before.balance);
    const another = await free();
    await submit(second, another);
    await committed(second, another);
    assert.equal(await balance(second), '20000');
    assert.equal(await end(second.child, 'SIGINT'), 0);
  });

  it('restores everything that a killed ledger had committed', async () => {
    const first = await start();
    const transaction = await free();
    await submit(first, transaction);
    await committed(first, transaction);
    const before = { page: await page(first, 5), status: await status(first, transaction) };
    await end(first.child, 'SIGKILL');

    const second = await start();
    assert.deepEqual((await page(second, 5)).transactions, before.page.transactions);
    assert.deepEqual(await status(second, transaction), before.status);
    assert.equal(await balance(second), '10000');
  });

  it('refuses a folder and a port that are in use', async () => {
    const { port } = await start();
    const folderInUse = await refusal('--port', '0', '--folder', folder);
    assert.match(folderInUse.words, /in use by process/);
    assert.equal(folderInUse.code, 1);
    const portInUse = await refusal('--port', String(port));
    assert.match(portInUse.words, /EADDRINUSE/);
    assert.equal(portInUse.code, 1);
  });

  it('prints its options, and refuses others', async () => {
    const { code } = await refusal('--help');
    assert.equal(code, 0);
    for (const options of [
      ['--port', '65536'],
      ['--round-ms', '0'],
    ]) {
      const { words, code } = await refusal(...options);
      assert.equal(code, 1, options.join(' '));
      assert.match(words, /error: /);
    }
  });
});
