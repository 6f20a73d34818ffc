import assert from 'node:assert/strict';
import { once } from 'node:events';
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getAccount, getAssociatedTokenAddressSync } from '@solana/spl-token';
import { Keypair, LAMPORTS_PER_SOL, type PublicKey } from '@solana/web3.js';
import { endProcess } from '../../src/process-guard.ts';
import { Journal } from '../../src/solana/journal.ts';
import { createToken } from './spl.ts';
import { PAYER_LAMPORTS, TestNode } from './support.ts';

const VERSION = { maxSupportedTransactionVersion: 0 } as const;

describe('Solana chain: state kept on disk', function () {
  this.timeout(120_000);
  let folder: string;
  let test: TestNode | undefined;
  const payer = Keypair.generate();

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'solana-chain-'));
  });

  afterEach(async () => {
    await test?.stop();
    test = undefined;
    await rm(folder, { recursive: true });
  });

  async function start(): Promise<TestNode> {
    test = await TestNode.start('paused', folder, payer);
    return test;
  }

  /** Everything that a client can read of a finished part of the chain. */
  async function history(node: TestNode, address: PublicKey) {
    const last = await node.at.confirmed.getSlot();
    const signatures = await node.rpc('getSignaturesForAddress', address.toBase58(), { commitment: 'confirmed' });
    return {
      genesis: await node.at.confirmed.getGenesisHash(),
      slots: await node.at.confirmed.getBlocks(0, last),
      last: await node.rpc('getBlock', last, { commitment: 'confirmed', maxSupportedTransactionVersion: 0 }),
      transactions: await Promise.all(
        signatures.map(({ signature }: { signature: string }) =>
          node.rpc('getTransaction', signature, { commitment: 'confirmed', ...VERSION }),
        ),
      ),
    };
  }

  it('a stopped chain continues: genesis, slots, history, accounts at each commitment', async () => {
    const first = await start();
    const to = Keypair.generate().publicKey;
    const token = await createToken(first, 6);
    await token.mint(to, 5n);
    await first.send([first.transfer(to, LAMPORTS_PER_SOL)]);
    await first.rpc('causeway_skipSlots', 2);
    await first.advance(20);
    await first.send([first.transfer(to, LAMPORTS_PER_SOL)]);
    await first.advance();
    const before = await history(first, to);
    const { blockhash } = await first.at.confirmed.getLatestBlockhash();
    await first.stop();

    const second = await start();
    assert.deepEqual(await history(second, to), before);
    assert.equal(await second.at.confirmed.getSlot(), before.slots.at(-1));
    assert.equal(await second.at.confirmed.getBalance(to), 2 * LAMPORTS_PER_SOL);
    assert.equal(await second.at.finalized.getBalance(to), 0);
    assert.equal((await getAccount(second.at.confirmed, getAssociatedTokenAddressSync(token.address, to))).amount, 5n);
    assert.equal((await second.at.confirmed.isBlockhashValid(blockhash)).value, true);
    await second.advance(11);
    assert.equal(await second.at.finalized.getBalance(to), LAMPORTS_PER_SOL);
    await second.send([second.transfer(to, LAMPORTS_PER_SOL)]);
    await second.advance();
    assert.equal(await second.at.confirmed.getBalance(to), 3 * LAMPORTS_PER_SOL);
  });

  it('a killed chain restores everything that it had confirmed', async () => {
    const first = await start();
    const to = Keypair.generate().publicKey;
    await first.send([first.transfer(to, LAMPORTS_PER_SOL)]);
    await first.advance();
    const before = await history(first, to);
    await first.send([first.transfer(to, LAMPORTS_PER_SOL)]);
    first.node.process.kill('SIGKILL');
    await once(first.node.process, 'exit');
    await first.stop();

    const second = await start();
    assert.deepEqual(await history(second, to), before);
    assert.equal(await second.at.processed.getBalance(to), LAMPORTS_PER_SOL, 'the open slot is lost, whole');
  });

  it('a line that a killed process left unfinished is dropped', async () => {
    const first = await start();
    const to = Keypair.generate().publicKey;
    await first.send([first.transfer(to, LAMPORTS_PER_SOL)]);
    await first.advance(3);
    const before = await history(first, to);
    await first.stop();
    const file = join(folder, 'ledger.jsonl');
    await appendFile(file, '{"slot":5,"time":17');
    const second = await start();
    assert.deepEqual(await history(second, to), before);
    await second.advance();
    const after = await history(second, to);
    await second.stop();
    assert.deepEqual(await history(await start(), to), after);
  });

  it('a file that is no chain is refused, and left as it is', async () => {
    const file = join(folder, 'ledger.jsonl');
    await writeFile(file, '{"format":99}\n');
    await assert.rejects(start(), /no journal of format 1/);
    assert.equal(await readFile(file, 'utf8'), '{"format":99}\n');
  });

  it('a damaged line is named with its file and what to do, and the file is left as it is', async () => {
    const first = await start();
    await first.send([first.transfer(Keypair.generate().publicKey, LAMPORTS_PER_SOL)]);
    await first.advance(3);
    await first.stop();
    const file = join(folder, 'ledger.jsonl');
    const lines = (await readFile(file, 'utf8')).split('\n');
    const advice = (line: number) =>
      new RegExp(`ledger\\.jsonl, line ${line} is damaged .*restore the folder from a copy`);
    const damaged = lines.with(1, `${lines[1]?.slice(0, -5)}`).join('\n');
    await writeFile(file, damaged);
    await assert.rejects(start(), ({ message }: Error) => {
      assert.match(message, advice(2));
      assert.doesNotMatch(message, /\n\s+at /);
      return true;
    });
    assert.equal(await readFile(file, 'utf8'), damaged);

    const damages: readonly (readonly [line: number, text: string])[] = [
      [1, '{"format":1,"seed":'],
      [2, `${lines[1]?.replace(/"raw":"..../, '"raw":"////')}`],
      [3, lines[1] ?? ''],
      [4, '{"slot":"4","time":1}'],
    ];
    for (const [line, text] of damages) {
      const own = join(folder, String(line));
      await mkdir(own);
      await writeFile(join(own, 'ledger.jsonl'), lines.with(line - 1, text).join('\n'));
      const read = () => [...Journal.open(own, () => assert.fail('there is a journal')).blocks];
      assert.throws(read, advice(line));
    }
  });

  it('a running chain cannot be opened a second time', async () => {
    await start();
    const again = async () => (await TestNode.start('paused', folder, payer)).stop();
    await assert.rejects(again(), /is in use by process \d+/);
  });

  it('SIGTERM ends it with code 0', async () => {
    const { node } = await start();
    await endProcess(node.process);
    assert.equal(node.process.exitCode, 0);
  });

  it('two new chains have different identities', async () => {
    const one = await start();
    const genesis = await one.at.confirmed.getGenesisHash();
    assert.equal(await one.at.confirmed.getBalance(payer.publicKey), Number(PAYER_LAMPORTS));
    const other = await TestNode.start('paused', undefined, payer);
    try {
      assert.notEqual(await other.at.confirmed.getGenesisHash(), genesis);
    } finally {
      await other.stop();
    }
  });
});
