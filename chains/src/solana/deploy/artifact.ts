import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

let code: Buffer | undefined;

/** The committed build of the bridge program. */
export function bridgeCode(): Buffer {
  code ??= readFileSync(fileURLToPath(import.meta.resolve('@causeway/contracts-solana/causeway_bridge.so')));
  return code;
}
