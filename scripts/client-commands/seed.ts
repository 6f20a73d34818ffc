import { randomBytes } from 'node:crypto';
import { Causeway, CausewayError } from '@causeway/client';
import type { Command } from 'commander';
import { type ClientContext, clientCommand } from '../lib/client/command.ts';
import { EXAMPLE_LIBRARIES, EXAMPLE_MISSIONS } from '../lib/client/examples.ts';
import type { ChosenProfile } from '../lib/client/profiles.ts';
import { usageError } from '../lib/keys/key-flags.ts';

/** The avatars that `seed` registers: the author of all content, and a player. */
const AUTHOR = 'guide';
const PLAYER = 'traveller';

/** Adds `seed` to the `causeway` command. */
export function registerCommands(program: Command): void {
  clientCommand(
    program
      .command('seed')
      .description('load examples into a service: two avatars, missions and libraries')
      .option('--url <url>', 'base URL of the service; that of the profile when absent'),
    seed,
  );
}

const newPassword = (): string => randomBytes(15).toString('base64url');

/** Registers an avatar with a password that nobody else has. Returns a client of it. */
async function newAvatar({ url: baseUrl, insecureHttp }: ChosenProfile, username: string) {
  const password = newPassword();
  const client = new Causeway({ baseUrl, insecureHttp: insecureHttp === true });
  await client.avatars.register({ username, password });
  await client.avatars.login({ username, password });
  return { username, password, client };
}

async function seed({ profile, out }: ClientContext): Promise<void> {
  const author = await newAvatar(profile, AUTHOR).catch((error: unknown) => {
    if (!(error instanceof CausewayError && error.code === 'USERNAME_TAKEN')) throw error;
    throw usageError(`the examples are there already: an avatar is named ${AUTHOR}; causeway mission list shows them`);
  });
  const missions = [];
  for (const mission of EXAMPLE_MISSIONS) {
    const { id } = await author.client.missions.create(mission);
    missions.push(await author.client.missions.publish(id));
  }
  const libraries = new Map<string, string>();
  for (const { needs, ...library } of EXAMPLE_LIBRARIES) {
    const dependencies = needs.map(({ name, versionRange }) => ({
      libraryId: libraries.get(name) ?? '',
      versionRange,
    }));
    const { libraryId } = await author.client.libraries.create({ ...library, dependencies });
    libraries.set(library.name, libraryId);
  }
  const player = await newAvatar(profile, PLAYER);
  await Promise.all([author, player].map(({ client }) => client.avatars.logout()));
  const avatars = [author, player].map(({ username, password }) => ({ username, password }));
  if (out.json) {
    out.document({
      avatars,
      missions: missions.map(({ id, name }) => ({ id, name })),
      libraries: [...libraries.keys()],
    });
    return;
  }
  for (const { username, password } of avatars) out.note(`avatar   ${username}, password ${password}, shown once`);
  for (const { name } of missions) out.note(`mission  ${name}`);
  for (const name of libraries.keys()) out.note(`library  ${name}`);
  out.note(`Go on with: causeway login ${PLAYER}`);
}
