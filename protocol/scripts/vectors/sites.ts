import {
  ADDRESS_LENGTH,
  type BuiltInKind,
  COIN_TYPE,
  type Domain,
  evmDomain,
  type Hex,
  keccak256,
  slip44Domain,
  toAddress32,
} from '../../src/index.ts';

/** A bridge that sends or receives the messages of vectors. */
export interface Site {
  readonly name: string;
  readonly kind: BuiltInKind;
  readonly domain: Domain;
  /** Left-padded. */
  readonly bridge: Hex;
  /** Local decimals of bridged tokens. */
  readonly localDecimals: number;
}

/** Wire decimals of every canonical asset in the vectors. */
export const WIRE_DECIMALS = 9;

/** keccak256 of `label` as text: random-looking bytes that are the same in every run. */
export const word = (label: string): Hex => keccak256(`0x${Buffer.from(label, 'utf8').toString('hex')}`);

// The first byte of a Radix node id is its entity type: 0xc0 a component, 0x51 an ed25519 account, which always exists.
const RADIX_COMPONENT = 'c0';
const RADIX_ACCOUNT = '51';

/** The left-padded address of `label` on `kind`. */
export function addressOn(kind: BuiltInKind, label: string, radixEntity = RADIX_ACCOUNT): Hex {
  const digits = word(label).slice(-2 * ADDRESS_LENGTH[kind]);
  return toAddress32(`0x${kind === 'radix' ? radixEntity + digits.slice(2) : digits}`);
}

const bridgeOn = (kind: BuiltInKind, label: string): Hex => addressOn(kind, label, RADIX_COMPONENT);

/** An EVM chain that only sends. */
export const EVM_REMOTE: Site = {
  name: 'evm-remote',
  kind: 'evm',
  domain: evmDomain(900_001),
  bridge: bridgeOn('evm', 'bridge on evm-remote'),
  localDecimals: 18,
};

/** The bridges that receive the vectors' proofs, one of each kind. */
export const SITES: readonly [evm: Site, solana: Site, radix: Site] = [
  {
    name: 'evm',
    kind: 'evm',
    domain: evmDomain(900_002),
    bridge: bridgeOn('evm', 'bridge on evm'),
    localDecimals: 18,
  },
  {
    name: 'solana',
    kind: 'solana',
    domain: slip44Domain('local', COIN_TYPE.solana),
    bridge: bridgeOn('solana', 'bridge on solana'),
    localDecimals: 9,
  },
  {
    name: 'radix',
    kind: 'radix',
    domain: slip44Domain('local', COIN_TYPE.radix),
    bridge: bridgeOn('radix', 'bridge on radix'),
    localDecimals: 18,
  },
];

/** The remotes of a site's lanes. */
export const remotesOf = (site: Site): readonly Site[] => [EVM_REMOTE, ...SITES].filter((other) => other !== site);
