import type { AssetRecord, BridgeRecord } from '@causeway/chains';
import { DEV_MNEMONIC } from '@causeway/local-nodes';
import { type DevAccount, type DevnetKind, devAccounts } from './accounts.ts';
import type { Devnet } from './devnet.ts';
import { kindOf } from './kinds.ts';

interface TokenDescription {
  readonly symbol: string;
  /** Null for the chain's own coin. */
  readonly address: string | null;
}

interface BridgeDescription {
  readonly address: string;
  /** The settler of swaps; absent in a deployment of before there were any. */
  readonly settler?: string;
  readonly asset: TokenDescription;
  /** Keyed by the network of their home. */
  readonly bridgedTokens: Readonly<Record<string, TokenDescription>>;
}

/** A devnet's addresses and URLs, for display and as JSON. */
export interface DevnetDescription {
  readonly folder: string;
  readonly deployments: string;
  readonly chains: readonly {
    readonly name: string;
    readonly kind: DevnetKind;
    /** The chain's id in messages. EVM: its chain id. */
    readonly domain: number;
    /** RPC endpoints of this chain, over HTTP. The same ports serve WebSocket, except on Radix. */
    readonly rpc: readonly string[];
    /** URL of the node behind the endpoints. */
    readonly node: string;
    readonly oracle: string;
    /** Keyed by asset family. */
    readonly bridges: Readonly<Record<string, BridgeDescription>>;
  }[];
  /** URL of the faucet. */
  readonly faucet: string;
  /** URL of the prices, below which each played price source has a path. */
  readonly prices: string;
  /** Seed of the accounts, which are funded on every chain. Their keys are public. */
  readonly mnemonic: string;
  readonly accounts: readonly (DevAccount & { readonly kind: DevnetKind })[];
}

/** The addresses and URLs that `causeway devnet` prints. */
export function describeDevnet({ folder, deployments, chains, deployment, faucet, prices }: Devnet): DevnetDescription {
  return {
    folder,
    deployments,
    chains: chains.map(({ network, node, endpoints }) => {
      const record = deployment(network.name);
      return {
        name: network.name,
        kind: network.kind,
        domain: network.domain,
        rpc: endpoints.map(({ url }) => url),
        node: node.url,
        oracle: record.oracle.address,
        bridges: Object.fromEntries(
          Object.entries(record.bridges).map(([family, bridge]) => [family, describeBridge(bridge)]),
        ),
      };
    }),
    faucet: faucet.url,
    prices: prices.url,
    mnemonic: DEV_MNEMONIC,
    accounts: [...new Set(chains.map(({ network }) => network.kind))].flatMap((kind) =>
      devAccounts(kind).map((account) => ({ ...account, kind })),
    ),
  };
}

const describeToken = ({ symbol, address }: AssetRecord): TokenDescription => ({ symbol, address });

const describeBridge = ({ address, settler, canonicalAsset, remotes }: BridgeRecord): BridgeDescription => ({
  address,
  ...(settler && { settler: settler.address }),
  asset: describeToken(canonicalAsset),
  bridgedTokens: Object.fromEntries(Object.entries(remotes).map(([name, { token }]) => [name, describeToken(token)])),
});

/** Left-aligned columns. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_cell, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The description as tables. */
export function formatDevnet({ folder, chains, faucet, prices, mnemonic, accounts }: DevnetDescription): string {
  const urls = chains.map(({ name, domain, rpc }) => [name, String(domain), rpc[0] as string, rpc.slice(1).join(' ')]);
  const contracts = chains.flatMap(({ name, kind, oracle, bridges }) => [
    [name, kindOf({ kind }).oracleLabel, oracle],
    ...Object.entries(bridges).flatMap(([family, { address, settler, asset, bridgedTokens }]) => [
      [name, `bridge ${family}`, address],
      ...(settler ? [[name, `settler ${family}`, settler]] : []),
      [name, asset.symbol, asset.address ?? 'the chain’s own coin'],
      ...Object.values(bridgedTokens).map((token) => [name, token.symbol, token.address ?? '']),
    ]),
  ]);
  return [
    table([['CHAIN', 'DOMAIN', 'RPC', 'MORE ENDPOINTS'], ...urls]),
    table([['CHAIN', 'CONTRACT', 'ADDRESS'], ...contracts]),
    table([
      ['ACCOUNT', 'KIND', 'ADDRESS', 'PRIVATE KEY OR SEED'],
      ...accounts.map(({ role, kind, address, privateKey }) => [role, kind, address, privateKey]),
    ]),
    `Development only: everybody knows these keys (mnemonic "${mnemonic}").`,
    `Faucet for any address of these chains: causeway faucet ADDRESS --url ${faucet}`,
    `Prices in the forms of public price sources: ${prices}`,
    `Deployments, keys and configuration: ${folder}`,
  ].join('\n\n');
}
