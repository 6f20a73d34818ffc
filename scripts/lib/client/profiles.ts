import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { TokenStore, Tokens } from '@causeway/client';
import { letsOthersIn, PRIVATE_FILE, PRIVATE_FOLDER } from '@causeway/protocol';
import { z } from 'zod';
import { usageError } from '../keys/key-flags.ts';
import { locked } from './lock.ts';

/** The service that `npm start` runs. */
export const LOCAL_URL = 'http://127.0.0.1:3000';
/** Name of the profile when none is chosen. */
export const DEFAULT_PROFILE = 'default';

const profileSchema = z.object({
  url: z.url({ protocol: /^https?$/ }),
  /** True when the person allowed plain http to another machine. */
  insecureHttp: z.literal(true).exactOptional(),
  /** The avatar that is signed in. */
  avatar: z.object({ id: z.string(), username: z.string() }).exactOptional(),
  tokens: z
    .object({
      accessToken: z.string(),
      refreshToken: z.string().exactOptional(),
      renewalKey: z.string().exactOptional(),
    })
    .exactOptional(),
});
const profilesSchema = z.object({
  version: z.literal(1),
  current: z.string(),
  profiles: z.record(z.string(), profileSchema),
});
/** A service, and who is signed in there. */
export type Profile = z.infer<typeof profileSchema>;
/** All profiles, and the one that commands use when none is named. */
export type Profiles = z.infer<typeof profilesSchema>;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The file with the profiles and their tokens, which only its owner reads: `profiles.json` in `causeway` below
 * $XDG_CONFIG_HOME or ~/.config. A file that others could read is closed, with a warning.
 */
export class ProfileStore {
  readonly path: string;
  readonly #folder: string;
  readonly #warn: (text: string) => void;

  constructor(environment: Environment, warn: (text: string) => void) {
    // An empty variable counts as absent, as the XDG base directory specification says.
    this.#folder = join(environment.XDG_CONFIG_HOME || join(homedir(), '.config'), 'causeway');
    this.path = join(this.#folder, 'profiles.json');
    this.#warn = warn;
  }

  /** The profiles; none before the first one is stored. Throws a UsageError when the file cannot be used. */
  read(): Profiles {
    const text = this.#readText();
    if (text === undefined) return { version: 1, current: DEFAULT_PROFILE, profiles: {} };
    try {
      return profilesSchema.parse(JSON.parse(text));
    } catch {
      // The reason could quote a token.
      throw usageError(`${this.path} is damaged; move it away and sign in again`);
    }
  }

  /** Changes the profiles. No other process changes them meanwhile. Returns what is stored then. */
  async update(change: (profiles: Profiles) => Profiles | Promise<Profiles>): Promise<Profiles> {
    mkdirSync(this.#folder, { recursive: true, mode: PRIVATE_FOLDER });
    return locked(join(this.#folder, 'profiles.lock'), async () => {
      const changed = await change(this.read());
      this.#write(changed);
      return changed;
    });
  }

  /** Changes one profile; `change` gets undefined when there is none of that name. The first one is the current one. */
  async updateProfile(
    name: string,
    change: (profile: Profile | undefined) => Profile | Promise<Profile>,
  ): Promise<void> {
    await this.update(async ({ profiles, current, ...rest }) => {
      const profile = await change(profiles[name]);
      const isFirst = Object.keys(profiles).length === 0;
      return { ...rest, current: isFirst ? name : current, profiles: { ...profiles, [name]: profile } };
    });
  }

  /** The tokens of a profile for the service at `url`. Two processes never renew the same tokens. */
  tokens(name: string, url: string): TokenStore {
    return {
      update: async (change) => {
        let tokens: Tokens | null = null;
        await this.updateProfile(name, async (stored) => {
          const own = stored?.url === url ? stored : undefined;
          tokens = await change(own?.tokens ?? null);
          const service = { url, ...(own?.insecureHttp && { insecureHttp: true as const }) };
          if (tokens === null) return own || stored === undefined ? service : stored;
          return { ...(own ?? service), tokens };
        });
        return tokens;
      },
    };
  }

  #readText(): string | undefined {
    try {
      const { mode, uid } = statSync(this.path);
      if (process.getuid && uid !== process.getuid()) throw usageError(`${this.path} belongs to another user`);
      if (letsOthersIn(mode)) {
        chmodSync(this.path, PRIVATE_FILE);
        this.#warn(`others could read ${this.path}; that is mended, sign in again if somebody may have read it`);
      }
      return readFileSync(this.path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Atomic: a reader sees the old file or the new one. */
  #write(profiles: Profiles): void {
    const temporary = `${this.path}.${process.pid}`;
    try {
      writeFileSync(temporary, `${JSON.stringify(profiles, null, 2)}\n`, { mode: PRIVATE_FILE, flush: true });
      renameSync(temporary, this.path);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  }
}

/** The profile that a command works with. */
export interface ChosenProfile extends Profile {
  readonly name: string;
}

/**
 * The profile for a command: `--profile`, else CAUSEWAY_PROFILE, else the current one. `--url` of a sign-in, else
 * CAUSEWAY_URL, replaces its service, which then gets no tokens of the profile. Throws a UsageError for a name that is
 * not stored, unless `--url` makes it a new one.
 */
export function chooseProfile(
  store: ProfileStore,
  named: { readonly profile?: string; readonly url?: string },
  environment: Environment,
): ChosenProfile {
  const { current, profiles } = store.read();
  const name = named.profile ?? (environment.CAUSEWAY_PROFILE || current);
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile === undefined && name !== DEFAULT_PROFILE && named.url === undefined) {
    throw usageError(`there is no profile ${name}; make it with causeway profile add ${name} --url URL`);
  }
  const url = named.url ?? (environment.CAUSEWAY_URL || profile?.url || LOCAL_URL);
  return profile?.url === url ? { name, ...profile } : { name, url };
}
