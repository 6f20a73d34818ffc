import { ok } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import type { LimitRow, NewLimit, Spent } from '@causeway/storage';
import type { Caller } from '../../http/callers/callers.ts';
import { type Answer, refuse as refuseAnywhere } from '../../http/errors/errors.ts';
import { type AvatarService, auditOf, isLive, type Origin } from '../avatars/index.ts';
import { refuse } from './errors.ts';
import type { AllowanceRequest, LimitRequest, SpendingLimitsView } from './limit-schemas.ts';
import { less, partOf, sum } from './rules/quantity.ts';
import type { WithWallets } from './rules/wallet-storage.ts';
import type { WalletService } from './service.ts';
import { decimalOf, quantityOf, type Spending } from './spending.ts';

export interface WalletLimitsDeps {
  readonly storage: Pick<WithWallets, 'wallets' | 'avatars'>;
  readonly avatars: Pick<AvatarService, 'get'>;
  readonly service: WalletService;
  readonly spending: Spending;
  readonly clock: Clock;
}

type Used = (row: Spent) => boolean;

/** Limits of a day, allowances of whoever has no password, and what is used of each. */
export class WalletLimits {
  readonly #deps: WalletLimitsDeps;

  constructor(deps: WalletLimitsDeps) {
    this.#deps = deps;
  }

  /** An avatar's limits of every asset, its wallets' own, and the allowances that it gave, or got as an agent. */
  async view(avatarId: string): Promise<SpendingLimitsView> {
    const { limits } = this.#deps.storage.wallets;
    const [owned, got, spent] = await Promise.all([
      limits.ownedBy(avatarId),
      limits.of('agent', avatarId),
      limits.spent(avatarId),
    ]);
    const wallets = owned.filter(({ subject }) => subject === 'wallet');
    const given = owned.filter(
      ({ subject, subjectId }) => subject === 'apiKey' || (subject === 'agent' && subjectId !== avatarId),
    );
    return {
      avatarId,
      sendsPerDay: this.#deps.spending.limits.perDay,
      assets: this.#assets(await limits.of('avatar', avatarId), spent),
      wallets: wallets.map((row) => ({
        walletId: row.subjectId,
        ...bound(row, spent, ({ walletId }) => walletId === row.subjectId),
      })),
      allowances: await Promise.all([...got, ...given].map((row) => this.#allowance(row, spent))),
    };
  }

  #assets(set: readonly LimitRow[], spent: readonly Spent[]): SpendingLimitsView['assets'] {
    const { spending } = this.#deps;
    const named = [...set, ...spent].map(({ asset }) => asset);
    const part = Math.round(spending.limits.withoutPassword * 1_000_000);
    return [...new Set([...spending.assets(), ...named])].toSorted().map((asset) => {
      const own = set.find((row) => row.asset === asset);
      const limit = own ? { units: own.amount, decimals: own.decimals } : spending.limitOf(asset);
      const of = spent.filter((row) => row.asset === asset);
      const used = sum(of);
      const unseen = sum(of.filter(({ spender }) => spender === 'session'));
      return {
        asset,
        limit: limit && decimalOf(limit),
        setBy: own ? ('admin' as const) : ('service' as const),
        used: decimalOf(used),
        left: limit && decimalOf(less(limit, used)),
        withoutPassword: { limit: limit ? decimalOf(partOf(limit, part)) : '0', used: decimalOf(unseen) },
      };
    });
  }

  async #allowance(row: LimitRow, own: readonly Spent[]) {
    const { subject, subjectId } = row;
    const spent = subject === 'agent' ? await this.#deps.storage.wallets.limits.spent(subjectId) : own;
    const used: Used = ({ spender, spenderId }) => spender === subject && spenderId === subjectId;
    const of = subject === 'agent' ? { agentId: subjectId, apiKeyId: null } : { agentId: null, apiKeyId: subjectId };
    return { ...of, ...bound(row, spent, used) };
  }

  /** Sets the limit of a wallet, which is at most that of its avatar; removes it without an amount. */
  async setWallet(
    caller: Caller,
    walletId: string,
    { asset, amount }: LimitRequest,
    origin: Origin,
  ): Promise<Answer<SpendingLimitsView>> {
    const wallet = await this.#deps.service.get(caller.avatarId, walletId);
    if (!wallet.ok) return wallet;
    const facts = { walletId: wallet.value.id, asset, amount };
    const limit = { subject: 'wallet', subjectId: wallet.value.id, asset, ownerId: caller.avatarId } as const;
    return this.#set([{ ...limit, setBy: caller.avatarId }], amount, origin, { action: 'limits.changed', facts });
  }

  /**
   * Sets the limit of an avatar in place of the service's, as an admin. An agent that nobody owns gets the same as its
   * allowance, because nobody else could give it one.
   */
  async setAvatar(
    caller: Caller,
    avatarId: string,
    { asset, amount, reason }: LimitRequest & { readonly reason: string },
    origin: Origin,
  ): Promise<Answer<SpendingLimitsView>> {
    const avatar = await this.#deps.avatars.get(avatarId);
    if (!avatar) return refuseAnywhere('AVATAR_NOT_FOUND', `no avatar is ${avatarId}`);
    const { id: subjectId, avatarType, ownerId } = avatar;
    const alone = avatarType === 'AI_Agent' && ownerId === null;
    const subjects = alone ? (['avatar', 'agent'] as const) : (['avatar'] as const);
    const changed = subjects.map((subject) => ({
      subject,
      subjectId,
      asset,
      ownerId: subjectId,
      setBy: caller.avatarId,
    }));
    const facts = { asset, amount, reason };
    return this.#set(changed, amount, origin, { action: 'limits.changed', subjectId, facts });
  }

  /** Gives an API key or an agent of the caller an allowance; withdraws it without an amount. */
  async setAllowance(
    caller: Caller,
    { apiKeyId, agentId, asset, amount }: AllowanceRequest,
    origin: Origin,
  ): Promise<Answer<SpendingLimitsView>> {
    if ((apiKeyId === undefined) === (agentId === undefined)) {
      return refuseAnywhere('MALFORMED_REQUEST', 'give either apiKeyId or agentId');
    }
    const [subject, id] =
      apiKeyId === undefined ? (['agent', agentId ?? ''] as const) : (['apiKey', apiKeyId] as const);
    const subjectId = id.toLowerCase();
    const theirs =
      subject === 'agent' ? await this.#ownsAgent(caller, subjectId) : await this.#ownsKey(caller, subjectId);
    if (!theirs) return refuse('SPENDER_NOT_FOUND', `you own no ${subject === 'agent' ? 'agent' : 'API key'} ${id}`);
    const action = amount === null ? 'allowance.withdrawn' : 'allowance.given';
    const facts = { subject, subjectId, asset, amount };
    const allowance = { subject, subjectId, asset, ownerId: caller.avatarId, setBy: caller.avatarId };
    return this.#set([allowance], amount, origin, { action, subjectId: caller.avatarId, facts });
  }

  /** An agent without an owner, which signed in by a password, is its own. */
  async #ownsAgent({ avatarId }: Caller, agentId: string): Promise<boolean> {
    const agent = await this.#deps.avatars.get(agentId);
    return agent?.avatarType === 'AI_Agent' && (agent.ownerId ?? agent.id) === avatarId;
  }

  /** Keys of agents have no allowance of their own: an agent's belongs to it as a whole. */
  async #ownsKey({ avatarId, agentId }: Caller, keyId: string): Promise<boolean> {
    const key = await this.#deps.storage.avatars.apiKeys.get(keyId);
    return agentId === null && key?.avatarId === avatarId && isLive(key, this.#deps.clock.now());
  }

  async #set(
    changed: readonly Omit<NewLimit, 'amount'>[],
    amount: string | null,
    origin: Origin,
    entry: Parameters<typeof auditOf>[1],
  ): Promise<Answer<SpendingLimitsView>> {
    const [first] = changed;
    const known = this.#deps.spending.assets();
    const asset = known.find((name) => name.toLowerCase() === first?.asset.toLowerCase());
    if (!first || asset === undefined) {
      return refuse('ASSET_UNKNOWN', `${first?.asset} is no asset here`, { facts: { assets: known } });
    }
    const quantity = amount === null ? null : quantityOf(amount);
    const rows = changed.map((row) => ({ ...row, asset, amount: quantity }));
    const { limits } = this.#deps.storage.wallets;
    await limits.set(rows, auditOf(origin, { ...entry, facts: { ...entry.facts, asset } }));
    return ok(await this.view(first.ownerId));
  }
}

/** A limit with what is used and left of it. */
function bound({ asset, amount: units, decimals }: LimitRow, spent: readonly Spent[], counts: Used) {
  const limit = { units, decimals };
  const used = sum(spent.filter((row) => row.asset === asset && counts(row)));
  return { asset, limit: decimalOf(limit), used: decimalOf(used), left: decimalOf(less(limit, used)) };
}
