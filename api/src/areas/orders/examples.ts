/** A transaction hash in the form of each kind of chain. */
export const EVM_HASH = `0x${'5c'.repeat(32)}`;
export const SOLANA_SIGNATURE =
  '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW';
export const RADIX_ID = 'txid_rdx1njwfe8yunjwfe8yunjwfe8yunjwfe8yunjwfe8yunjwfe8yunjwqt7d979';

/** An account on Radix. */
const RADIX_ACCOUNT = 'account_rdx12xu2q3mvf7e3xa332cpakehk2arpah9q40qh3jkwwssf3ms0ukvesd';

/** An order that waits for its confirmations. */
export const EXAMPLE = {
  orderId: '0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70',
  status: 'confirming',
  message: 'waiting for the source chain’s finality',
  mode: 'bridge',
  origin: 'api',
  operation: 'lockTokens',
  fromChain: 'ethereum',
  toChain: 'polygon',
  fromToken: 'ETH',
  fromTokenAddress: null,
  toToken: 'cwETH',
  toTokenAddress: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  fromAmount: '0.5',
  toAmount: '0.5',
  fee: '0',
  feeToken: 'ETH',
  refundAmount: '0.5',
  refundToken: 'ETH',
  exchangeRate: '7412.5',
  exchangeRateToken: 'POL',
  valueUsd: '1506.2',
  sender: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
  destinationAddress: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  refundAddress: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
  reference: `0x${'3e'.repeat(32)}`,
  messageId: `0x${'7a'.repeat(32)}`,
  cancelMessageId: null,
  confirmations: 12,
  requiredConfirmations: 32,
  signatures: 0,
  requiredSignatures: 3,
  final: false,
  claimable: false,
  lockTransaction: `0x${'5c'.repeat(32)}`,
  mintTransaction: null,
  refundTransaction: null,
  isCompleted: false,
  isFailed: false,
  isRolledBack: false,
  isCancelled: false,
  isFinished: false,
  failureCode: null,
  failureMessage: null,
  createdAt: '2026-01-05T12:00:00.000Z',
  updatedAt: '2026-01-05T12:02:24.000Z',
  completedAt: null,
  expiresAt: '2026-01-05T13:00:00.000Z',
  version: 5,
} as const;

/** The order of the example after its creation. */
export const CREATED_EXAMPLE = {
  ...EXAMPLE,
  status: 'created',
  message: 'waiting for the lock on the source chain',
  messageId: null,
  confirmations: 0,
  lockTransaction: null,
  updatedAt: EXAMPLE.createdAt,
  version: 1,
  custody: 'service',
} as const;

/** An order from Solana that the caller locks. */
export const SOLANA_EXAMPLE = {
  ...EXAMPLE,
  orderId: '0198c5b2-7b2f-7d4e-8a21-3c9b5e6f7081',
  status: 'created',
  message: 'waiting for the lock on the source chain',
  fromChain: 'solana',
  toChain: 'ethereum',
  fromToken: 'SOL',
  toToken: 'cwSOL',
  fromAmount: '1.5',
  toAmount: '1.5',
  feeToken: 'SOL',
  refundAmount: '1.5',
  refundToken: 'SOL',
  exchangeRate: '0.0478',
  exchangeRateToken: 'ETH',
  valueUsd: '216.01',
  sender: '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM',
  refundAddress: '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM',
  messageId: null,
  confirmations: 0,
  lockTransaction: null,
  version: 1,
  custody: 'self',
  transactions: [
    {
      kind: 'solana',
      transaction: 'AQAAAAAAAAAAAAAA…',
      feePayer: '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM',
      recentBlockhash: 'EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N',
      lastValidBlockHeight: 398_123_606,
      instructions: [
        {
          programId: 'Ecs89dz8NsNoSxyUtp54G2HPbmvJr8qZnxnWUqiLT92r',
          accounts: [{ pubkey: '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM', isSigner: true, isWritable: true }],
          data: 'nQz5mbtFpXw…',
        },
      ],
    },
  ],
} as const;

/** An order from Radix, whose locks are final at once, that the caller locks. */
export const RADIX_EXAMPLE = {
  ...SOLANA_EXAMPLE,
  orderId: '0198c5b2-8c30-7e5f-9b32-4dac6f708192',
  fromChain: 'radix',
  fromToken: 'XRD',
  toToken: 'cwXRD',
  fromAmount: '500',
  toAmount: '500',
  feeToken: 'XRD',
  refundAmount: '500',
  refundToken: 'XRD',
  exchangeRate: '0.00000091',
  valueUsd: '1.37',
  sender: RADIX_ACCOUNT,
  refundAddress: RADIX_ACCOUNT,
  requiredConfirmations: 0,
  transactions: [
    {
      kind: 'radix',
      networkId: 1,
      manifest: `CALL_METHOD\n    Address("${RADIX_ACCOUNT}")\n    "withdraw"\n    …`,
      blobs: [],
    },
  ],
} as const;

/** Three of the oracle's addresses. */
export const EXAMPLE_SIGNERS = [
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
];

const HOLDER = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const BRIDGE = `0x${'b2'.repeat(20)}`;

/** A credit on Polygon, and its claim. */
export const CLAIM_EXAMPLE = {
  ...{ orderId: '0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70', chain: 'polygon', holder: HOLDER, contract: BRIDGE },
  ...{ token: 'POL', tokenAddress: null, amount: '0.5' },
  transactions: [
    {
      ...{ kind: 'evm', from: HOLDER, to: BRIDGE, value: '0x0', chainId: '0x797e' },
      data: `0x1e83409a${'00'.repeat(12)}${HOLDER.slice(2).toLowerCase()}`,
    },
  ],
};
