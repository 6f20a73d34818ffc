import { randomBytes } from 'node:crypto';
import { Causeway } from '@causeway/client';
import { signalStatus, stopRequest } from '@causeway/runtime';
import { usageError } from '../keys/key-flags.ts';
import { type Crew, startCrew } from './crew.ts';
import { cross } from './crossing.ts';
import { needPython, ownPlace, type Place, runningPlace } from './place.ts';
import { Screen } from './screen.ts';
import { prepare, vote } from './together.ts';

/** The command-line options of `npm run example:agents`. */
export interface ExampleOptions {
  readonly url?: string | undefined;
  readonly faucet?: string | undefined;
  readonly python: boolean;
  readonly amount: string;
  readonly seed: string;
  readonly json: boolean;
}

/** Where the coins go. */
const TO = 'polygon';

/** Runs the example. Returns the exit status: 0 when the order is completed. */
export async function runExample(options: ExampleOptions): Promise<number> {
  const { url, faucet, python, amount, json } = options;
  const seed = Number(options.seed);
  if (!Number.isSafeInteger(seed)) throw usageError('--seed must be a whole number');
  if ((url === undefined) !== (faucet === undefined)) throw usageError('give --url and --faucet, or none of them');
  if (python) needPython();
  const screen = new Screen(json);
  const stop = stopRequest();
  const stopped = new Promise<never>((_resolve, reject) => {
    stop.signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true });
  });
  stopped.catch(() => {});
  let place: Place | undefined;
  let crew: Crew | undefined;
  try {
    place =
      url !== undefined && faucet !== undefined
        ? runningPlace(url, faucet)
        : await ownPlace((text) => screen.say(text), stop.signal);
    const { url: baseUrl } = place;
    const owner = await signUp(baseUrl);
    const tell = screen.agent.bind(screen);
    screen.chapter('The crew');
    crew = await startCrew({ url: baseUrl, owner, seed, python, tell });
    return await Promise.race([tellStory(place, owner, crew, amount, screen), place.failure, stopped]);
  } catch (error) {
    if (stop.by !== undefined) return signalStatus(stop.by);
    throw error;
  } finally {
    await Promise.all(crew?.members.map((member) => member.stop()) ?? []);
    await place?.stop();
  }
}

/** Longest pause that the service may ask for, milliseconds: sign-ups are limited per minute. */
const PATIENCE_MS = 61_000;

/** A new avatar with a password that nobody keeps. */
async function signUp(baseUrl: string): Promise<Causeway> {
  const owner = new Causeway({ baseUrl, retry: { longestMs: PATIENCE_MS } });
  const username = `captain-${randomBytes(3).toString('hex')}`;
  const password = randomBytes(18).toString('base64url');
  await owner.avatars.register({ username, password });
  await owner.avatars.login({ username, password });
  return owner;
}

async function tellStory(place: Place, owner: Causeway, crew: Crew, amount: string, screen: Screen): Promise<number> {
  const { carrier, members } = crew;
  for (const { name, agentId } of members) screen.say(`${name} is the agent ${agentId}`);
  await place.give(carrier.address);
  screen.say(`the faucet has funded ${carrier.name}’s own wallet ${carrier.address}`);

  const plan = { to: TO, amount };
  screen.chapter(`A vote: shall ${amount} ETH go to ${TO}?`);
  const isWanted = await vote(owner, crew, plan, screen);
  screen.chapter('A delegation: the scout lets the others look whether everything is ready');
  const isReady = isWanted && (await prepare(owner, crew, plan, screen));
  if (!isReady) {
    screen.say('nothing is carried');
    screen.result({ isWanted, isReady, isDone: false });
    return 1;
  }

  screen.chapter(`A workflow: quote, approve, carry ${amount} ETH to ${TO}`);
  const crossing = await cross(owner, crew, plan, screen);
  const isDone = crossing.order?.status === 'completed';

  screen.chapter('Summary');
  for (const { name, agentId } of members) {
    const { tasksCompleted, tasksFailed } = await owner.agents.performance(agentId);
    screen.say(`${name}: ${tasksCompleted} tasks completed, ${tasksFailed} attempts failed`);
  }
  screen.say(
    crossing.order
      ? `order ${crossing.order.orderId} ${crossing.order.status}: ${crossing.order.arrived} arrived on ${TO}`
      : `the workflow ${crossing.status}; nothing was carried`,
  );
  screen.result({ ...crossing, isWanted, isReady, isDone });
  return isDone ? 0 : 1;
}
