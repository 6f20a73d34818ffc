// The engine's view of a ledger. Amounts are decimal text, hashes and SBOR lowercase hex, times milliseconds since
// 1970, addresses bech32m of the network `simulator`.

/** The settings of a genesis. Equal settings make equal ledgers. */
export interface Genesis {
  /** The ledger's time at its start. */
  readonly timeMs: number;
  /** Duration of an epoch. */
  readonly epochMs: number;
}

/** A ledger's newest state. State version 0 is the genesis. */
export interface Head {
  readonly stateVersion: number;
  readonly epoch: number;
  readonly round: number;
  readonly proposerTimestampMs: number;
  /** Heads of hash chains with links Blake2b-256(previous ‖ item). This one covers the transactions. */
  readonly transactionTreeHash: string;
  /** Covers their success, fees and events. */
  readonly receiptTreeHash: string;
  /** Covers the substates that they changed. */
  readonly stateTreeHash: string;
}

export type RejectionCode =
  | 'Invalid'
  | 'IntentAlreadyCommitted'
  | 'EpochNotYetValid'
  | 'EpochNoLongerValid'
  | 'Rejected'
  | 'EngineTrap';

/** The reason why an operation was refused. */
export interface Rejection {
  readonly code: RejectionCode;
  readonly message: string;
  /** These bytes can never be committed. */
  readonly payloadPermanent: boolean;
  /** No transaction with this intent can ever be committed. */
  readonly intentPermanent: boolean;
  readonly validFromEpoch: number | null;
  readonly invalidFromEpoch: number | null;
  /** Present when a transaction ran and did not pay its fee. */
  readonly fee?: Fee;
  readonly costing?: Costing;
}

export type PublicKey = { readonly curve: 'ed25519' | 'secp256k1'; readonly hex: string };

export interface TransactionHash {
  readonly hex: string;
  readonly bech32m: string;
}

export interface TransactionHashes {
  readonly transactionIntent: TransactionHash;
  readonly signedTransactionIntent: TransactionHash;
  readonly notarizedTransaction: TransactionHash;
  readonly ledgerTransaction: string;
}

/** A notarized transaction of version 1. */
export interface ParsedTransaction {
  readonly hashes: TransactionHashes;
  readonly header: TransactionHeader;
  readonly manifest: string;
  readonly blobs: readonly { readonly hash: string; readonly hex: string }[];
  readonly message: Message | null;
  /** A secp256k1 signature contains its public key, which is null here. */
  readonly signatures: readonly {
    readonly curve: PublicKey['curve'];
    readonly publicKey: string | null;
    readonly hex: string;
  }[];
  readonly notarySignature: { readonly curve: PublicKey['curve']; readonly hex: string };
  /** The defect of its form, network or signatures; null when there is none. */
  readonly invalid: string | null;
}

export interface TransactionHeader {
  readonly networkId: number;
  readonly startEpochInclusive: number;
  readonly endEpochExclusive: number;
  readonly nonce: number;
  readonly notaryPublicKey: PublicKey;
  readonly notaryIsSignatory: boolean;
  readonly tipPercentage: number;
}

export type Message =
  | { readonly kind: 'plaintext'; readonly mimeType: string; readonly text: string | null; readonly hex: string | null }
  | {
      readonly kind: 'encrypted';
      readonly encrypted: string;
      readonly decryptors: readonly {
        readonly ephemeralKey: PublicKey;
        readonly decryptors: readonly { readonly fingerprint: string; readonly wrappedKey: string }[];
      }[];
    };

export interface Fee {
  readonly executionUnits: number;
  readonly finalizationUnits: number;
  readonly executionXrd: string;
  readonly finalizationXrd: string;
  readonly tipXrd: string;
  readonly storageXrd: string;
  readonly royaltyXrd: string;
  readonly totalXrd: string;
}

export interface Costing {
  readonly executionCostUnitPrice: string;
  readonly executionCostUnitLimit: number;
  readonly executionCostUnitLoan: number;
  readonly finalizationCostUnitPrice: string;
  readonly finalizationCostUnitLimit: number;
  readonly usdPriceXrd: string;
  readonly stateStoragePriceXrd: string;
  readonly archiveStoragePriceXrd: string;
  readonly tipProportion: string;
}

export type ModuleName = 'Main' | 'Metadata' | 'Royalty' | 'RoleAssignment';

export interface LedgerEvent {
  readonly emitter:
    | {
        readonly kind: 'method';
        readonly address: string;
        readonly entityType: string | null;
        readonly isGlobal: boolean;
        readonly module: ModuleName;
      }
    | { readonly kind: 'function'; readonly package: string; readonly blueprint: string };
  readonly name: string;
  readonly data: string;
  /** The place of its type's definition. */
  readonly type: {
    readonly entity: string;
    readonly schemaHash: string;
    readonly local: { readonly kind: 'WellKnown' | 'SchemaLocal'; readonly id: number };
  } | null;
}

/** The effects of a transaction that was committed or simulated. */
export interface Receipt {
  readonly status: 'CommittedSuccess' | 'CommittedFailure';
  readonly error: string | null;
  /** What each instruction returned, as SBOR; null when it returned nothing. Empty after a failure. */
  readonly outputs: readonly (string | null)[];
  readonly fee: Fee;
  readonly costing: Costing;
  readonly feeSource: readonly { readonly vault: string; readonly amount: string }[];
  readonly feeDestination: {
    readonly toProposer: string;
    readonly toValidatorSet: string;
    readonly toBurn: string;
    readonly toRoyaltyRecipients: readonly { readonly recipient: string; readonly amount: string }[];
  };
  readonly events: readonly LedgerEvent[];
  readonly logs: readonly (readonly [level: string, message: string])[];
  readonly newEntities: {
    readonly packages: readonly string[];
    readonly components: readonly string[];
    readonly resources: readonly string[];
  };
  /** The amount is null for non-fungibles; their ids are added and removed. */
  readonly vaultChanges: readonly {
    readonly vault: string;
    readonly resource: string;
    readonly amount: string | null;
    readonly added: readonly string[];
    readonly removed: readonly string[];
  }[];
  readonly updatedEntities: readonly {
    readonly address: string;
    readonly entityType: string | null;
    readonly isGlobal: boolean;
    readonly substates: number;
  }[];
  readonly nextEpoch: { readonly epoch: number; readonly validators: readonly Validator[] } | null;
}

export interface PreviewReceipt extends Receipt {
  readonly resourceChanges: readonly {
    readonly instruction: number;
    readonly entity: string;
    readonly vault: string;
    readonly resource: string;
    readonly amount: string;
  }[];
}

export interface Validator {
  readonly address: string;
  readonly publicKey: PublicKey;
  readonly stake: string;
}

export interface Execution {
  readonly hashes: TransactionHashes;
  readonly receipt: Receipt;
  readonly head: Head;
}

export interface RoundClosing {
  /** The round update, as bytes of a ledger transaction. */
  readonly raw: string;
  readonly receipt: Receipt;
  readonly head: Head;
}

export interface ManifestExecution {
  readonly receipt: Receipt;
  readonly head: Head;
  /** Cost units by the part of the execution that spent them. */
  readonly executionCosts: Readonly<Record<string, number>>;
}

export interface ManifestRequest {
  readonly manifest: string;
  readonly blobs?: readonly Uint8Array[];
  /** Badges that the manifest runs with, as `resource:local id`. */
  readonly badges?: readonly string[];
  /** A system transaction: it pays no fee, and may use preallocated addresses. */
  readonly system?: boolean;
}

export interface PreviewRequest {
  readonly manifest: string;
  readonly blobs?: readonly Uint8Array[];
  /** The current epoch when absent. */
  readonly startEpochInclusive?: number;
  /** Ten epochs later when absent. */
  readonly endEpochExclusive?: number;
  readonly notaryPublicKey?: PublicKey;
  readonly notaryIsSignatory?: boolean;
  readonly tipPercentage?: number;
  readonly nonce?: number;
  readonly signerPublicKeys?: readonly PublicKey[];
  readonly flags: {
    readonly useFreeCredit: boolean;
    readonly assumeAllSignatureProofs: boolean;
    readonly skipEpochCheck: boolean;
    readonly disableAuthChecks: boolean;
  };
}

export interface CallPreviewRequest {
  readonly target:
    | { readonly kind: 'method'; readonly component: string; readonly method: string }
    | { readonly kind: 'function'; readonly package: string; readonly blueprint: string; readonly function: string };
  /** Manifest SBOR in hex, one entry per argument. */
  readonly arguments: readonly string[];
}

export interface Entity {
  readonly address: string;
  readonly entityType: string | null;
  readonly package: string;
  readonly blueprint: string;
  readonly blueprintVersion: string;
  /** The object that contains this one, such as a vault's resource. */
  readonly outer: string | null;
  readonly features: readonly string[];
  /** SBOR of the first field. */
  readonly state: string | null;
  /** SBOR of the owner role's rule and updater. */
  readonly ownerRole: string | null;
  readonly roles: readonly { readonly module: ModuleName; readonly role: string; readonly rule: string }[];
  readonly royalties: string | null;
  /** The modules that are attached to it. */
  readonly modules: readonly { readonly module: ModuleName; readonly version: string }[];
}

export interface Vault {
  readonly kind: 'Fungible' | 'NonFungible';
  readonly vault: string;
  readonly resource: string;
  readonly amount: string;
  /** Present for a non-fungible vault. */
  readonly ids: readonly string[];
}

/** The supply is null when it is not tracked. */
export type Resource =
  | { readonly kind: 'Fungible'; readonly divisibility: number; readonly totalSupply: string | null }
  | {
      readonly kind: 'NonFungible';
      readonly idType: 'String' | 'Integer' | 'Bytes' | 'RUID';
      readonly totalSupply: string | null;
    };

export interface Package {
  readonly codeHashes: readonly string[];
  readonly blueprints: readonly { readonly name: string; readonly version: string }[];
}

export interface ConsensusManager {
  readonly epoch: number;
  readonly round: number;
  readonly isStarted: boolean;
  readonly effectiveEpochStartMs: number;
  readonly actualEpochStartMs: number;
  readonly currentLeader: number | null;
  readonly proposerTimestampMs: number;
  readonly validators: readonly Validator[];
  readonly config: {
    readonly maxValidators: number;
    readonly minRoundCount: string;
    readonly maxRoundCount: string;
    readonly targetDurationMs: number;
    readonly numUnstakeEpochs: number;
    readonly totalEmissionXrdPerEpoch: string;
    readonly minValidatorReliability: string;
    readonly numOwnerStakeUnitsUnlockEpochs: number;
    readonly numFeeIncreaseDelayEpochs: number;
    readonly validatorCreationUsdCost: string;
  };
}

/** SBOR in the Core API's programmatic JSON, without names. */
export type SborJson = { readonly kind: string } & Readonly<Record<string, unknown>>;

/** A state version: the ledger's state after it, and the transaction that made it. */
interface StateVersion extends Head {
  readonly receipt: Receipt;
}

/** A user's transaction of the ledger. */
export interface UserTransaction extends StateVersion {
  readonly kind: 'user';
  /** The notarized transaction's bytes. */
  readonly raw: string;
  readonly hashes: TransactionHashes;
}

/** An update to a round. */
export interface RoundUpdate extends StateVersion {
  readonly kind: 'round';
  /** The ledger transaction's bytes. */
  readonly raw: string;
}

/** A transaction of the ledger. Each one makes a state version. */
export type CommittedTransaction = UserTransaction | RoundUpdate;

/** The status of a transaction intent. A payload is a notarized transaction with that intent. */
export type IntentStatus =
  | { readonly kind: 'committed'; readonly stateVersion: number }
  | { readonly kind: 'pending'; readonly payload: TransactionHash }
  | { readonly kind: 'rejected'; readonly payload: TransactionHash; readonly rejection: Rejection }
  | { readonly kind: 'unknown' };

/** The reason why the mempool refuses a transaction. */
export type SubmitFailure =
  | (Rejection & { readonly code: Exclude<RejectionCode, 'IntentAlreadyCommitted'> })
  | { readonly code: 'IntentAlreadyCommitted'; readonly parsed: ParsedTransaction }
  | { readonly code: 'MempoolFull'; readonly parsed: ParsedTransaction };

export interface LedgerOptions {
  /**
   * Genesis of a new ledger. By default epochs last a minute, and the time is the clock's; with manual pace, the start
   * of 2026.
   */
  readonly genesis?: Partial<Genesis>;
  /** Folder of the ledger. Without one, the ledger ends with the process. */
  readonly folder?: string;
  /** "automatic": rounds happen by themselves; "manual": only by `advance`. */
  readonly pace: 'automatic' | 'manual';
  /** Milliseconds since 1970. A ledger with manual pace ignores it. */
  readonly now?: () => number;
  /** Shortest time between rounds while transactions wait, milliseconds; 200 by default. */
  readonly roundMs?: number;
  /** Time between rounds while none wait, milliseconds; 1000 by default. */
  readonly idleRoundMs?: number;
  /** State versions between snapshots; 100 by default. */
  readonly snapshotEvery?: number;
  /** Most transactions that may wait; 1000 by default. */
  readonly mempoolSize?: number;
  /** Limit of the engine's memory, bytes; one GiB by default. */
  readonly memoryLimit?: number;
}
