import { createHash } from 'node:crypto';
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { ENTROPY_BYTES, openWalletScheme, seedOf } from '@causeway/chains/wallets';
import { openKeys, Sealer } from '@causeway/keys';
import { clockAt } from '@causeway/runtime/test-support';
import type { openPlatformStorage, PlatformStorage } from '@causeway/storage';
import { isPostgresUrl } from '@causeway/storage/location';
import { pino } from 'pino';
import { LOCAL_COMMAND } from '../../src/areas/avatars/index.ts';
import { API_KEY_MARK, hashOf } from '../../src/areas/avatars/secrets.ts';
import { storedName } from '../../src/areas/avatars/usernames/username.ts';
import { walletStorage } from '../../src/areas/wallets/rules/wallet-storage.ts';
import { WalletService } from '../../src/areas/wallets/service.ts';
import { Vault } from '../../src/areas/wallets/vault.ts';
import { WalletNetworks } from '../../src/areas/wallets/wallet-networks.ts';
import { SCOPES, type Scope } from '../../src/http/callers/callers.ts';
import { auditOf } from '../../src/http/callers/origin.ts';
import { radixChain, START_MS, solanaChain, testChains } from './chains.ts';

export { START_MS };

process.env.TEST_MASTER_KEYS = `wrap 1 ${Buffer.alloc(32, 7).toString('base64')}`;

/** Every scope of an avatar that is no admin. */
const OWN_SCOPES: readonly Scope[] = SCOPES.filter((scope) => scope !== 'admin');

/** An avatar that is in a test's database from the start. Its API key is `keyOf(name)`. */
export interface Person {
  readonly name: string;
  /** Scopes of the API key; every scope but `admin` when absent. */
  readonly scopes?: readonly Scope[];
  readonly isAdmin?: boolean;
  /** Provider types of its custodial wallets; they are derived from the same seed for everybody. */
  readonly wallets?: readonly number[];
}

/** The API key of a person with that name. */
export const keyOf = (name: string): string => `${API_KEY_MARK}test-key-of-${name}`;

/** The last bits of the ids of the person with that name. */
const uuidOf = (name: string): string => {
  const digits = createHash('sha256').update(name).digest('hex');
  return `00000000-0000-4000-8000-${digits.slice(0, 12)}`;
};

/** The avatar id of the person with that name. */
export const idOf = (name: string): string => {
  const time = START_MS.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-${uuidOf(name).slice(19)}`;
};

/** Provider types: Solana, Arbitrum, Ethereum, Polygon, Radix. */
const EVERY_CHAIN = [3, 4, 7, 8, 37];

/** The people of a database that a test does not choose: alice has a wallet on every chain, bob has none. */
export const USUAL: readonly Person[] = [{ name: 'alice', wallets: EVERY_CHAIN }, { name: 'bob' }];

export const ALICE = keyOf('alice');
export const BOB = keyOf('bob');
export const ALICE_ID = idOf('alice');
export const BOB_ID = idOf('bob');

const ENTROPY = new Uint8Array(ENTROPY_BYTES).fill(0xa1);
/** A chain of each kind that is in no test by itself: wallets there have the form of the local networks. */
const { networks } = testChains({ more: [solanaChain(), radixChain()] });
const seed = await seedOf(ENTROPY);
const addressOn = async (kind: 'evm' | 'solana' | 'radix'): Promise<string> => {
  const chainId = networks.find(({ deployment }) => deployment.kind === kind)?.deployment.chainId;
  return (await openWalletScheme(kind, chainId)).derive(seed, 0).address;
};

/** The addresses of alice's wallets. */
export const ALICE_ADDRESS = await addressOn('evm');
export const ALICE_ON_SOLANA = await addressOn('solana');
export const ALICE_ON_RADIX = await addressOn('radix');

type Open = typeof openPlatformStorage;

/** Stores each of `people` with a key and wallets, by the services' own code. It skips those whom the database has. */
async function settle({ open, database, people, folder }: Settlement): Promise<void> {
  const keys = await openKeys({ env: 'TEST_MASTER_KEYS', previous: [] }, folder);
  if (!keys.ok) throw new Error(keys.error.message);
  const sealer = new Sealer(keys.value);
  for (const person of people) {
    const storage = await open(database, { clock: clockAt(() => START_MS), randomUuid: () => uuidOf(person.name) });
    await add(storage, person, sealer);
    await storage.close();
  }
}

/** Assets that the tests' chains know. */
const ASSETS = ['ARB', 'ETH', 'GMX', 'JUP', 'OCI', 'POL', 'QUICK', 'SOL', 'UNI', 'XRD'];

/** Gives an API key or an agent an allowance of every asset that no test reaches. */
export async function allow(
  { wallets }: Pick<PlatformStorage, 'wallets'>,
  ownerId: string,
  spender: { readonly subject: 'apiKey' | 'agent'; readonly subjectId: string },
): Promise<void> {
  const amount = { units: 10n ** 12n, decimals: 0 };
  const { subjectId: _new, ...audit } = auditOf(LOCAL_COMMAND, { action: 'allowance.given' });
  const rows = ASSETS.map((asset) => ({ ...spender, asset, amount, ownerId, setBy: ownerId }));
  await wallets.limits.set(rows, { ...audit, subjectId: ownerId });
}

async function add(storage: PlatformStorage, person: Person, sealer: Sealer): Promise<void> {
  const { name, scopes = OWN_SCOPES, isAdmin = false, wallets = [] } = person;
  const key = keyOf(name);
  const { subjectId: _new, ...audit } = auditOf(LOCAL_COMMAND, { action: 'avatar.registered' });
  const { profiles, apiKeys } = storage.avatars;
  const registered = await profiles.register({
    avatar: {
      ...storedName(`test-${name}`),
      ...{ email: null, firstName: null, lastName: null },
      ...{ title: null, avatarType: 'User', isAdmin, ownerId: null, metadata: {} },
    },
    passwordHash: null,
    apiKey: { name: 'test', prefix: key.slice(0, 10), hash: hashOf(key), scopes, expiresAtMs: null },
    mailRequest: null,
    audit,
  });
  if (!registered.ok) return;
  const avatar = registered.value;
  for (const { id } of await apiKeys.list(avatar.id)) {
    await apiKeys.used(id, START_MS);
    await allow(storage, avatar.id, { subject: 'apiKey', subjectId: id });
  }
  const vault = new Vault({
    ...{ storage: storage.wallets.wallets, sealer, log: pino({ level: 'silent' }) },
    random: () => ENTROPY.slice(),
  });
  const places = new WalletNetworks(networks, {});
  const service = new WalletService({
    storage: { ...storage, wallets: walletStorage(storage) },
    places,
    vault,
    clock: clockAt(() => START_MS),
    random: () => ENTROPY.slice(),
  });
  for (const walletProviderType of wallets) {
    const made = await service.create(avatar.id, { walletProviderType, generateKeyPair: true });
    if (!made.ok) throw new Error(made.error.message);
  }
}

/** Databases to copy, by the function that opens them and by their people. */
const templates = new Map<Open, Map<string, Promise<string>>>();
let made = 0;

export interface Settlement {
  readonly open: Open;
  readonly database: string;
  readonly people: readonly Person[];
  /** Folder of database files. */
  readonly folder: string;
}

/**
 * Puts people into a database. A new SQLite file becomes the copy of one that was made once per process, with all
 * tables.
 */
export async function settlePeople(settlement: Settlement): Promise<void> {
  const { open, database, people, folder } = settlement;
  if (isPostgresUrl(database)) return settle(settlement);
  if (existsSync(database)) return;
  const known = templates.get(open) ?? new Map<string, Promise<string>>();
  templates.set(open, known);
  const id = JSON.stringify(people);
  made += known.has(id) ? 0 : 1;
  const path = join(folder, `template-${made}.sqlite`);
  const template = known.get(id) ?? settle({ ...settlement, database: path }).then(() => path);
  known.set(id, template);
  copyFileSync(await template, database);
}
