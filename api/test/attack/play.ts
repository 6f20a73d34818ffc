import { join } from 'node:path';
import { sayProgress } from '@causeway/protocol/test-support/cases';
import { Random } from '@causeway/protocol/test-support/random';
import { type Dumper, openDumper } from '@causeway/storage/test-support/dump';
import { as, type TestApi } from '../support/api.ts';
import { ask, type Reply } from '../support/avatars.ts';
import { finalise } from '../support/chains.ts';
import { openStream } from '../support/event-stream.ts';
import { type ApiDescription, operationsOf } from '../support/resources.ts';
import { circleOf, judge, type Played, wrongText } from './judge.ts';
import { type AttackRequest, Forge, type Method, type Target } from './requests.ts';
import { SERVICE } from './rules.ts';
import { type Snapshot, take } from './snapshot.ts';
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
  return { world, document, targets, folder };
}

/** The methods as often as they come for each role: fifty requests at once take the time of many cases. */
const OFTEN: readonly Method[] = ['ids', 'ids', 'undeclared', 'undeclared', 'biggest', 'fifty'];

/**
 * The cases of a seed: in each pass, every operation once, with another pair of role and method; so that after as many
 * passes as there are pairs each operation had all of them.
 */
export function schedule(operationIds: readonly string[], seed: number, count: number): readonly Case[] {
  const random = new Random(seed);
  const pairs = ROLES.flatMap((role) => OFTEN.map((method) => ({ role, method })));
  const orders = new Map(operationIds.map((operationId) => [operationId, random.shuffled(pairs)]));
  const cases: Case[] = [];
  for (let pass = 0; cases.length < count; pass += 1) {
    for (const operationId of random.shuffled(operationIds)) {
      const pair = orders.get(operationId)?.[pass % pairs.length];
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
/** Requests that may be made to reduce a finding. */
const REDUCTIONS = 16;

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** What is attacked: the world, and the operations of its API. */
export interface Surface {
  readonly world: World;
  readonly document: ApiDescription;
  readonly targets: readonly Target[];
  /** Folder of the copies. */
  readonly folder: string;
}

interface RoundParts {
  readonly api: TestApi;
  readonly dumper: Dumper;
  readonly now: Snapshot;
  readonly remove: () => Promise<void>;
  readonly url: string;
}

interface OpenedStream {
  readonly played: Omit<Played, 'after' | 'replies'>;
  readonly stream: Awaited<ReturnType<typeof openStream>>;
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
  #now: Snapshot;
  #lives = 0;
  isOver = false;

  private constructor({ world, targets }: Surface, parts: RoundParts) {
    this.#world = world;
    this.#targets = targets;
    this.api = parts.api;
    this.#dumper = parts.dumper;
    this.#now = parts.now;
    this.#remove = parts.remove;
    this.#url = parts.url;
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
  async close(): Promise<readonly (Omit<Finding, 'at'> & { readonly at: undefined })[]> {
    await this.live();
    const found = [];
    for (const { played, stream } of this.#streams) {
      await stream.close();
      const circle = circleOf(played.attacker, this.#now);
      const wrong = [...wrongText({ ...played, replies: [], after: this.#now }, circle, stream.text())];
      const { attacker, request } = played;
      if (wrong.length > 0) found.push({ at: undefined, attacker: attacker.name, request, wrong, isAlone: false });
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

  /** The bystander does what it does, and everybody's streams get what they get. */
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

  async #ask(target: Target, attacker: Attacker, request: AttackRequest, before: Snapshot): Promise<Reply> {
    const { method, url, body, text } = request;
    const headers = { ...request.headers, ...(attacker.token !== undefined && as(attacker.token)) };
    if (target.operation.declaration.stream) {
      const stream = await openStream(`${this.#url}${url}`, headers);
      const { status } = stream.response;
      if (status === 200) {
        this.#streams.push({
          played: { api: this.api, world: this.#world, target, effective: target, attacker, request, before },
          stream,
        });
        return { status, code: undefined, result: null, headers: {}, body: '' };
      }
      await stream.end;
      return { status, code: codeOf(stream.text()), result: null, headers: {}, body: stream.text() };
    }
    const answer = await this.api.app.inject({
      method: method as 'GET',
      url,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { payload: text ?? JSON.stringify(body) }),
    });
    return {
      status: answer.statusCode,
      code: codeOf(answer.body),
      result: null,
      headers: answer.headers,
      body: answer.body,
    };
  }

  /** Plays one request as often as it comes; returns everything that is wrong with it. */
  async play(
    target: Target,
    attacker: Attacker,
    request: AttackRequest,
  ): Promise<{ readonly wrong: readonly string[]; readonly replies: readonly Reply[] }> {
    const before = this.#now;
    const times = target.operation.declaration.stream ? Math.min(request.times, 3) : request.times;
    const replies = await Promise.all(
      Array.from({ length: times }, () => this.#ask(target, attacker, request, before)),
    );
    const moves = target.method !== 'GET' && replies.some(({ status }) => status < 300);
    if (moves && /Orders|Wallets|MCP|Avatars/.test(target.tag)) {
      for (let rounds = 0; rounds < 4; rounds += 1) {
        await this.api.orders.locks.round();
        for (const chain of [this.api.ethereum, this.api.polygon, this.api.arbitrum]) finalise(chain);
      }
    }
    const first = await take(this.#dumper, this.api);
    this.#now = before.equals(first) ? first : await this.#settled(first);
    const effective = this.#effective(target, request);
    const played = {
      api: this.api,
      world: this.#world,
      target,
      effective,
      attacker,
      request,
      replies,
      before,
      after: this.#now,
    };
    const wrong = judge(played);
    const hasEnded = attacker.token !== undefined && replies.some(({ status }) => status === 401);
    this.isOver = wrong.length > 0 || hasEnded || (moves && CHANGES_STANDING.includes(effective.operationId));
    return { wrong, replies };
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
  let round: Round | undefined;
  let played = 0;
  const end = async (): Promise<void> => {
    const shown = (await round?.close()) ?? [];
    round = undefined;
    for (const one of shown) {
      const kind = `stream ${one.request.url}`;
      if (!known.has(kind)) findings.push({ ...one, at: cases[0] as Case });
      known.add(kind);
    }
  };
  for (const one of cases) {
    round ??= await open();
    if (played > 0 && played % BYSTANDER_CASES === 0) await round.live();
    const { target, attacker, request } = chosen(surface, one, seed);
    const { wrong, replies } = await round.play(target, attacker, request);
    asked.add(one.operationId);
    requests += replies.length;
    if (replies.some(({ status }) => status < 300)) done.add(one.operationId);
    const kind = `${one.operationId} ${one.role} ${wrong.map((text) => text.replaceAll(/[0-9a-f-]{36}|\d+/g, '').slice(0, 60))}`;
    if (wrong.length > 0 && !known.has(kind)) {
      known.add(kind);
      findings.push(
        await reduced(open, { at: one, attacker: attacker.name, request, wrong, isAlone: false }, { target, attacker }),
      );
    }
    played += 1;
    sayProgress(() => `${one.index + 1} of ${cases.length} cases, ${requests} requests, ${findings.length} findings`);
    if (round.isOver || played >= ROUND_CASES) {
      await end();
      played = 0;
    }
  }
  await end();
  return { findings, asked, done, requests };
}

/** What a case chooses at random: it depends on the seed and the case alone. */
function chosen({ world, document, targets }: Surface, one: Case, seed: number) {
  const random = new Random(seed + one.index * 7_919);
  const target = targets.find(({ operationId }) => operationId === one.operationId) as Target;
  const able = world.attackers.filter(({ role }) => role === one.role);
  const fitting = able.filter(({ scopes }) => (scopes as readonly string[]).includes(target.operation.access.callers));
  const attacker = random.pick(fitting.length > 0 && !random.oneIn(4) ? fitting : able);
  const request = new Forge(random, world, document, targets, attacker).request(target, one.method);
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
    const { wrong } = await round.play(target, attacker, request);
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
