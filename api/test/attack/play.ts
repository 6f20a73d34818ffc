import { join } from 'node:path';
import { LONG, sayProgress } from '@causeway/protocol/test-support/cases';
import { Random } from '@causeway/protocol/test-support/random';
import { type Dumper, openDumper } from '@causeway/storage/test-support/dump';
import { as, type TestApi } from '../support/api.ts';
import { ask, type Reply } from '../support/avatars.ts';
import { finalise } from '../support/chains.ts';
import { openStream } from '../support/event-stream.ts';
import { type ApiDescription, operationsOf } from '../support/resources.ts';
import { circleOf, judge, type Played, wrongText } from './judge.ts';
import { type AttackRequest, Forge, type Method } from './requests.ts';
import { SERVICE } from './rules.ts';
import { type Snapshot, take } from './snapshot.ts';
import type { Surface, Target } from './values.ts';
import { type Attacker, canary, openCopy, ROLES, type Role, type World } from './world.ts';

/** What is attacked by whom and how, before anything is chosen at random. */
export interface Case {
  readonly index: number;
  readonly operationId: string;
  readonly role: Role;
  readonly method: Method;
}

/** Something that the rules do not allow. */
export interface Finding {
  readonly at: Case;
  readonly attacker: string;
  readonly request: AttackRequest;
  readonly wrong: readonly string[];
  /** True when the request alone is found, in a new copy of the world. */
  readonly isAlone: boolean;
}

/** The surface of a world: every operation of the document. */
export async function surfaceOf(world: World, folder: string): Promise<Surface> {
  const { api, remove } = await openCopy(world, join(folder, 'document.sqlite'));
  await api.app.ready();
  const document = api.app.swagger() as unknown as ApiDescription;
  const targets = operationsOf(document).map((one) => {
    const operation = api.app.operations.find(({ declaration }) => declaration.operationId === one.operationId);
    if (operation === undefined) throw new Error(`${one.operationId} is in the document and is no operation`);
    return { ...one, operation };
  });
  await remove();
  return { world, document, targets, folder, mibUs: usOfMib() };
}

/** The methods as often as they come for each role: fifty requests at once take the time of many cases. */
const OFTEN: readonly Method[] = ['ids', 'ids', 'undeclared', 'undeclared', 'biggest', 'fifty'];

const EACH = ROLES.flatMap((role) => OFTEN.map((method) => ({ role, method })));
/** Passes after which each operation had every role and method. */
export const PAIRS = EACH.length;

/**
 * The cases of a seed: in each pass, every operation once, with another pair of role and method; so that after as many
 * passes as there are pairs each operation had all of them.
 */
export function schedule(operationIds: readonly string[], seed: number, count: number): readonly Case[] {
  const random = new Random(seed);
  const orders = new Map(operationIds.map((operationId) => [operationId, random.shuffled(EACH)]));
  const cases: Case[] = [];
  for (let pass = 0; cases.length < count; pass += 1) {
    for (const operationId of random.shuffled(operationIds)) {
      const pair = orders.get(operationId)?.[pass % PAIRS];
      if (pair && cases.length < count) cases.push({ index: cases.length, operationId, ...pair });
    }
  }
  return cases;
}

/** Cases of one copy of the world. */
const ROUND_CASES = 100;
/** Cases between two lives of the bystander. */
const BYSTANDER_CASES = 20;
/** Operations that change what an attacker is, so that the next case needs a new copy of the world. */
const CHANGES_STANDING = [
  ...['freezeAvatar', 'thawAvatar', 'assignRole', 'endSession', 'endSessions', 'revokeToken', 'changePassword'],
  ...['resetPassword', 'renewApiKey', 'revokeApiKey', 'deregisterAgent', 'refreshToken', 'verifyEmail', 'disownMail'],
];
/** Findings after which an attack stops. */
const MOST_FINDINGS = LONG ? 20 : 1;
/** Requests that may be made to reduce a finding. */
const REDUCTIONS = 16;

const turn = () => new Promise((resolve) => setImmediate(resolve));

interface RoundParts {
  readonly api: TestApi;
  readonly dumper: Dumper;
  readonly now: Snapshot;
  readonly remove: () => Promise<void>;
  readonly url: string;
}

/** A case whose request is to be made. */
interface Ready {
  readonly at: Case;
  readonly played: Omit<Played, 'after' | 'replies'>;
}

interface OpenedStream extends Ready {
  readonly stream: Awaited<ReturnType<typeof openStream>>;
}

interface Outcome {
  readonly wrong: readonly string[];
  readonly replies: readonly Reply[];
}

/** Streams of one case. */
const MOST_STREAMS = 3;
/** A read takes less of the process's time than reading and writing so many MiB of JSON. */
const MOST_MIB = 40;

/** Processor time of this thread, microseconds: others on the machine do not lengthen it. */
const busyUs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return user + system;
};

/** Processor time after which a measurement is more than the steps of the clock, microseconds. */
const ENOUGH_US = 100_000;

/** What this machine takes to read and write 1 MiB of JSON, microseconds of processor time. */
function usOfMib(): number {
  const text = JSON.stringify(Array.from({ length: 8_192 }, (_, at) => ({ id: at, name: 'x'.repeat(100) })));
  const startedUs = busyUs();
  let times = 0;
  for (; busyUs() - startedUs < ENOUGH_US; times += 1) JSON.stringify(JSON.parse(text));
  return (busyUs() - startedUs) / times;
}

/** A copy of the world that is attacked. */
class Round {
  readonly api: TestApi;
  readonly #world: World;
  readonly #dumper: Dumper;
  readonly #remove: () => Promise<void>;
  readonly #streams: OpenedStream[] = [];
  readonly #targets: readonly Target[];
  readonly #url: string;
  readonly #mibUs: number;
  #now: Snapshot;
  #lives = 0;
  played = 0;
  /** True once the attacker's credential was not accepted. */
  hasEnded = false;
  /** True once the world must be made anew for the next case. */
  isOver = false;

  private constructor({ world, targets, mibUs }: Surface, parts: RoundParts) {
    this.#world = world;
    this.#targets = targets;
    this.api = parts.api;
    this.#dumper = parts.dumper;
    this.#now = parts.now;
    this.#remove = parts.remove;
    this.#url = parts.url;
    this.#mibUs = mibUs;
  }

  static async open(surface: Surface, path: string): Promise<Round> {
    const { api, remove } = await openCopy(surface.world, path);
    const url = await api.app.listen({ host: '127.0.0.1', port: 0 });
    const dumper = await openDumper(api.databasePath, Object.keys(SERVICE));
    const round = new Round(surface, { api, dumper, now: await take(dumper, api), remove, url });
    round.#now = await round.#settled(round.#now);
    return round;
  }

  /** Ends the round; returns what the streams showed that they must not. */
  async close(): Promise<readonly Finding[]> {
    await this.live();
    const found = [];
    for (const { at, played, stream } of this.#streams) {
      await stream.close();
      const circle = circleOf(played.attacker, this.#now);
      const wrong = [...wrongText({ ...played, replies: [], after: this.#now }, circle, stream.text())];
      const { attacker, request } = played;
      if (wrong.length > 0) found.push({ at, attacker: attacker.name, request, wrong, isAlone: false });
    }
    await this.#dumper.close();
    await this.#remove();
    return found;
  }

  /** The snapshot once nothing changes any more by itself. */
  async #settled(first: Snapshot): Promise<Snapshot> {
    let one = first;
    for (let reads = 0; reads < 50; reads += 1) {
      for (let turns = 0; turns < 5; turns += 1) await turn();
      const other = await take(this.#dumper, this.api);
      if (one.equals(other)) return other;
      one = other;
    }
    return one;
  }

  /** The bystander works, and everybody's streams run. */
  async live(): Promise<void> {
    const { id, token } = this.#world.bystander;
    this.#lives += 1;
    const text = canary('bob', 'messages', 'later');
    await ask(this.api, '/api/messaging/send-message', { toAvatarId: id, message: text }, { token });
    const input = { text: canary('bob', 'tasks', 'later') };
    await ask(
      this.api,
      '/api/agents/tasks/submit',
      { type: 'work-bob', requirements: { agents: 'own' }, input },
      { token },
    );
    const name = canary('bob', 'holons', 'later');
    await ask(this.api, '/api/data/save-holon', { name: `${name} ${this.#lives}`, holonType: 'Test' }, { token });
    this.#now = await this.#settled(await take(this.#dumper, this.api));
  }

  async #ask(ready: Ready): Promise<Reply> {
    const { target, attacker, request } = ready.played;
    const { method, url, body, text } = request;
    const headers = { ...request.headers, ...(attacker.token !== undefined && as(attacker.token)) };
    if (target.operation.declaration.stream) {
      const stream = await openStream(`${this.#url}${url}`, headers);
      const { status } = stream.response;
      if (status === 200) this.#streams.push({ ...ready, stream });
      else await stream.end;
      const shown = status === 200 ? '' : stream.text();
      return { status, code: codeOf(shown), result: null, headers: {}, body: shown };
    }
    const answer = await this.api.app.inject({
      method: method as 'GET',
      url,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { payload: text ?? JSON.stringify(body) }),
    });
    const { statusCode: status, headers: answered } = answer;
    return { status, code: codeOf(answer.body), result: null, headers: answered, body: answer.body };
  }

  /** Plays one request as often as it comes; returns everything that is wrong with it. */
  async play(at: Case, target: Target, attacker: Attacker, request: AttackRequest): Promise<Outcome> {
    if (this.played > 0 && this.played % BYSTANDER_CASES === 0) await this.live();
    this.played += 1;
    const before = this.#now;
    const effective = this.#effective(target, request);
    const asked = { api: this.api, world: this.#world, target, effective, attacker, request, before };
    const times = target.operation.declaration.stream ? Math.min(request.times, MOST_STREAMS) : request.times;
    const startedUs = busyUs();
    const replies = await Promise.all(Array.from({ length: times }, () => this.#ask({ at, played: asked })));
    const busy = (busyUs() - startedUs) / times;
    const moves = target.method !== 'GET' && replies.some(({ status }) => status < 300);
    if (moves && /Orders|Wallets|MCP|Avatars/.test(target.tag)) await this.#turnChains();
    const first = await take(this.#dumper, this.api);
    this.#now = before.equals(first) ? first : await this.#settled(first);
    const wrong = [...judge({ ...asked, replies, after: this.#now })];
    const isRead = effective.method === 'GET';
    if (busy > MOST_MIB * this.#mibUs && isRead && (await this.#isAlwaysBusy({ at, played: asked }))) {
      wrong.push(
        `the process is busy for as long as it reads and writes ${Math.round(busy / this.#mibUs)} MiB of JSON`,
      );
    }
    this.hasEnded = attacker.token !== undefined && replies.some(({ status }) => status === 401);
    this.isOver = wrong.length > 0 || this.hasEnded || (moves && CHANGES_STANDING.includes(effective.operationId));
    return { wrong, replies };
  }

  /**
   * True when a read takes as much time each of three times, so that neither a compiler nor a collector is the cause.
   */
  async #isAlwaysBusy(ready: Ready): Promise<boolean> {
    for (let times = 0; times < 3; times += 1) {
      const startedUs = busyUs();
      await this.#ask(ready);
      if (busyUs() - startedUs <= MOST_MIB * this.#mibUs) return false;
    }
    return true;
  }

  /** Lets the custodial wallets' orders and transfers come to where they go without a relayer. */
  async #turnChains(): Promise<void> {
    for (let rounds = 0; rounds < 4; rounds += 1) {
      await this.api.orders.locks.round();
      for (const chain of [this.api.ethereum, this.api.polygon, this.api.arbitrum]) finalise(chain);
    }
  }

  /** The operation of the tool that the request calls, or its own. */
  #effective(target: Target, { body }: AttackRequest): Target {
    const called = body as { readonly method?: string; readonly params?: { readonly name?: string } } | undefined;
    if (target.operationId !== 'callMcp' || called?.method !== 'tools/call') return target;
    return this.#targets.find(({ operationId }) => operationId === called.params?.name) ?? target;
  }
}

function codeOf(body: string): string | undefined {
  if (!body.startsWith('{')) return undefined;
  return (JSON.parse(body) as { readonly errorCode?: string }).errorCode;
}

/** What an attack has done. */
export interface Attack {
  readonly findings: readonly Finding[];
  /** The operations that were asked, and those that did something. */
  readonly asked: ReadonlySet<string>;
  readonly done: ReadonlySet<string>;
  readonly requests: number;
}

/** Plays `cases` against copies of the world. */
export async function attack(surface: Surface, cases: readonly Case[], seed: number): Promise<Attack> {
  const findings: Finding[] = [];
  const [asked, done] = [new Set<string>(), new Set<string>()];
  let requests = 0;
  let files = 0;
  const open = () => Round.open(surface, join(surface.folder, `round-${files++}.sqlite`));
  const known = new Set<string>();
  const found = (finding: Finding, kind: string): void => {
    if (known.has(kind)) return;
    known.add(kind);
    findings.push(finding);
    if (LONG) console.error(report(finding));
  };
  let round: Round | undefined;
  const end = async (): Promise<void> => {
    for (const one of (await round?.close()) ?? []) found(one, `stream ${one.request.url}`);
    round = undefined;
  };
  for (const one of cases) {
    round ??= await open();
    const { target, attacker, request } = chosen(surface, one, seed);
    let { wrong, replies } = await round.play(one, target, attacker, request);
    if (round.hasEnded && round.played > 1) {
      // An earlier case has ended the attacker's credential.
      await end();
      round = await open();
      ({ wrong, replies } = await round.play(one, target, attacker, request));
    }
    asked.add(one.operationId);
    requests += replies.length;
    if (replies.some(({ status }) => status < 300)) done.add(one.operationId);
    if (wrong.length > 0) {
      const finding = { at: one, attacker: attacker.name, request, wrong, isAlone: false };
      const kind = kindOf(finding);
      if (!known.has(kind)) found(await reduced(open, finding, { target, attacker }), kind);
    }
    sayProgress(() => `${one.index + 1} of ${cases.length} cases, ${requests} requests, ${findings.length} findings`);
    if (round.isOver || round.played >= ROUND_CASES) await end();
    if (findings.length >= MOST_FINDINGS) break;
  }
  await end();
  return { findings, asked, done, requests };
}

/** What findings have in common that have the same cause. */
const kindOf = ({ at, wrong }: Finding): string =>
  `${at.operationId} ${at.role} ${wrong.map((text) => text.replaceAll(/[0-9a-f-]{36}|\d+/g, '').slice(0, 60))}`;

/** What a case chooses at random: it depends on the seed and the case alone. */
function chosen(surface: Surface, one: Case, seed: number) {
  const { world, targets } = surface;
  const random = new Random(seed + one.index * 7_919);
  const target = targets.find(({ operationId }) => operationId === one.operationId) as Target;
  const able = world.attackers.filter(({ role }) => role === one.role);
  const fitting = able.filter(({ scopes }) => (scopes as readonly string[]).includes(target.operation.access.callers));
  const attacker = random.pick(fitting.length > 0 && !random.oneIn(4) ? fitting : able);
  const request = new Forge(random, surface, attacker).request(target, one.method);
  return { target, attacker, request };
}

/** The finding with the smallest request that is still found in a new copy of the world. */
async function reduced(
  open: () => Promise<Round>,
  finding: Finding,
  { target, attacker }: { readonly target: Target; readonly attacker: Attacker },
): Promise<Finding> {
  let tries = 0;
  const attempt = async (request: AttackRequest): Promise<readonly string[]> => {
    tries += 1;
    const round = await open();
    const { wrong } = await round.play(finding.at, target, attacker, request);
    await round.close();
    return wrong;
  };
  let best = finding;
  const better = async (request: AttackRequest): Promise<boolean> => {
    if (tries >= REDUCTIONS) return false;
    const wrong = await attempt(request);
    if (wrong.length > 0) best = { ...best, request, wrong, isAlone: true };
    return wrong.length > 0;
  };
  if (!(await better(finding.request))) return finding;
  if (best.request.times > 1) await better({ ...best.request, times: 1 });
  if (Object.keys(best.request.headers).length > 0) await better({ ...best.request, headers: {} });
  const [url = '', query] = best.request.url.split('?');
  if (query !== undefined) await better({ ...best.request, url });
  for (const name of Object.keys((best.request.body as object) ?? {})) {
    const { [name]: _dropped, ...body } = best.request.body as Record<string, unknown>;
    await better({ ...best.request, body, text: undefined });
  }
  return best;
}

/** A finding as people read it, with everything that repeats it. */
export function report({ at, attacker, request, wrong, isAlone }: Finding): string {
  const { method, url, headers, body, times } = request;
  return [
    `case ${at.index}: ${at.operationId}, by ${attacker}, ${at.method}`,
    `  ${times > 1 ? `${times} times ` : ''}${method} ${url} ${JSON.stringify(headers)}`,
    `  ${JSON.stringify(body)?.slice(0, 1_500)}`,
    ...wrong.slice(0, 8).map((text) => `  - ${text}`),
    isAlone ? '  the request alone does it' : '  only after the cases before it, or among the streams of its round',
  ].join('\n');
}
