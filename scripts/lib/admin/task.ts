import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AdminAction,
  actionInWords,
  type Deployment,
  deploymentPath,
  type KeyHandle,
  type PlanFile,
  readDeployment,
  writeDeployment,
} from '@causeway/chains';
import { replaceFile } from '@causeway/config';
import { sleep, systemClock } from '@causeway/runtime';
import type { CommandContext } from '../client/command.ts';
import { unwrap, usageError } from '../keys/key-flags.ts';
import { type AdminFlags, type Desk, keyAt, type Office } from './desk.ts';

/** The part of a bridge's state that a command changes, in words for people. */
export type State = Readonly<Record<string, string>>;

/** One action, and what its fields are afterwards. A step whose fields are so already is left out. */
export interface AdminStep {
  readonly action: AdminAction;
  /** Empty when nothing tells that the action was done before. */
  readonly expected: State;
}

/** What a command does at one bridge. */
export interface AdminTask {
  readonly desk: Desk;
  readonly steps: readonly AdminStep[];
  /** Reads the state with the configured quorum. Throws when it cannot. */
  readonly read: () => Promise<State>;
  /** The deployment file once the state is as expected. */
  readonly record?: (file: Deployment, now: State) => Deployment;
}

/** A task whose state was read. */
interface Prepared extends AdminTask {
  readonly before: State;
  /** The steps that are still to be done. */
  readonly open: readonly AdminStep[];
}

/** Longest time until endpoints show an included transaction, milliseconds. */
const SHOWN_MS = 60_000;
const LOOK_MS = 250;

/**
 * Runs `tasks`: shows the state, asks, sends and reads again; with --plan writes files instead. Networks are done at
 * once, the bridges of one network after each other, and one that fails does not keep the others from it.
 */
export async function runTasks(
  context: CommandContext,
  office: Office,
  flags: AdminFlags,
  tasks: readonly AdminTask[],
): Promise<void> {
  const failures: Error[] = [];
  /** Runs `work` for each at once; what fails is kept for the end. */
  const each = async <T, U>(all: readonly T[], work: (one: T) => Promise<U>): Promise<readonly U[]> => {
    const results = await Promise.allSettled(all.map(work));
    return results.flatMap((result) => {
      if (result.status === 'fulfilled') return [result.value];
      failures.push(result.reason as Error);
      return [];
    });
  };
  const prepared = await each(tasks, prepare);
  const open = prepared.filter((task) => task.open.length > 0);
  await each(
    prepared.filter((one) => one.open.length === 0),
    async (task) => conclude(context, office, task, { steps: [], now: task.before }),
  );
  if (flags.plan !== undefined) await writePlans(context, flags, open);
  else if (open.length > 0) {
    const ready = await each(open, async (task) => ({ task, key: await acceptedKey(office, task, flags) }));
    if (ready.length > 0 && (await isAgreed(context, flags, ready))) {
      const networks = Map.groupBy(ready, ({ task }) => task.desk.network.name);
      await each([...networks.values()], async (bridges) => {
        for (const one of bridges) await perform(context, office, one);
      });
    }
  }
  if (failures.length === 0) return;
  if (failures.length === tasks.length) throw failures[0];
  for (const { message } of failures) process.stderr.write(`causeway: ${message}\n`);
  context.exitWith(1);
}

async function prepare(task: AdminTask): Promise<Prepared> {
  const before = await task.read();
  return { ...task, before, open: task.steps.filter(({ expected }) => !isSo(expected, before)) };
}

const isSo = (expected: State, now: State): boolean => {
  const entries = Object.entries(expected);
  return entries.length > 0 && entries.every(([name, value]) => now[name] === value);
};

const expectedOf = (steps: readonly AdminStep[]): State => Object.assign({}, ...steps.map(({ expected }) => expected));

const wordsOf = ({ desk }: AdminTask, steps: readonly AdminStep[]): readonly string[] => {
  const { family, record: bridge, network } = desk;
  return steps.map(({ action }) => actionInWords(action, { deployment: network.deployment, family, bridge }));
};

/** A state as one cell. */
const stateText = (state: State): string =>
  Object.entries(state)
    .map(([name, value]) => `${name}: ${value}`)
    .join('; ');

/** What happened, or would happen, at one bridge. */
interface Outcome {
  readonly task: Prepared;
  readonly steps: readonly AdminStep[];
  /** The state that a plan leads to. */
  readonly predicted?: State;
  readonly after?: State;
  readonly transactions?: readonly string[];
  /** Files of a plan. */
  readonly files?: readonly string[];
  /** The deployment file that was changed. */
  readonly recorded?: string;
}

function show({ out }: CommandContext, { task, steps, predicted, after, recorded, ...sent }: Outcome): void {
  const { network, family } = task.desk;
  const does = wordsOf(task, steps);
  const { transactions = [], files = [] } = sent;
  out.thing(
    { network: network.name, family, does, before: task.before, predicted, after, transactions, files, recorded },
    [
      ...(does.length > 0
        ? does.map((words) => ['does', words] as const)
        : [['does', `nothing at ${network.name}, bridge ${family}: it is so already`] as const]),
      ['before', stateText(task.before)],
      ...(predicted ? [['predicted', stateText(predicted)] as const] : []),
      ...(after ? [['after', stateText(after)] as const] : []),
      ...transactions.map((transaction) => ['transaction', transaction] as const),
      ...files.map((file) => ['plan', file] as const),
      ...(recorded === undefined ? [] : [['wrote', recorded] as const]),
    ],
  );
}

/** What was sent, and the state now. */
interface Concluded extends Pick<Outcome, 'steps' | 'after' | 'transactions'> {
  readonly now: State;
}

/** Lets the deployment file follow the chain, and shows what happened. Throws, after that, when no file is written. */
function conclude(context: CommandContext, office: Office, task: Prepared, { now, ...outcome }: Concluded): void {
  let recorded: Pick<Outcome, 'recorded'> = {};
  let failed: Error | undefined;
  try {
    recorded = recordIn(office, task, now);
  } catch (error) {
    failed = error as Error;
  }
  show(context, { task, ...outcome, ...recorded });
  if (failed === undefined) return;
  const path = deploymentPath(office.directory, task.desk.network.name);
  throw refusal(`the chain is as it should be, but ${path} is not written: ${failed.message}; run the command again`);
}

/** Writes the deployment file if it says something else than the chain does now. */
function recordIn({ directory }: Office, { desk, record }: AdminTask, now: State): Pick<Outcome, 'recorded'> {
  if (!record) return {};
  // Another command may have changed the file meanwhile.
  const file = unwrap(readDeployment(directory, desk.network.name));
  const changed = record(file, now);
  if (JSON.stringify(changed) === JSON.stringify(file)) return {};
  writeDeployment(directory, changed);
  return { recorded: deploymentPath(directory, desk.network.name) };
}

/** The key, once the bridge accepts each open step from it. */
async function acceptedKey(office: Office, task: Prepared, flags: AdminFlags): Promise<KeyHandle> {
  const { administration, network, family } = task.desk;
  const key = await keyAt(office, task.desk, flags);
  for (const { action } of task.open) {
    const accepted = await administration.check(action, key.address);
    if (accepted.ok) continue;
    const { code, message } = accepted.error;
    const advice = code === 'NotAdmin' || code === 'NotGuardian' ? `; ${await holdersIn(task)}` : '';
    throw refusal(`${network.name}, bridge ${family}: ${message} (${code})${advice}`);
  }
  return key;
}

/** Who holds the roles, for somebody whose key does not. */
async function holdersIn({ desk }: AdminTask): Promise<string> {
  const roles = unwrap(await desk.administration.roles());
  const proposed = roles.proposedAdmin === null ? '' : `, proposed as admin ${roles.proposedAdmin}`;
  return `admin is ${roles.admin}, guardian ${roles.guardian}${proposed}; --plan writes what a multisignature takes`;
}

const refusal = (message: string): Error => Object.assign(new Error(message), { name: 'Refusal' });

interface Ready {
  readonly task: Prepared;
  readonly key: KeyHandle;
}

/** Says what would be sent, and asks. */
async function isAgreed({ out, ask }: CommandContext, { yes }: AdminFlags, ready: readonly Ready[]): Promise<boolean> {
  if (yes) return true;
  const sentences = ready.flatMap(({ task, key }) => [
    ...wordsOf(task, task.open),
    `  before: ${stateText(task.before)}`,
    `  from ${key.address}`,
  ]);
  process.stderr.write(sentences.map((line) => `${line}\n`).join(''));
  if (!ask.isTerminal) throw usageError('give --yes: there is no terminal to ask at');
  if (await ask.agrees('Send this?')) return true;
  out.note('nothing was sent');
  return false;
}

/** Sends the open steps, and waits until the chain shows what is expected. */
async function perform(context: CommandContext, office: Office, { task, key }: Ready): Promise<void> {
  const { administration, network, family } = task.desk;
  const transactions: string[] = [];
  for (const { action } of task.open) {
    const sent = await administration.execute(action, key);
    if (!sent.ok) {
      const before = transactions.length === 0 ? '' : ` after ${transactions.join(', ')}`;
      throw refusal(`${network.name}, bridge ${family}: ${sent.error.message} (${sent.error.code})${before}`);
    }
    transactions.push(...sent.value);
  }
  const after = await shown(task, transactions);
  conclude(context, office, task, { steps: task.open, after, transactions, now: after });
}

/** The state once it is as the steps promise. Throws when it is not after a minute. */
async function shown({ desk, open, read }: Prepared, transactions: readonly string[]): Promise<State> {
  const expected = expectedOf(open);
  const start = systemClock.monotonic();
  for (;;) {
    const isLast = systemClock.monotonic() - start > SHOWN_MS;
    // It is sent already: an endpoint that fails for a moment changes nothing.
    const now = await read().catch(() => undefined);
    const wrong = Object.entries(expected).find(([name, value]) => now?.[name] !== value);
    if (now && wrong === undefined) return now;
    if (isLast) {
      const sent = `${desk.network.name}: it was sent as ${transactions.join(', ')}`;
      throw refusal(`${sent}, and ${wrong ? `${wrong[0]} is not ${wrong[1]} yet` : 'its state cannot be read'}`);
    }
    await sleep(systemClock, LOOK_MS);
  }
}

/** Writes the files for the tools of multisignatures. A bridge that would refuse has no file. */
async function writePlans(context: CommandContext, flags: AdminFlags, tasks: readonly Prepared[]): Promise<void> {
  const { plan, from, nonceAccount } = flags;
  const options = { ...(from !== undefined && { from }), ...(nonceAccount !== undefined && { nonceAccount }) };
  const folder = typeof plan === 'string' ? plan : '.';
  for (const task of tasks) {
    const files = new Map<string, PlanFile>();
    for (const { action } of task.open) {
      for (const file of unwrap(await task.desk.administration.plan(action, options))) files.set(file.name, file);
    }
    if (folder === '-') {
      process.stderr.write(
        wordsOf(task, task.open)
          .map((words) => `${words}\n`)
          .join(''),
      );
      process.stdout.write([...files.values()].map(({ text }) => text).join(''));
      continue;
    }
    const paths = [...files.values()].map((file) => writePlan(folder, file));
    const predicted = { ...task.before, ...expectedOf(task.open) };
    show(context, { task, steps: task.open, predicted, files: paths });
  }
  if (tasks.length > 0) context.out.note('Nothing was sent. Run the command again once this is executed: it checks.');
}

/** Writes one file of a plan and returns its path. */
function writePlan(folder: string, { name, text }: PlanFile): string {
  const path = join(folder, name);
  try {
    mkdirSync(folder, { recursive: true });
    replaceFile(path, text);
  } catch (error) {
    throw refusal(`${path} is not written: ${(error as Error).message}; nothing was sent`);
  }
  return path;
}
