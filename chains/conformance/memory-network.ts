import type { NetworkDeployer, NetworkDeployOptions, OnProgress } from '@causeway/chains';
import { type AnyFailure, evmDomain, fail, keccak256, ok, padLeft, type Result } from '@causeway/protocol';
import type { AssetRecord, LimitsRecord } from '../src/config/deployment.ts';
import { BridgeDeployer } from '../src/deploy/bridge-deployer.ts';
import type { DeployActions } from '../src/deploy/deploy-actions.ts';
import { kindOf } from '../src/kinds.ts';
import type { RemoteRegistration } from '../src/provider/provider.ts';

/** A deployment to a network in memory. */
export type MemoryDeployOptions = NetworkDeployOptions & { readonly asset: AssetRecord };

/** A deployed bridge. */
interface Bridge {
  readonly block: number;
  readonly remotes: Map<number, RemoteRegistration>;
  readonly limits: Map<string, LimitsRecord>;
  readonly fees: Map<number, bigint>;
}

const hexOf = (text: string) => keccak256(`0x${Buffer.from(text).toString('hex')}`);
const UNSET: LimitsRecord = { minAmount: '0', maxAmount: '0', capacity: '0', refillPerSecond: '0' };

/**
 * A network in memory on which bridges can be deployed. A bridge's address comes from its arguments, as on EVM chains.
 */
export class MemoryNetwork {
  /** Number of transactions so far. */
  transactions = 0;
  /** Another release makes settlers at other addresses. */
  release = 1;
  readonly #chainId: number;
  readonly #bridges = new Map<string, Bridge>();
  readonly #settlers = new Set<string>();

  constructor(chainId: number) {
    this.#chainId = chainId;
  }

  deploy(
    options: MemoryDeployOptions,
    onProgress: OnProgress = () => {},
  ): Promise<Result<NetworkDeployer, AnyFailure>> {
    return BridgeDeployer.deploy(options, this.#actions(options), kindOf, onProgress);
  }

  #actions({ key, guardian, asset }: MemoryDeployOptions): DeployActions {
    const at = (address: string | undefined) => this.#bridges.get(address ?? '');
    const send = async (act: () => unknown) => {
      this.transactions += 1;
      return ok(act());
    };
    return {
      kind: 'evm',
      chainId: String(this.#chainId),
      domain: evmDomain(this.#chainId),
      maxLimit: 2n ** 64n - 1n,
      maxFee: 2n ** 64n - 1n,
      limitSteps: [['canonical', 'bridged']],
      canonicalAsset: async () => ok(asset),
      issuerPowers: async () => ok({}),
      bridge: async ({ deployment: { oracle } }, family) => {
        const facts = [family, key.address, guardian, oracle.threshold, ...oracle.members, JSON.stringify(asset)];
        const address = `0x${hexOf(facts.join()).slice(-40)}`;
        return ok({
          find: async () => ok(at(address) ? address : null),
          act: async () => {
            if (2 * oracle.threshold <= oracle.members.length) return fail('InvalidOracle', 'a minority');
            if (guardian === key.address) return fail('InvalidRole', 'the guardian is the admin');
            const bridge = { block: this.transactions, remotes: new Map(), limits: new Map(), fees: new Map() };
            return send(() => this.#bridges.set(address, bridge));
          },
          facts: async () =>
            ok({ address, address32: padLeft(address), deployedAtBlock: at(address)?.block ?? 0, oracle: address }),
        });
      },
      chain: ({ bridges }, family) => {
        const bridge = at(bridges[family]?.address);
        const limitsOf = (key: string) => bridge?.limits.get(key) ?? UNSET;
        return ok({
          remote: async (domain) => ok(bridge?.remotes.get(domain) ?? null),
          limits: async (domain, side) => {
            const { minAmount, maxAmount, capacity, refillPerSecond } = limitsOf(`${domain}/${side}`);
            const [min, max, most, refill] = [minAmount, maxAmount, capacity, refillPerSecond].map(BigInt);
            return ok({
              minAmount: min as bigint,
              maxAmount: max as bigint,
              capacity: most as bigint,
              refillPerSecond: refill as bigint,
              available: most as bigint,
            });
          },
          fee: async (domain) => ok(bridge?.fees.get(domain) ?? 0n),
          paused: async () => (bridge ? ok({ outbound: false, inbound: false }) : fail('CONTRACT_MISSING', 'nothing')),
          compare: async () => (bridge ? ok({ found: {}, differences: [] }) : fail('DEPLOYMENT_MISMATCH', 'nothing')),
          verify: async () => (bridge ? ok(undefined) : fail('DEPLOYMENT_MISMATCH', 'nothing')),
        });
      },
      settler: async (steps, family, { address: bridge, settler }) => {
        const kept = settler && this.#settlers.has(settler.address) ? settler.address : undefined;
        const address = kept ?? `0x${hexOf(`settler ${this.release} of ${bridge}`).slice(-40)}`;
        const present = async () => ok(this.#settlers.has(address));
        const act = () => send(() => this.#settlers.add(address));
        const made = await steps.run({ name: `settler ${family}`, present, act });
        return made.ok ? ok({ settler: { address, address32: padLeft(address) } }) : made;
      },
      bridgedToken: async (_steps, _own, { network, bridge: { canonicalAsset, wireDecimals } }) =>
        ok({ symbol: `cw${canonicalAsset.symbol}`, name: network, decimals: wireDecimals, address: null }),
      setRemote: ({ address }, { domain, bridge, addressLength, wireDecimals }) => {
        const token = `0x${hexOf(`${address}/${domain}`).slice(-40)}`;
        const registration = { bridge, token, addressLength, wireDecimals, opened: false };
        return send(() => at(address)?.remotes.set(domain, registration));
      },
      setLimits: ({ address }, remote, limits) =>
        send(() => {
          for (const set of limits) at(address)?.limits.set(`${remote}/${set.side}`, set.limits);
        }),
      setFee: ({ address }, remote, fee) => send(() => at(address)?.fees.set(remote, fee)),
      openRemote: ({ address }, { domain }) => {
        const remotes = at(address)?.remotes;
        const there = remotes?.get(domain);
        return send(() => there && remotes?.set(domain, { ...there, opened: true }));
      },
    };
  }
}
