import semver from 'semver';

/** Libraries of which each further version is more code that sees keys. */
const CRYPTOGRAPHIC =
  /^(?:@noble\/.*|@scure\/.*|elliptic|secp256k1|keccak|keccak256|bs58|ethereum-cryptography|crypto-js)$/;

/** The parts of package-lock.json that this check reads: packages by their folder. */
export interface Lock {
  readonly packages: Readonly<
    Record<
      string,
      {
        readonly version?: string;
        readonly dependencies?: Readonly<Record<string, string>>;
        readonly optionalDependencies?: Readonly<Record<string, string>>;
        readonly peerDependencies?: Readonly<Record<string, string>>;
      }
    >
  >;
}

const nameOf = (folder: string): string => folder.split('node_modules/').at(-1) ?? folder;

/** The folder in which the package in `folder` finds `name`: the nearest `node_modules` above it, as Node does it. */
function foundFrom(lock: Lock, folder: string, name: string): string | undefined {
  const names = folder === '' ? [] : folder.split('/');
  for (let depth = names.length; depth >= 0; depth--) {
    const candidate = [...names.slice(0, depth), 'node_modules', name].join('/');
    if (lock.packages[candidate]?.version !== undefined) return candidate;
  }
  return undefined;
}

/**
 * Versions of cryptographic libraries that are one too many: all that use one would take another that is installed,
 * too.
 */
export function needlessVersions(lock: Lock): readonly string[] {
  const uses = new Map<string, { readonly version: string; readonly range: string; readonly by: string }[]>();
  for (const [folder, { dependencies, optionalDependencies }] of Object.entries(lock.packages)) {
    for (const [name, range] of Object.entries({ ...dependencies, ...optionalDependencies })) {
      const found = CRYPTOGRAPHIC.test(name) ? foundFrom(lock, folder, name) : undefined;
      const version = found === undefined ? undefined : lock.packages[found]?.version;
      if (version === undefined) continue;
      const known = uses.get(name) ?? [];
      uses.set(name, known);
      known.push({ version, range, by: nameOf(folder) || 'the project' });
    }
  }
  const problems: string[] = [];
  for (const [name, known] of uses) {
    const versions = [...new Set(known.map(({ version }) => version))];
    for (const version of versions) {
      const users = known.filter((use) => use.version === version);
      const other = versions.find(
        (one) => one !== version && semver.gt(one, version) && users.every(({ range }) => semver.satisfies(one, range)),
      );
      if (other === undefined) continue;
      problems.push(
        `${name} ${version}: ${users.map(({ by }) => by).join(', ')} would take ${other}, which is installed, too`,
      );
    }
  }
  return problems;
}
