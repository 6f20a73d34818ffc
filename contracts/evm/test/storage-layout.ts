// The storage of the bridge, and of the contract whose code it runs by delegatecall, against the committed snapshot.
// CAUSEWAY_UPDATE_LAYOUT=1 rewrites it.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const require = createRequire(import.meta.url);
const root = new URL('../', import.meta.url);
const snapshotUrl = new URL('storage-layout.json', root);
const sources = ['src/CausewayBridge.sol', 'src/PackedExecutor.sol'];

interface Variable {
  readonly label: string;
  readonly slot: string;
  readonly offset: number;
  readonly type: string;
}
interface Layout {
  readonly storage: readonly Variable[];
  readonly types: Readonly<Record<string, { readonly label: string; readonly members?: readonly Variable[] }>>;
}

/** The layout that the compiler gives to each contract, with the members of the struct of a remote. */
function layouts(): Record<string, readonly string[]> {
  const solc = require('solc');
  const contents = (path: string): string =>
    readFileSync(path.startsWith('@') ? require.resolve(path) : fileURLToPath(new URL(path, root)), 'utf8');
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(sources.map((path) => [path, { content: contents(path) }])),
    settings: { outputSelection: { '*': { '*': ['storageLayout'] } } },
  };
  const options = { import: (path: string) => ({ contents: contents(path) }) };
  const { contracts } = JSON.parse(solc.compile(JSON.stringify(input), options));
  return Object.fromEntries(
    sources.map((path) => {
      const name = path.slice(4, -4);
      return [name, linesOf(contracts[path][name].storageLayout)];
    }),
  );
}

const linesOf = ({ storage, types }: Layout): readonly string[] => {
  const line = ({ label, slot, offset, type }: Variable): string => `${slot}+${offset} ${types[type]?.label} ${label}`;
  const members = Object.values(types).flatMap(({ label, members = [] }) =>
    members.map((member) => `${label}: ${line(member)}`),
  );
  return [...storage.map(line), ...members];
};

describe('storage layout', () => {
  it('equals the snapshot, and is one for the bridge and the code that it delegates to', () => {
    const found = layouts();
    expect(found.PackedExecutor).to.deep.equal(found.CausewayBridge);
    const text = `${JSON.stringify(found.CausewayBridge, null, 2)}\n`;
    if (process.env.CAUSEWAY_UPDATE_LAYOUT === '1') writeFileSync(snapshotUrl, text);
    expect(text).to.equal(readFileSync(snapshotUrl, 'utf8'));
  });
});
