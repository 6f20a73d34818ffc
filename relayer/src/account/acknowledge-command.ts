import { type Common, print, refuseCommand } from '@causeway/process/commands';
import type { Hex } from '@causeway/protocol';
import { isHex } from '@causeway/protocol';
import type { BridgeStorage, LaneDifference } from '@causeway/storage';
import { type StoredConfig, withStorage } from '../command-kit.ts';
import { differenceInWords, plainDifference } from './differences.ts';

export interface AcknowledgeOptions extends Common {
  readonly yes?: boolean;
}

export const ACKNOWLEDGE_HELP = `
For LANE_DIFFERS: a destination executed what no source sent, or committed a root over it. Without messages the command lists
what differs. First pause inbound and find the cause; then an administrator repairs the roots (\`causeway replace-root\`), which marks
the forged nonces as replaced. A repaired root ends its difference by itself. A forged execution stays one until its message is
acknowledged at each signer and at the relayer: then it counts no more, and the lane goes on. It works while the process runs.

Examples:
  causeway signer acknowledge --config signer-1.yaml
  causeway signer acknowledge 0x5f…e1 0x77…02 --config signer-1.yaml
  causeway relayer acknowledge 0x5f…e1 --yes`;

/** Asks on the terminal. Resolves to false for anything but "yes", and where nobody can be asked. */
type Ask = (question: string) => Promise<boolean>;

/** Runs the command on the database of the configuration file, which has a section of `schema`. */
export const acknowledge = (
  messages: readonly string[],
  options: AcknowledgeOptions,
  schema: StoredConfig,
): Promise<void> =>
  withStorage(options.config, (storage) => acknowledgeIn(storage, messages, options, askOnTerminal), schema);

/** Lists what differs, or acknowledges the executions of `messages` once the person agrees. */
export async function acknowledgeIn(
  { comparisons, clock }: Pick<BridgeStorage, 'comparisons' | 'clock'>,
  messages: readonly string[],
  { yes = false, json }: AcknowledgeOptions,
  ask: Ask,
): Promise<void> {
  const open = await comparisons.differences();
  if (messages.length === 0) {
    const lines = open.length > 0 ? open.map(described) : ['no lane differs'];
    return print(json, { differences: open.map(plainDifference), acknowledged: [] }, lines);
  }
  const wrong = messages.find((id) => !isHex(id, 32));
  if (wrong !== undefined) return refuseCommand(`${wrong}: is no message id, 0x and 64 hexadecimal digits`);
  const ids = messages.map((id) => id.toLowerCase() as Hex);
  const about = open.filter(({ kind, subject }) => kind === 'execution' && ids.includes(subject as Hex));
  const unknown = ids.find((id) => !about.some(({ subject }) => subject === id));
  if (unknown !== undefined)
    return refuseCommand(`${unknown}: no execution of it differs; run the command without messages`);
  const unrepaired = open.find(({ kind, lane }) => kind === 'root' && about.some((one) => isSameLane(one.lane, lane)));
  if (unrepaired) {
    return refuseCommand(
      `a root of the same lane is still wrong; repair it first (causeway replace-root): ${unrepaired.detail}`,
    );
  }
  process.stderr.write(about.map((one) => `${described(one)}\n`).join(''));
  if (!yes && !(await ask('These executions count no more, and the lane goes on. Type "yes" to acknowledge them: '))) {
    return refuseCommand('nothing was acknowledged; answer "yes", or give --yes');
  }
  const ended = await comparisons.acknowledge(ids, clock.now());
  const left = (await comparisons.differences()).map(plainDifference);
  print(json, { differences: left, acknowledged: ids }, [
    `acknowledged ${new Set(ended.map(({ subject }) => subject)).size} executions; ${left.length} differences are left`,
  ]);
}

const isSameLane = (one: LaneDifference['lane'], other: LaneDifference['lane']): boolean =>
  one.family === other.family && one.source === other.source && one.destination === other.destination;

const described = (difference: LaneDifference): string => {
  const how = difference.kind === 'root' ? 'a repair of the root ends it' : `acknowledge ${difference.subject}`;
  return `${differenceInWords(plainDifference(difference))} (${how})`;
};

const askOnTerminal: Ask = async (question) => {
  if (!process.stdin.isTTY) return false;
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(question)).trim() === 'yes';
  } finally {
    terminal.close();
  }
};
