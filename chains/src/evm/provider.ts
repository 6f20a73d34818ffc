import {
  type BlockRef,
  type Domain,
  fail,
  type Hex,
  ok,
  type Result,
  type SendOperation,
  type Submission,
  type SubmissionOutcome,
} from '@causeway/protocol';
import type Safe from '@safe-global/protocol-kit';
import { prepareSigned, type SignedCall } from '../execute.ts';
import { HeadSubscriptions } from '../head-feed.ts';
import { healthOf } from '../health.ts';
import type {
  CallFailure,
  ChainProvider,
  Head,
  KeyHandle,
  KeyIdentity,
  LimitSide,
  OracleCall,
  OracleSignature,
  OracleTransaction,
  Scan,
  SendArguments,
  Unsubscribe,
} from '../provider.ts';
import { verifyRemotes } from '../verification.ts';
import type { WalletOperations } from '../wallet.ts';
import { formatEvmAddress, parseEvmAddress } from './address.ts';
import type { EvmContext } from './context.ts';
import { encodeOracleCall } from './oracle-calls.ts';
import { outcomeOf } from './outcome.ts';
import { toQuantity } from './quorum.ts';
import * as reads from './reads.ts';
import { isReservedEvm } from './reserved.ts';
import { recoverSafeSigner, safeAction, safeTxHash, signSafeTransaction } from './safe.ts';
import { scanEvents, toBlockRef, toHead } from './scanner.ts';
import { sendRequests } from './send-requests.ts';
import { broadcast, prepareAll, prepareReplacement } from './sender.ts';
import { settle } from './settle.ts';
import { simulateCalls } from './simulate.ts';
import { evmWalletOperations } from './wallet.ts';
import { numberAnswer } from './wire.ts';

/** Most bytes of calldata in a batch. Nodes refuse transactions above 128 KiB. */
const MAX_BATCH_BYTES = 100_000;

/** A Safe transaction can hold a commitment and its uses; its bytes are the limit. */
const ORACLE_RULES = { maxCalls: 512, maxCommitMessages: 4_096, commitsApart: false } as const;

/** One bridge on an EVM chain, through ethers and, for its Safe, protocol-kit. */
export class EvmProvider implements ChainProvider {
  readonly name: string;
  readonly kind = 'evm';
  readonly family: string;
  readonly domain: Domain;
  readonly bridge: Hex;
  readonly finalityBlocks: number;
  readonly oracleRules = ORACLE_RULES;
  readonly wallet: WalletOperations;
  readonly #context: EvmContext;
  readonly #subscriptions: HeadSubscriptions;
  /** True when depth alone decides finality, without the tag. */
  readonly #byDepth: boolean;
  #kit: Promise<Safe> | undefined;

  constructor(context: EvmContext) {
    this.#context = context;
    this.wallet = evmWalletOperations(context);
    this.#subscriptions = new HeadSubscriptions(context.connection.heads);
    this.name = context.deployment.network;
    this.family = context.family;
    this.domain = context.deployment.domain;
    this.bridge = context.bridge.address32;
    const { finality } = context.connection.config;
    this.finalityBlocks = finality.blocks;
    this.#byDepth = !finality.finalizedTag;
  }

  // Blocks

  async head(): Promise<Result<Head>> {
    const head = await this.#rpc.head();
    return head.ok ? ok(toHead(head.value)) : head;
  }

  async block(number: number): Promise<Result<BlockRef | null>> {
    const block = await this.#rpc.block(number);
    return block.ok ? ok(block.value && toBlockRef(block.value)) : block;
  }

  /** While the chain is shorter than `finalityBlocks`, only its genesis is final. */
  async finalized(): Promise<Result<BlockRef>> {
    const head = await this.#rpc.head();
    if (!head.ok) return head;
    const final = await this.finalNumber(head.value);
    if (!final.ok) return final;
    const number = Math.max(0, final.value);
    const block = await this.block(number);
    if (!block.ok) return block;
    return block.value ? ok(block.value) : fail('NO_QUORUM', `block ${number} is not there`, true);
  }

  async finalNumber({ number }: { readonly number: number }): Promise<Result<number>> {
    const deep = number - this.finalityBlocks;
    if (this.#byDepth) return ok(deep);
    const tagged = await this.#rpc.head('finalized');
    return tagged.ok ? ok(Math.min(deep, tagged.value.number)) : tagged;
  }

  scan(from: number, to: number | BlockRef): Promise<Result<Scan>> {
    return scanEvents(this.#rpc, this.#context.identity, from, to, this.#context.connection.config.logRange);
  }

  onHead(listener: (head: Head) => void): Unsubscribe {
    return this.#subscriptions.add(listener);
  }

  // State

  remote(domain: Domain) {
    return reads.readRemote(this.#context, domain);
  }
  lane(domain: Domain) {
    return reads.readLane(this.#context, domain);
  }
  limits(domain: Domain, side: LimitSide) {
    return reads.readLimits(this.#context, domain, side);
  }
  status(source: Domain, nonce: bigint) {
    return reads.readStatus(this.#context, source, nonce);
  }
  root(source: Domain, firstNonce: bigint, count: number) {
    return reads.readRoot(this.#context, source, firstNonce, count);
  }
  paused() {
    return reads.readPaused(this.#context);
  }
  claimable(address: string) {
    return reads.readClaimable(this.#context, address);
  }
  balance(address: string, home: Domain) {
    return reads.readBalance(this.#context, address, home);
  }
  holdings() {
    return reads.readBalance(this.#context, this.#context.bridge.address, this.domain);
  }
  bridgedSupply(home: Domain) {
    return reads.readSupply(this.#context, home);
  }
  decimals(home: Domain) {
    return reads.readDecimals(this.#context, home);
  }
  async verify(): Promise<Result<void>> {
    const bridge = await reads.verifyBridge(this.#context);
    return bridge.ok ? verifyRemotes(this.#context, reads) : bridge;
  }

  // Sending, as any caller

  async prepareSend(operation: SendOperation, key: KeyHandle, args: SendArguments) {
    const requests = await sendRequests(this.#context, operation, key.address, args);
    return requests.ok ? prepareAll(this.#context.connection, key, requests.value) : requests;
  }

  /** EIP-1193 transaction requests with hexadecimal quantities. The wallet fills in gas and fees. */
  async unsignedSend(operation: SendOperation, from: string | undefined, args: SendArguments) {
    const requests = await sendRequests(this.#context, operation, from, args);
    if (!requests.ok) return requests;
    const chainId = toQuantity(this.#context.connection.chainId);
    return ok(
      requests.value.map(({ to, data, value }) => ({
        kind: 'evm' as const,
        ...(from === undefined ? {} : { from }),
        to,
        data,
        value: toQuantity(value),
        chainId,
      })),
    );
  }

  lockTokens(key: KeyHandle, args: SendArguments): Promise<Result<string>> {
    return this.#send('lockTokens', key, args);
  }
  burnTokens(key: KeyHandle, args: SendArguments): Promise<Result<string>> {
    return this.#send('burnTokens', key, args);
  }

  // Sending, as the oracle

  async oracle() {
    const oracle = await reads.readSafe(this.#context);
    if (!oracle.ok) return oracle;
    const { members, threshold, hasModule } = oracle.value;
    if (hasModule) return fail('InvalidOracle', 'the Safe has a module: something acts for it without its owners');
    return ok({ address: this.#context.safe.safe, members, threshold });
  }

  /** The Safe's nonce; the payer does not matter. */
  async anchor(_payer: KeyIdentity): Promise<Result<string>> {
    return this.#safeNonce();
  }

  async acceptsAnchor(anchor: string): Promise<Result<void>> {
    const current = await this.#safeNonce();
    if (!current.ok) return current;
    if (current.value === anchor) return ok(undefined);
    return fail('ANCHOR_MISMATCH', `the oracle's next anchor is ${current.value}`, true);
  }

  /** The Safe's nonce, unchanged: calls do not affect it. */
  async bind(anchor: string, _calls: readonly OracleCall[]): Promise<Result<string>> {
    return ok(anchor);
  }

  async build(anchor: string, calls: readonly OracleCall[]): Promise<Result<OracleTransaction>> {
    if (!/^(0|[1-9]\d{0,14})$/.test(anchor)) return fail('INVALID_ANCHOR', "an anchor is the Safe's nonce in decimal");
    const calldata = this.#encode(calls);
    if (!calldata.ok) return calldata;
    const action = safeAction(this.#context.safe, this.#context.bridge.address, calldata.value);
    const digest = safeTxHash(this.#context.safe, action, BigInt(anchor));
    return ok({ anchor, calls, payloads: [digest], digest });
  }

  async simulate(calls: readonly OracleCall[]): Promise<Result<void, CallFailure>> {
    const calldata = this.#encode(calls);
    if (!calldata.ok) return calldata;
    return simulateCalls(this.#rpc, this.#context.safe, this.#context.bridge.address, calldata.value);
  }

  sign(transaction: OracleTransaction, key: KeyHandle): Promise<OracleSignature> {
    return signSafeTransaction(transaction, key);
  }

  recoverSigner(transaction: OracleTransaction, signature: OracleSignature): string | null {
    return recoverSafeSigner(transaction, signature);
  }

  async prepareOracle(
    transaction: OracleTransaction,
    signatures: readonly OracleSignature[],
    payer: KeyHandle,
    replaces?: Submission,
  ): Promise<Result<Submission>> {
    const calldata = this.#encode(transaction.calls);
    if (!calldata.ok) return calldata;
    const kit = await this.#connectKit();
    if (!kit.ok) return kit;
    const { bridge, safe, connection } = this.#context;
    const { encodeExecution } = await import('./kit.ts');
    const data = await encodeExecution(kit.value, transaction, bridge.address, calldata.value, signatures);
    if (!data.ok) return data;
    const request = { to: safe.safe, data: data.value, value: 0n };
    if (replaces) return prepareReplacement(connection, payer, replaces, request);
    const submissions = await prepareAll(connection, payer, [request]);
    return submissions.ok ? ok(submissions.value[0] as Submission) : submissions;
  }

  mintTokens(call: OracleCall, signatures: readonly OracleSignature[], anchor: string, payer: KeyHandle) {
    return this.#execute('mintTokens', { call, signatures, anchor, payer });
  }
  releaseTokens(call: OracleCall, signatures: readonly OracleSignature[], anchor: string, payer: KeyHandle) {
    return this.#execute('releaseTokens', { call, signatures, anchor, payer });
  }

  // Submissions

  replace(submission: Submission, payer: KeyHandle): Promise<Result<Submission>> {
    return prepareReplacement(this.#context.connection, payer, submission);
  }
  broadcast(submission: Submission): Promise<Result<string>> {
    return broadcast(this.#context.connection, submission);
  }
  outcome(submission: Submission): Promise<Result<SubmissionOutcome>> {
    return outcomeOf(this.#context.connection, submission, this.#context);
  }

  parseAddress(address: string): Result<Hex> {
    return parseEvmAddress(address);
  }
  formatAddress(address: Hex): string {
    return formatEvmAddress(address);
  }
  isReserved(address: Hex): boolean {
    return isReservedEvm(address);
  }

  health() {
    return healthOf(this.#rpc.endpoints, this.#context.connection.clock, async (endpoint) =>
      numberAnswer.parse(await endpoint.send('eth_blockNumber', [])),
    );
  }

  async close(): Promise<void> {
    this.#subscriptions.close();
  }

  get #rpc() {
    return this.#context.connection.rpc;
  }

  async #safeNonce(): Promise<Result<string>> {
    const nonce = await reads.safeView(this.#context, 'nonce');
    return nonce.ok ? ok(String(nonce.value[0])) : nonce;
  }

  #encode(calls: readonly OracleCall[]): Result<readonly Hex[]> {
    const target = { domain: this.domain, bridge: this.#context.bridge };
    const calldata: Hex[] = [];
    for (const call of calls) {
      const encoded = encodeOracleCall(call, target);
      if (!encoded.ok) return encoded;
      calldata.push(encoded.value);
    }
    if (calldata.length === 0) return fail('EmptyBatch', 'a transaction has at least one call');
    const bytes = calldata.reduce((sum, data) => sum + (data.length - 2) / 2, 0);
    if (bytes > MAX_BATCH_BYTES)
      return fail('BATCH_TOO_LARGE', `${bytes} bytes of calldata; at most ${MAX_BATCH_BYTES}`);
    return ok(calldata);
  }

  /** protocol-kit, loaded and connected at its first use, and connected again after a failure. */
  async #connectKit(): Promise<Result<Safe>> {
    const { connectKit } = await import('./kit.ts');
    this.#kit ??= connectKit(this.#rpc, this.#context.safe);
    try {
      return ok(await this.#kit);
    } catch {
      this.#kit = undefined;
      return fail('RPC_UNAVAILABLE', 'the Safe cannot be read', true);
    }
  }

  async #send(operation: SendOperation, key: KeyHandle, args: SendArguments): Promise<Result<string>> {
    const prepared = await this.prepareSend(operation, key, args);
    if (!prepared.ok) return prepared;
    let last: Result<string> = fail('NOT_INCLUDED', 'nothing was sent');
    for (const submission of prepared.value) {
      last = await settle(this.#context.connection, submission, key, this.#context);
      if (!last.ok) return last;
    }
    return last;
  }

  async #execute(operation: 'mintTokens' | 'releaseTokens', signed: SignedCall): Promise<Result<string>> {
    const submission = await prepareSigned(this, operation, signed);
    return submission.ok ? settle(this.#context.connection, submission.value, signed.payer, this.#context) : submission;
  }
}
