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
import { formatRadixAddress, parseRadixAddress } from './address.ts';
import type { RadixContext } from './context.ts';
import { ORACLE_RULES, Oracle } from './oracle.ts';
import { outcomeOf } from './outcome.ts';
import * as reads from './reads.ts';
import { scanEvents } from './scanner.ts';
import { prepareSend, unsignedSend } from './send.ts';
import { broadcast } from './sender.ts';
import { settle } from './settle.ts';
import { verifyDeployment } from './verify.ts';
import { radixWalletOperations } from './wallet.ts';

/** One bridge on a Radix network. A block is a state version, which holds one transaction and is final at once. */
export class RadixProvider implements ChainProvider {
  readonly name: string;
  readonly kind = 'radix';
  readonly family: string;
  readonly domain: Domain;
  readonly bridge: Hex;
  readonly finalityBlocks = 0;
  readonly oracleRules = ORACLE_RULES;
  readonly wallet: WalletOperations;
  readonly #context: RadixContext;
  readonly #oracle: Oracle;
  readonly #subscriptions: HeadSubscriptions;

  constructor(context: RadixContext) {
    this.#context = context;
    this.wallet = radixWalletOperations(context);
    this.#subscriptions = new HeadSubscriptions(context.connection.heads);
    this.#oracle = new Oracle(context);
    this.name = context.deployment.network;
    this.family = context.family;
    this.domain = context.deployment.domain;
    this.bridge = context.bridge.address32;
  }

  // Blocks

  head(): Promise<Result<Head>> {
    return this.#rpc.head();
  }

  block(number: number): Promise<Result<BlockRef | null>> {
    return this.#rpc.block(number);
  }

  /** The head: a committed transaction is final. */
  finalized(): Promise<Result<BlockRef>> {
    return this.#rpc.head();
  }

  async finalNumber({ number }: { readonly number: number }): Promise<Result<number>> {
    return ok(number - this.finalityBlocks);
  }

  scan(from: number, to: number | BlockRef): Promise<Result<Scan>> {
    return scanEvents(this.#rpc, this.#context.identity, from, typeof to === 'number' ? to : to.number);
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
    return this.#oracle.anchor(payer);
  }
  acceptsAnchor(anchor: string): Promise<Result<void>> {
    return this.#oracle.acceptsAnchor(anchor);
  }
  /** The anchor, unchanged: a Radix transaction depends only on the anchor and the calls. */
  async bind(anchor: string): Promise<Result<string>> {
    return ok(anchor);
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
    return parseRadixAddress(address, this.#context.connection.network);
  }
  formatAddress(address: Hex): string {
    return formatRadixAddress(address, this.#context.connection.network);
  }
  isReserved(): boolean {
    return false;
  }

  health() {
    return healthOf(this.#rpc.endpoints, this.#context.connection.clock, async (endpoint) => {
      const { stateVersion } = await endpoint.networkStatus();
      return stateVersion;
    });
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

/** The signatures cover the fee. */
const notReplaceable = () =>
  fail('NOT_REPLACEABLE', 'a Radix transaction keeps its fee: it is sent again until its last epoch ends');
