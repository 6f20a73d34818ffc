// Writes contracts/vectors/*.json, the shared truth of every implementation of the protocol.
//
//   generate-vectors           write them
//   generate-vectors --check   fail when a committed file is not what this would write
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { addressVectors, domainVectors } from './vectors/addresses.ts';
import { amountVectors } from './vectors/amounts.ts';
import { batchVectors } from './vectors/batches.ts';
import { dropVectors } from './vectors/drops.ts';
import { feeVectors } from './vectors/fees.ts';
import { messageVectors } from './vectors/messages.ts';
import { cancelVectors, outcomeVectors } from './vectors/outcomes.ts';
import { packedPartsVectors } from './vectors/packed.ts';
import { siteVectors } from './vectors/proofs.ts';
import { SITES } from './vectors/sites.ts';
import { termsVectors } from './vectors/terms.ts';

const directory = fileURLToPath(new URL('../../contracts/vectors/', import.meta.url));

/** Content of every vector file by its name. It is the same on every machine. */
export function vectorFiles(): Map<string, string> {
  const content = {
    'domains.json': domainVectors(),
    'addresses.json': addressVectors(),
    'amounts.json': amountVectors(),
    'messages.json': messageVectors(),
    'batches.json': batchVectors(),
    'cancels.json': cancelVectors(),
    'outcomes.json': outcomeVectors(),
    'drops.json': dropVectors(),
    'fees.json': feeVectors(),
    'packed-parts.json': packedPartsVectors(),
    'terms.json': termsVectors(),
    ...Object.fromEntries(SITES.map((site) => [`proofs-${site.kind}.json`, siteVectors(site)])),
  };
  // Integers of any size are decimal strings, which every language reads without loss.
  const text = (_key: string, value: unknown) =>
    typeof value === 'bigint' || typeof value === 'number' ? value.toString() : value;
  return new Map(Object.entries(content).map(([name, value]) => [name, `${JSON.stringify(value, text, 2)}\n`]));
}

/** Names of the committed files that differ from `files`. */
export function staleFiles(files: Map<string, string>): string[] {
  const committed = (name: string) =>
    existsSync(directory + name) ? readFileSync(directory + name, 'utf8') : undefined;
  return [...files].filter(([name, text]) => committed(name) !== text).map(([name]) => name);
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  const files = vectorFiles();
  if (values.check) {
    const stale = staleFiles(files);
    for (const name of stale) console.error(`contracts/vectors/${name} is not what generate-vectors writes`);
    process.exitCode = stale.length > 0 ? 1 : 0;
  } else {
    mkdirSync(directory, { recursive: true });
    for (const [name, text] of files) writeFileSync(directory + name, text);
  }
}
