import type { RandomMutant } from './sources.ts';

/** Changes of one line that no test can notice, because the program does the same. */
interface Equivalent {
  readonly line: string;
  readonly becomes: readonly string[];
  readonly why: string;
}

const NO_PROMISE = 'nothing depends on a millisecond more or less';
const NO_MEMORY = 'how many are remembered is a size of memory, and one more or less is the same';

/** The changes of shipped code that random mutants leave out, by file. Each was judged by hand. */
export const EQUIVALENT: Readonly<Record<string, readonly Equivalent[]>> = {
  'contracts/evm/src/settler/SettlerVaults.sol': [
    {
      line: 'uint256 internal constant PAYMENT_GAS = 50_000;',
      becomes: ['50001', '49999'].map((gas) => `uint256 internal constant PAYMENT_GAS = ${gas};`),
      why: 'no recipient depends on a unit of gas more or less',
    },
  ],
  'contracts/solana/settler/src/swap.rs': [
    {
      line: 'const EVENT: usize = size(32 + 32 + 32 + 32 + 8);',
      becomes: ['33 + 32 + 32 + 32 + 8', '32 + 33 + 32 + 32 + 8', '32 + 32 + 33 + 32 + 8', '32 + 32 + 32 + 33 + 8'].map(
        (sizes) => `const EVENT: usize = size(${sizes});`,
      ),
      why: 'it is the room for the longest event, and more room is the same',
    },
  ],
  'api/src/plugins/app/idempotency.ts': [
    {
      line: "if (reply.statusCode < 300 && !reply.hasHeader('set-cookie')) {",
      becomes: [
        "if (reply.statusCode <= 300 && !reply.hasHeader('set-cookie')) {",
        "if (reply.statusCode < 301 && !reply.hasHeader('set-cookie')) {",
      ],
      why: 'no operation answers 300',
    },
  ],
  'chains/src/rpc/quorum.ts': [
    {
      line: 'constructor(endpoints: readonly E[], quorum: number, describe: (error: unknown) => string, graceMs = 100) {',
      becomes: [
        'constructor(endpoints: readonly E[], quorum: number, describe: (error: unknown) => string, graceMs = 101) {',
        'constructor(endpoints: readonly E[], quorum: number, describe: (error: unknown) => string, graceMs = 99) {',
      ],
      why: NO_PROMISE,
    },
    {
      line: 'finished = true;',
      becomes: ['finished = false;'],
      why: 'a promise resolves once; what comes later only starts a timer that changes nothing',
    },
    { line: 'if (finished) return;', becomes: ['if (finished) {}'], why: 'the same' },
    { line: 'const SHOWN_MS = 1_000;', becomes: ['const SHOWN_MS = 1001;', 'const SHOWN_MS = 999;'], why: NO_PROMISE },
    {
      line: 'if (shown?.hash === hash && this.#clock.monotonic() - shown.atMs < SHOWN_MS) return;',
      becomes: ['if (shown?.hash === hash && this.#clock.monotonic() - shown.atMs <= SHOWN_MS) return;'],
      why: NO_PROMISE,
    },
    {
      line: 'const RETRY_MS = [100, 200, 400];',
      becomes: [
        '[101, 200, 400]',
        '[99, 200, 400]',
        '[100, 201, 400]',
        '[100, 199, 400]',
        '[100, 200, 401]',
        '[100, 200, 399]',
      ].map((pauses) => `const RETRY_MS = ${pauses};`),
      why: NO_PROMISE,
    },
    {
      line: 'const PATIENCE_MS = 500;',
      becomes: ['const PATIENCE_MS = 501;', 'const PATIENCE_MS = 499;'],
      why: NO_PROMISE,
    },
  ],
  'relayer/src/signer/known-final.ts': [
    {
      line: 'const MOST_REMEMBERED = 100_000;',
      becomes: ['const MOST_REMEMBERED = 100001;', 'const MOST_REMEMBERED = 99999;'],
      why: NO_MEMORY,
    },
  ],
  'relayer/src/signer/start.ts': [
    {
      line: "await leases.acquire('signer', randomUUID(), 1);",
      becomes: ["await leases.acquire('signer', randomUUID(), 0);", "await leases.acquire('signer', randomUUID(), 2);"],
      why: 'the first lease claims the database for the process, however short it is',
    },
  ],
  'relayer/src/signer/service.ts': [
    {
      line: 'const MOST_SIGNED = 64;',
      becomes: ['const MOST_SIGNED = 65;', 'const MOST_SIGNED = 63;'],
      why: NO_MEMORY,
    },
  ],
};

/** Whether `mutant` is listed. */
export const isEquivalent = ({ file, line, becomes }: Pick<RandomMutant, 'file' | 'line' | 'becomes'>): boolean =>
  (EQUIVALENT[file] ?? []).some((known) => known.line === line && known.becomes.includes(becomes));

/** The entries for `files` that are none of `mutants`, which are all of those files. */
export const staleAmong = (files: readonly string[], mutants: readonly RandomMutant[]): readonly string[] =>
  files.flatMap((file) =>
    (EQUIVALENT[file] ?? []).flatMap(({ line, becomes }) =>
      becomes
        .filter(
          (one) => !mutants.some((mutant) => mutant.file === file && mutant.line === line && mutant.becomes === one),
        )
        .map((one) => `${file}: ${line} → ${one}`),
    ),
  );
