import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Names of the committed programs. */
export type ProgramName = 'causeway_bridge' | 'causeway_settler';

const codes = new Map<ProgramName, Buffer>();

/** The committed build of a program. */
export function programCode(name: ProgramName): Buffer {
  const code =
    codes.get(name) ?? readFileSync(fileURLToPath(import.meta.resolve(`@causeway/contracts-solana/${name}.so`)));
  codes.set(name, code);
  return code;
}
