import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

let code: Buffer | undefined;

/** The bridge program, as built and committed. */
export function bridgeCode(): Buffer {
  code ??= readFileSync(fileURLToPath(import.meta.resolve('@causeway/contracts-solana/causeway_bridge.so')));
  return code;
}
