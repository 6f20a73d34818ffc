import assert from 'node:assert/strict';
import {
  type ChainKindDescriptor,
  type ChainProvider,
  commonSettings,
  type DeploySettings,
  type NetworkDeployer,
  type NetworkDeployOptions,
  writeDeployment,
} from '@causeway/chains';
import { EVM_FORM, type MemoryChain, type MemoryForm, memoryKeyOf } from '@causeway/chains/test-support';
import { fail, isChainKind, ok } from '@causeway/protocol';
import { z } from 'zod';

/** The name of the fourth kind. */
const name: unknown = 'toy';
assert.ok(isChainKind(name));
export const TOY = name;

/** Length of an address on toy chains, bytes: no other kind has it. */
const ADDRESS_LENGTH = 24;

/** Transactions for wallets, as toy chains write them. */
export const TOY_FORM: MemoryForm = {
  ...EVM_FORM,
  unsigned: ({ data }) => ({ kind: TOY, spell: data }),
  dataOf: ({ spell }) => String(spell),
};

const toySettings = z.strictObject({
  ...commonSettings,
  /** The most that the payer offers, pebbles. */
  maxPebbles: z.int().min(1).default(7),
});

const address = z.string().regex(/^0x[0-9a-f]{40}$/, 'must be a toy address');
const toyDeploySettings = {
  member: address,
  guardian: address,
  network: z.strictObject({
    asset: z.strictObject({ type: z.literal('native'), symbol: z.string(), name: z.string() }),
  }),
} satisfies DeploySettings;

/** Every member of `chain` as a provider of its own, as kinds compose theirs. */
function providerOf(chain: MemoryChain): ChainProvider {
  const members = new Map<string, unknown>(Object.entries(chain));
  for (let level = Object.getPrototypeOf(chain); level !== Object.prototype; level = Object.getPrototypeOf(level)) {
    for (const name of Object.getOwnPropertyNames(level)) {
      const value = Reflect.get(chain, name);
      if (!members.has(name)) members.set(name, typeof value === 'function' ? value.bind(chain) : value);
    }
  }
  return { ...(Object.fromEntries(members) as unknown as ChainProvider), close: async () => {} };
}

/** A deployer of `chain`, whose bridge is there from its start. It registers the bridges of `chains`. */
function deployerOf(chain: MemoryChain, chains: ReadonlyMap<string, MemoryChain>, directory: string): NetworkDeployer {
  const write = () => ok(writeDeployment(directory, chain.deployment()));
  write();
  return {
    addressLength: ADDRESS_LENGTH,
    get deployment() {
      return chain.deployment();
    },
    async register({ network }) {
      const remote = chains.get(network);
      if (remote === undefined) return fail('UnknownRemote', `${network} is no toy chain`);
      chain.connect(remote);
      return write();
    },
    fee: (remote) => chain.fee(remote),
    registration: (remote) => chain.remote(remote),
    open: async () => write(),
  };
}

/** The fourth kind of chain: a descriptor over `chains`, which are found by their names. */
export const toyKind = (
  chains: ReadonlyMap<string, MemoryChain>,
): ChainKindDescriptor<typeof toySettings, NetworkDeployOptions> => {
  const chainAt = (network: string) => chains.get(network) as MemoryChain;
  return {
    name: TOY,
    addressLength: ADDRESS_LENGTH,
    coin: { decimals: 9, balance: async () => 5_000_000_000n },
    settings: toySettings,
    load: async () => {},
    open: async (_settings, { network }) => ok({ main: providerOf(chainAt(network)) }),
    keyField: 'toy',
    keys: async () => ({ keyOf: memoryKeyOf, label: { of: (text) => text } }),
    originBytes: async (text) => text,
    unsignedTransaction: z.object({ kind: z.literal(TOY), spell: z.string() }),
    deploySettings: toyDeploySettings,
    async deploy({ network, oracle, deployments }) {
      const chain = chainAt(network);
      Object.assign(chain, oracle);
      return ok(deployerOf(chain, chains, deployments));
    },
    walletTypes: [],
    wallets: async () => {
      throw new RangeError('toy chains have no wallets');
    },
  };
};
