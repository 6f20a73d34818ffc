import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { link, open, rm } from 'node:fs/promises';
import type { Identity } from '@causeway/keys';
import { fail, ok, type Result } from '@causeway/protocol';
import type { ChainViewRepository } from '@causeway/storage';
import type { NamedBridge } from '../bridges.ts';
import type { ExportFailure } from '../failures.ts';
import { blocksOf, FORMAT, type Part, signedBytes, VERSION } from './view-file.ts';

/** Blocks with events that are read at once. */
const PAGE = 500;

/** Recorded blocks that are searched for the oldest one. */
const MOST_RECORDED = 1_000_000;

/**
 * Writes where the bridges of one chain emitted events, up to a final block, to the new file `file`, signed by
 * `identity`. It reads page by page, also while a process uses the database. Returns the number of blocks. Fails with
 * NOTHING_RECORDED, FILE_EXISTS, and as the key service does; then there is no file.
 */
export async function exportView(
  chain: string,
  bridges: readonly NamedBridge[],
  view: ChainViewRepository,
  identity: Identity,
  file: string,
): Promise<Result<number, ExportFailure>> {
  const draft = `${file}.part`;
  rmSync(draft, { force: true });
  const output = await open(draft, 'wx', 0o600);
  try {
    const content = createHash('sha256');
    let lines = 0;
    const write = async (line: unknown) => {
      const text = `${JSON.stringify(line)}\n`;
      content.update(text);
      lines += 1;
      await output.write(text);
    };
    await write({ format: FORMAT, version: VERSION, chain, exporter: identity.name });
    let blocks = 0;
    for (const bridge of bridges) {
      for await (const part of partsOf(bridge, view)) {
        await write(part);
        if ('block' in part) blocks += 1;
      }
    }
    if (lines === 1) return fail('NOTHING_RECORDED', `nothing of ${chain} is recorded yet`);
    const signature = await identity.sign(signedBytes(content.digest('hex')));
    if (!signature.ok) return signature;
    await output.write(`${JSON.stringify({ lines, signature: signature.value })}\n`);
    await output.sync();
    // Unlike a rename, a link replaces nothing.
    await link(draft, file);
    return ok(blocks);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return fail('FILE_EXISTS', `${file} is there already`);
    throw error;
  } finally {
    await output.close();
    await rm(draft, { force: true });
  }
}

/** The lines about one bridge; none before its first scan. */
async function* partsOf({ provider, deployedAtBlock }: NamedBridge, view: ChainViewRepository): AsyncGenerator<Part> {
  const { family, domain, bridge } = provider;
  // The oldest recorded block is final, because the blocks below the newest final one are pruned.
  const to = (await view.recentBlocks(family, domain, MOST_RECORDED)).at(-1);
  if (!to) return;
  yield { family, domain, bridge, deployedAtBlock, to };
  for (let after = deployedAtBlock - 1; ; ) {
    const found = blocksOf(await view.events(family, domain, after, to.number, PAGE));
    yield* found;
    const last = found.at(-1);
    if (!last) return;
    after = last.block;
  }
}
