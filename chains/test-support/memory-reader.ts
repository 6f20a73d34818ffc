import { type BlockRef, type Domain, fail, type Hex, ok, type Result, type Status } from '@causeway/protocol';
import { type Deployment, oracleOf } from '../src/config/deployment.ts';
import type { AddressFailure, ReadFailure, ScanFailure } from '../src/failures.ts';
import type { AdminChange } from '../src/provider/changes.ts';
import { type Accepted, type Comparison, compare, required, requireSame } from '../src/provider/differences.ts';
import type {
  AddressBook,
  ChainReader,
  EndpointHealth,
  FinalityRule,
  Head,
  LimitSide,
  Scan,
} from '../src/provider/provider.ts';
import {
  expectedAsset,
  expectedOracle,
  expectedRemotes,
  findAll,
  findAsset,
  findRemotes,
  foundOracle,
  oneByOne,
} from '../src/provider/verification.ts';
import { MemoryBlocks, ORACLE_ADDRESS, WIRE_DECIMALS } from './memory-blocks.ts';
import { type BridgeState, holdingKey, limitKey, rootKey, statusKey } from './memory-bridge.ts';

/** Wire units that a lock or burn has at least. */
export const MIN_AMOUNT = 100n;

/** The reading view and the addresses of a chain in memory. */
export abstract class MemoryReader extends MemoryBlocks implements ChainReader, AddressBook {
  /** The canonical asset that the bridge lacks, local units, as after a theft. */
  stolen = 0n;
  /** Left-padded addresses of the chain itself. */
  readonly reserved = new Set<Hex>();
  /** The newest block that the chain itself calls final; it calls none so when absent. */
  tag: number | undefined;
  /** What tests say was administered, by its block. */
  readonly administered: AdminChange[] = [];

  async head() {
    return this.read('head', () => this.head_);
  }
  async block(number: number) {
    return this.read('block', () => this.blocks[number]?.ref ?? null);
  }
  async finalized(): Promise<Result<BlockRef, ReadFailure>> {
    return this.read('finalized', () => {
      const number = Math.max(0, this.finalBelow(this.tip.number));
      return (this.blocks[number] as (typeof this.blocks)[number]).ref;
    });
  }
  async finalNumber(head: BlockRef): Promise<Result<number, ReadFailure>> {
    return ok(this.finalBelow(head.number));
  }
  get finalityRule(): FinalityRule {
    if (this.tag !== undefined) return 'tag';
    return this.finalityBlocks === 0 ? 'atOnce' : 'depth';
  }
  protected finalBelow(number: number): number {
    return Math.min(number - this.finalityBlocks, this.tag ?? number);
  }
  async scan(from: number, to: number | BlockRef): Promise<Result<Scan, ScanFailure>> {
    const last = typeof to === 'number' ? to : to.number;
    const block = this.blocks[last];
    if (!block) return fail('BLOCK_NOT_FOUND', `${this.name} has no block ${last} yet`, true);
    if (typeof to !== 'number' && block.ref.hash !== to.hash) return fail('NO_QUORUM', `block ${last} is gone`, true);
    return this.read('scan', () => ({
      events: this.blocks.slice(from, last + 1).flatMap(({ events }) => events),
      to: block.ref,
      changes: this.administered.filter((change) => change.block >= from && change.block <= last),
    }));
  }
  onHead(listener: (head: Head) => void) {
    return this.listen(listener);
  }

  async remote(domain: Domain) {
    return this.read('remote', () => this.registrations.get(domain) ?? null);
  }
  async lane(domain: Domain, at?: BlockRef) {
    const state = this.stateAt(at);
    if (!state) return fail('NO_QUORUM', `block ${at?.number} is gone`, true);
    const { outbound, inbound, outstanding } = state;
    return this.read('lane', () => ({
      nextOutboundNonce: outbound.get(domain) ?? 0n,
      nextInboundNonce: inbound.get(domain) ?? 0n,
      outstanding: outstanding.get(domain) ?? 0n,
      paused: this.settings.pausedRemotes.has(domain),
    }));
  }
  async limits(domain: Domain, side: LimitSide) {
    const limit = this.settings.limits.get(limitKey(domain, side));
    const capacity = limit?.capacity ?? 1n << 100n;
    const available = limit?.available ?? capacity;
    return this.read('limits', () => ({
      minAmount: limit?.minAmount ?? MIN_AMOUNT,
      maxAmount: limit?.maxAmount ?? capacity,
      capacity,
      refillPerSecond: limit?.refillPerSecond ?? 0n,
      available,
    }));
  }
  async statuses(source: Domain, firstNonce: bigint, count: number, at?: BlockRef) {
    const state = this.stateAt(at);
    if (!state) return fail('NO_QUORUM', `block ${at?.number} is gone`, true);
    return this.read('statuses', () =>
      Array.from(
        { length: count },
        (_, index): Status => state.statuses.get(statusKey(source, firstNonce + BigInt(index))) ?? 'none',
      ),
    );
  }
  async fee(remote: Domain) {
    return this.read('fee', () => this.feeOf(remote));
  }
  async root(source: Domain, firstNonce: bigint, count: number, at?: BlockRef) {
    const state = this.stateAt(at);
    if (!state) return fail('NO_QUORUM', `block ${at?.number} is gone`, true);
    return this.read('root', () => state.roots.get(rootKey(source, firstNonce, count)) ?? null);
  }
  async paused() {
    const { outboundPaused: outbound, inboundPaused: inbound } = this.settings;
    return this.read('paused', () => ({ outbound, inbound }));
  }
  async claimable(address: string, home = this.domain) {
    const owner = this.parseAddress(address);
    if (!owner.ok) return owner;
    return this.read('claimable', () => this.state.credits.get(holdingKey(owner.value, home)) ?? 0n);
  }
  async balance(address: string, home: Domain) {
    return this.holdingOf('balance', address, home);
  }
  async holdings() {
    const held = this.settings.toLocal(sum(this.state.outstanding.values()));
    return this.read('holdings', () => held + this.credited() - this.stolen);
  }
  async credits() {
    return this.read('credits', () => this.credited());
  }
  async bridgedSupply(home: Domain) {
    return this.read('bridgedSupply', () => this.settings.toLocal(this.state.supply.get(home) ?? 0n));
  }
  async decimals(_home: Domain) {
    return this.read('decimals', () => this.asset.decimals);
  }
  async oracle() {
    const { members, threshold, deviations } = this;
    return this.read('oracle', () => ({ address: ORACLE_ADDRESS, members, threshold, deviations }));
  }

  parseAddress(address: string): Result<Hex, AddressFailure> {
    return this.form.parse(address);
  }
  formatAddress(address: Hex): string {
    return this.form.format(address);
  }
  isReserved(address: Hex): boolean {
    return this.reserved.has(address);
  }

  async health(): Promise<readonly EndpointHealth[]> {
    this.count('health');
    return this.endpoints.map((endpoint, index) => {
      const up = endpoint === 'honest' || endpoint === 'lying';
      return { url: `http://${this.name}-${index}`, up, latencyMs: 1, head: up ? this.tip.number : null };
    });
  }

  /** Compares `file`, the deployment itself when absent, with the chain. */
  async compare(file: Deployment = this.deployment()): Promise<Result<Comparison, ReadFailure>> {
    const [oracle, bridge] = [await this.oracle(), file.bridges[this.family]];
    if (!oracle.ok) return oracle;
    if (!bridge) return fail('DEPLOYMENT_MISMATCH', `${this.name} has no bridge of family ${this.family}`);
    const context = { deployment: file, family: this.family, bridge };
    const found = await findAll([
      () => findAsset(context, async () => ok(this.asset.decimals)),
      async () => ok({ domain: String(this.domain), wireDecimals: String(WIRE_DECIMALS) }),
      async () => ok(foundOracle(oracle.value)),
      () =>
        findRemotes(
          context,
          oneByOne({
            readRemote: (_, domain) => this.remote(domain),
            readDecimals: (_, home) => this.decimals(home),
          }),
        ),
    ]);
    if (!found.ok) return found;
    const { settler } = bridge;
    const expected = {
      ...expectedAsset(context),
      domain: required(file.domain),
      wireDecimals: required(bridge.wireDecimals),
      // No chain in memory has one.
      ...(settler && { 'the settler': required(settler.address) }),
      ...expectedOracle(oracleOf(file, this.family)),
      ...expectedRemotes(context),
    };
    return ok(compare({ chain: this.name, family: this.family }, expected, found.value));
  }

  /** Fails with DEPLOYMENT_MISMATCH where `compare` finds a difference for which signers refuse. */
  async verify(accepted?: readonly Accepted[]): Promise<Result<void, ReadFailure>> {
    const compared = await this.compare();
    return compared.ok ? requireSame(compared.value, accepted) : compared;
  }
  async close(): Promise<void> {
    this.listeners.clear();
  }

  /** The newest state, or that of block `at`; undefined when the chain does not have that block any more. */
  private stateAt(at: BlockRef | undefined): BridgeState | undefined {
    const block = at && this.blocks[at.number];
    return at ? (block?.ref.hash === at.hash ? block.state : undefined) : this.state;
  }

  protected feeOf(remote: Domain): bigint {
    return this.settings.fees.get(remote) ?? 0n;
  }

  /** Local units of the canonical asset that are credited. */
  private credited(): bigint {
    const own = `/${this.domain}`;
    return sum([...this.state.credits].flatMap(([key, amount]) => (key.endsWith(own) ? [amount] : [])));
  }

  /** Local units of the asset of `home` that an address holds. */
  protected holdingOf(read: string, address: string, home: Domain): Result<bigint, ReadFailure> {
    const owner = this.parseAddress(address);
    if (!owner.ok) return owner;
    return this.read(read, () => this.state.balances.get(holdingKey(owner.value, home)) ?? this.endowment);
  }
}

const sum = (amounts: Iterable<bigint>): bigint => [...amounts].reduce((total, amount) => total + amount, 0n);
