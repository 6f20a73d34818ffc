import type { BlockRef, EventPosition } from '@causeway/protocol';
import { type AdminChange, changeOf, isAdminEvent } from '../provider/changes.ts';
import { decodeBridge, decodeOracles, decodeRemote } from './accounts.ts';
import { type BridgeAddresses, remoteAddress } from './addresses.ts';
import { decodeBridgeEvent } from './program.ts';
import type { ProgramHead, UpgradeAuthority } from './program-data.ts';
import type { SolanaRpc } from './rpc.ts';

/** A change that an event of the program tells of, among its events. */
export interface ToldChange {
  readonly type: 'change';
  readonly change: AdminChange;
  readonly at: EventPosition;
}

/** The change that the event in `data` tells of; null for another event. */
export function changeIn(data: string, at: EventPosition): ToldChange | null {
  const event = decodeBridgeEvent(Buffer.from(data, 'base64'));
  if (!event || !isAdminEvent(event.name)) return null;
  return {
    type: 'change',
    change: changeOf(event.name, event.fields, { block: at.block.number, transaction: at.transaction }),
    at,
  };
}

/**
 * What was administered, as the state shows it. Transactions of the bridge are not downloaded while its counters say
 * that no order is missing, and an upgrade names no account of the bridge: both would stay unseen without a look here.
 */
export class Administered {
  readonly #rpc: SolanaRpc;
  readonly #addresses: BridgeAddresses;
  readonly #remotes: readonly number[];
  readonly #authority: UpgradeAuthority;
  /** The settings up to which every change was seen. */
  #settings: string | undefined;
  #program: ProgramHead | null | undefined;

  constructor(rpc: SolanaRpc, addresses: BridgeAddresses, remotes: readonly number[], authority: UpgradeAuthority) {
    this.#rpc = rpc;
    this.#addresses = addresses;
    this.#remotes = remotes;
    this.#authority = authority;
  }

  /**
   * One scan's look at the settings. `unseen` is true where they are not those up to which every change was seen, so
   * that the transactions are worth their download; `seen` ends a scan up to the newest block.
   */
  look(): { unseen(): Promise<boolean>; seen(): Promise<void> } {
    let reading: Promise<string | undefined> | undefined;
    const read = () => {
      reading ??= this.#read();
      return reading;
    };
    return {
      unseen: async () => {
        const now = await read();
        // What was before the first look, the comparison at the start has seen.
        this.#settings ??= now;
        return now !== undefined && now !== this.#settings;
      },
      seen: async () => {
        if (reading || this.#settings === undefined) this.#settings = (await read()) ?? this.#settings;
      },
    };
  }

  /** The program's new code or another authority over it since the last look, at the newest block of a scan. */
  async programChange(to: BlockRef): Promise<readonly AdminChange[]> {
    const found = await this.#authority.program();
    if (!found.ok) return [];
    const [before, now] = [this.#program, found.value];
    this.#program = now;
    if (before === undefined || textOf(before) === textOf(now)) return [];
    return [{ name: 'ProgramChanged', detail: textOf(now), block: to.number, transaction: null }];
  }

  /** The settings in one text, without what orders change; undefined where they cannot be read. */
  async #read(): Promise<string | undefined> {
    const { program, bridge, oracles } = this.#addresses;
    const found = await Promise.all(
      [bridge, oracles, ...this.#remotes.map((domain) => remoteAddress(program, domain))].map((address) =>
        this.#rpc.account(address),
      ),
    );
    const data = found.map((account) => (account.ok ? account.value?.data : undefined));
    if (found.some((account) => !account.ok)) return undefined;
    const [ofBridge, ofOracles, ...ofRemotes] = data;
    try {
      const parts = [
        ofBridge && { ...decodeBridge(ofBridge), claimable: undefined },
        ofOracles && decodeOracles(ofOracles),
        ...ofRemotes.map((remote) => {
          if (!remote) return null;
          const { bridge, mint, opened, canonical, bridged, paused, fee } = decodeRemote(remote);
          return { bridge, mint, opened, canonical: canonical.limits, bridged: bridged.limits, paused, fee };
        }),
      ];
      return JSON.stringify(parts, (_, value) => (typeof value === 'bigint' ? String(value) : value));
    } catch {
      return undefined;
    }
  }
}

const textOf = (program: ProgramHead | null): string =>
  program === null
    ? 'there is no program'
    : `code of slot ${program.slot}, upgrade authority ${program.authority?.toBase58() ?? 'nobody'}`;
