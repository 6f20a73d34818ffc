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
import type { WalletOperations } from '../wallet.ts';
import { formatSolanaAddress, parseSolanaAddress } from './address.ts';
import type { SolanaContext } from './context.ts';
import { ORACLE_RULES, Oracle } from './oracle.ts';
import { outcomeOf } from './outcome.ts';
import * as reads from './reads.ts';
import { isReservedSolana } from './reserved.ts';
import { COMMITMENT } from './rpc.ts';
import { scanEvents, toBlockRef, toHead } from './scanner.ts';
import { prepareSend, unsignedSend } from './send.ts';
import { broadcast } from './sender.ts';
import { settle } from './settle.ts';
import { verifyDeployment } from './verify.ts';
import { solanaWalletOperations } from './wallet.ts';
import { numberAnswer } from './wire.ts';

/** One bridge on a Solana cluster. Block numbers are slots; a skipped slot stands for the block before it. */
export class SolanaProvider implements ChainProvider {
  readonly name: string;
  readonly kind = 'solana';
  readonly family: string;
  readonly domain: Domain;
  readonly bridge: Hex;
  readonly finalityBlocks: number;
  readonly oracleRules = ORACLE_RULES;
  readonly wallet: WalletOperations;
  readonly #context: SolanaContext;
  readonly #oracle: Oracle;
  readonly #subscriptions: HeadSubscriptions;

  constructor(context: SolanaContext) {
    this.#context = context;
    this.wallet = solanaWalletOperations(context);
    this.#subscriptions = new HeadSubscriptions(context.heads);
    this.#oracle = new Oracle(context);
    this.name = context.deployment.network;
    this.family = context.family;
    this.domain = context.deployment.domain;
    this.bridge = context.bridge.address32;
    this.finalityBlocks = context.connection.config.finality.blocks;
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

  /** `finalityBlocks` slots below the head, but never beyond the cluster's finalized slot. */
  async finalized(): Promise<Result<BlockRef>> {
    const [head, rooted] = await Promise.all([this.#rpc.head(), this.#rpc.reachedSlots('finalized')]);
    if (!head.ok) return head;
    if (!rooted.ok) return rooted;
    const number = Math.max(0, this.#finalIn(head.value, rooted.value));
    const block = await this.block(number);
    if (!block.ok) return block;
    return block.value ? ok(block.value) : fail('NO_QUORUM', `slot ${number} is not there`, true);
  }

  async finalNumber(head: BlockRef): Promise<Result<number>> {
    const rooted = await this.#rpc.reachedSlots('finalized');
    return rooted.ok ? ok(this.#finalIn(head, rooted.value)) : rooted;
  }

  #finalIn({ number }: { readonly number: number }, [rooted]: readonly number[]): number {
    return Math.min(number - this.finalityBlocks, rooted as number);
  }

  scan(from: number, to: number | BlockRef): Promise<Result<Scan>> {
    return scanEvents(this.#rpc, this.#context.identity, this.#context.history, from, to);
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
  async paused() {
    const bridge = await reads.readBridge(this.#context);
    return bridge.ok ? ok(bridge.value.paused) : bridge;
  }
  claimable(address: string) {
    return reads.readClaimable(this.#context, address);
  }
  balance(address: string, home: Domain) {
    return reads.readBalance(this.#context, address, home);
  }
  holdings() {
    return reads.readHoldings(this.#context);
  }
  bridgedSupply(home: Domain) {
    return reads.readSupply(this.#context, home);
  }
  decimals(home: Domain) {
    return reads.readDecimals(this.#context, home);
  }
  verify(): Promise<Result<void>> {
    return verifyDeployment(this.#context);
  }

  // Sending, as any caller

  prepareSend(operation: SendOperation, key: KeyHandle, args: SendArguments) {
    return prepareSend(this.#context, operation, key, args);
  }
  unsignedSend(operation: SendOperation, from: string | undefined, args: SendArguments) {
    return unsignedSend(this.#context, operation, from, args);
  }
  lockTokens(key: KeyHandle, args: SendArguments): Promise<Result<string>> {
    return this.#send('lockTokens', key, args);
  }
  burnTokens(key: KeyHandle, args: SendArguments): Promise<Result<string>> {
    return this.#send('burnTokens', key, args);
  }

  // Sending, as the oracle

  oracle() {
    return reads.readOracle(this.#context);
  }
  anchor(payer: KeyIdentity): Promise<Result<string>> {
    return this.#oracle.anchor(payer.address);
  }
  acceptsAnchor(anchor: string): Promise<Result<void>> {
    return this.#oracle.acceptsAnchor(anchor);
  }
  bind(anchor: string, calls: readonly OracleCall[]): Promise<Result<string>> {
    return this.#oracle.bind(anchor, calls);
  }
  build(anchor: string, calls: readonly OracleCall[]): Promise<Result<OracleTransaction, CallFailure>> {
    return this.#oracle.build(anchor, calls);
  }
  simulate(calls: readonly OracleCall[]): Promise<Result<void, CallFailure>> {
    return this.#oracle.simulate(calls);
  }
  sign(transaction: OracleTransaction, key: KeyHandle): Promise<OracleSignature> {
    return this.#oracle.sign(transaction, key);
  }
  recoverSigner(transaction: OracleTransaction, signature: OracleSignature): string | null {
    return this.#oracle.recoverSigner(transaction, signature);
  }
  async prepareOracle(
    transaction: OracleTransaction,
    signatures: readonly OracleSignature[],
    payer: KeyHandle,
    replaces?: Submission,
  ): Promise<Result<Submission>> {
    return replaces ? notReplaceable() : this.#oracle.prepare(transaction, signatures, payer);
  }
  mintTokens(call: OracleCall, signatures: readonly OracleSignature[], anchor: string, payer: KeyHandle) {
    return this.#execute('mintTokens', { call, signatures, anchor, payer });
  }
  releaseTokens(call: OracleCall, signatures: readonly OracleSignature[], anchor: string, payer: KeyHandle) {
    return this.#execute('releaseTokens', { call, signatures, anchor, payer });
  }

  // Submissions

  async replace(): Promise<Result<Submission>> {
    return notReplaceable();
  }
  broadcast(submission: Submission): Promise<Result<string>> {
    return broadcast(this.#context.connection, submission);
  }
  outcome(submission: Submission): Promise<Result<SubmissionOutcome>> {
    return outcomeOf(this.#context, submission);
  }

  parseAddress(address: string): Result<Hex> {
    return parseSolanaAddress(address);
  }
  formatAddress(address: Hex): string {
    return formatSolanaAddress(address);
  }
  isReserved(address: Hex): boolean {
    return isReservedSolana(this.#context.addresses, address);
  }

  health() {
    return healthOf(this.#rpc.endpoints, this.#context.connection.clock, async (endpoint) =>
      numberAnswer.parse(await endpoint.send('getSlot', [{ commitment: COMMITMENT }])),
    );
  }

  async close(): Promise<void> {
    this.#subscriptions.close();
  }

  get #rpc() {
    return this.#context.connection.rpc;
  }

  async #send(operation: SendOperation, key: KeyHandle, args: SendArguments): Promise<Result<string>> {
    const prepared = await this.prepareSend(operation, key, args);
    return prepared.ok ? settle(this.#context, prepared.value[0] as Submission) : prepared;
  }

  async #execute(operation: 'mintTokens' | 'releaseTokens', signed: SignedCall): Promise<Result<string>> {
    const submission = await prepareSigned(this, operation, signed);
    return submission.ok ? settle(this.#context, submission.value) : submission;
  }
}

/** The signatures cover the price. */
const notReplaceable = () =>
  fail('NOT_REPLACEABLE', 'a Solana transaction keeps its fee: it is sent again until it expires');
