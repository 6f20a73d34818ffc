import { walletTypes } from '@causeway/chains/wallets';
import { ORDER_STATES } from '@causeway/protocol';
import Type, { type Static } from 'typebox';
import { exactDecimal } from '../../http/schema/exact-json.ts';
import { named, nullable } from '../../http/schema/schema.ts';
import { frozenMembers } from '../avatars/index.ts';

const time = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-01-05T12:00:00.000Z'] });

const SOLANA_ADDRESS = 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk';
const EVM_ADDRESS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const WALLET_ID = '0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70';
const TRANSFER_ID = '0198c5b2-7b2f-7d4e-8a21-3c9b5e6f7a81';

const TYPES = walletTypes()
  .map(({ id, name }) => `${id} ${name}`)
  .join(', ');
const providerType = Type.Integer({ minimum: 0, maximum: 1_000, description: `The provider type: ${TYPES}.` });

export const avatarParams = Type.Object({
  avatarId: Type.String({ minLength: 1, maxLength: 100, description: 'The avatar’s id.' }),
});
export const walletParams = Type.Object({
  ...avatarParams.properties,
  walletId: Type.String({ format: 'uuid', description: 'The wallet’s id.', examples: [WALLET_ID] }),
});
export const transferParams = Type.Object({
  ...walletParams.properties,
  transferId: Type.String({ format: 'uuid', description: 'The transfer’s id.', examples: [TRANSFER_ID] }),
});
export const typeQuery = Type.Object({ providerType });

/** Body of create-wallet. */
export const createWalletRequest = named(
  'CreateWalletRequest',
  Type.Object(
    {
      name: Type.Optional(Type.String({ maxLength: 100 })),
      description: Type.Optional(Type.String({ maxLength: 1_000 })),
      walletProviderType: Type.Union(
        [providerType, Type.String({ maxLength: 40, description: 'The name of a provider type, in any case.' })],
        { description: `The provider type, by its number or name: ${TYPES}.` },
      ),
      generateKeyPair: Type.Optional(
        Type.Boolean({
          default: true,
          description: 'False: you hold the key, and give `walletAddress` or `publicKey`.',
        }),
      ),
      isDefaultWallet: Type.Optional(
        Type.Boolean({
          description: 'Makes it the default of its type; the first generated wallet is that by itself.',
        }),
      ),
      walletAddress: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      publicKey: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      showRecoveryPhrase: Type.Optional(
        Type.Boolean({
          description: 'The answer has the recovery phrase, once, if this is the avatar’s first generated wallet.',
        }),
      ),
    },
    {
      examples: [
        {
          name: 'Main wallet',
          description: 'for everything',
          walletProviderType: 3,
          generateKeyPair: true,
          isDefaultWallet: true,
        },
        { name: 'Cold', walletProviderType: 7, generateKeyPair: false, walletAddress: EVM_ADDRESS },
      ],
    },
  ),
);
export type CreateWalletRequest = Static<typeof createWalletRequest>;

const walletFields = {
  id: Type.String({ format: 'uuid', examples: [WALLET_ID] }),
  walletId: Type.String({ format: 'uuid', description: 'The same as `id`.', examples: [WALLET_ID] }),
  avatarId: Type.String(),
  name: Type.String(),
  description: Type.String(),
  walletProviderType: providerType,
  providerType: Type.Integer({ description: 'The same as `walletProviderType`.' }),
  network: Type.Union([Type.String(), Type.Null()], {
    description:
      'The network of this service on which the wallet is. Null: the service connects none of this type, so it neither shows ' +
      'nor sends what arrives at the address; the key can be exported.',
  }),
  walletAddress: Type.String({ description: 'In the chain’s own form.', examples: [SOLANA_ADDRESS, EVM_ADDRESS] }),
  publicKey: nullable(
    Type.String({
      description: 'EVM and Bitcoin: compressed, hexadecimal; Solana: equal to the address; Radix: hexadecimal.',
    }),
  ),
  isDefaultWallet: Type.Boolean(),
  custodial: Type.Boolean({ description: 'The key is held here: the service can send and lock from the wallet.' }),
  verified: Type.Boolean({ description: 'The key is held here, or its owner has proven that they hold it.' }),
  createdAt: time('When it was created.'),
  updatedAt: time('When it changed last.'),
  deletedAt: nullable(time('Since when it is deleted; it can be restored for 90 days.')),
  ...frozenMembers,
  version: Type.Integer({ minimum: 1 }),
};

const EXAMPLE = {
  id: WALLET_ID,
  walletId: WALLET_ID,
  avatarId: '0198c5b2-1111-7c3d-9f10-2b8a4d5e6f70',
  name: 'Main wallet',
  description: 'for everything',
  walletProviderType: 3,
  providerType: 3,
  network: 'solana',
  walletAddress: SOLANA_ADDRESS,
  publicKey: SOLANA_ADDRESS,
  isDefaultWallet: true,
  custodial: true,
  verified: true,
  createdAt: '2026-01-05T12:00:00.000Z',
  updatedAt: '2026-01-05T12:00:00.000Z',
  deletedAt: null,
  frozenAt: null,
  frozenBy: null,
  frozenReason: null,
  version: 1,
};

export const wallet = named('Wallet', Type.Object(walletFields, { examples: [EXAMPLE] }));
export type WalletView = Static<typeof wallet>;

export const createdWallet = named(
  'CreatedWallet',
  Type.Object(
    {
      ...walletFields,
      recoveryPhrase: Type.Optional(
        Type.String({ description: 'The avatar’s 24 words. Write them down: this answer alone has them.' }),
      ),
    },
    { examples: [EXAMPLE] },
  ),
);

export const challenge = named(
  'WalletChallenge',
  Type.Object(
    {
      walletId: Type.String({ format: 'uuid', examples: [WALLET_ID] }),
      challenge: Type.String({ description: 'The text to sign as it is, with the wallet’s key.' }),
      expiresAt: time('Until when it is accepted.'),
    },
    {
      examples: [
        {
          walletId: WALLET_ID,
          challenge: 'causeway wallet 0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70 nonce 5f1d0c',
          expiresAt: '2026-01-05T12:10:00.000Z',
        },
      ],
    },
  ),
);
export const verifyRequest = named(
  'VerifyWalletRequest',
  Type.Object(
    {
      signature: Type.String({
        minLength: 1,
        maxLength: 300,
        description:
          'EVM: personal_sign, hexadecimal. Solana: signMessage, base58. Bitcoin: signmessage (BIP-137), base64. ' +
          'Radix: PUBLICKEY:SIGNATURE, ed25519 of the UTF-8 bytes, hexadecimal.',
      }),
    },
    { examples: [{ signature: `0x${'5c'.repeat(65)}` }] },
  ),
);

const balanceOf = Type.Object({
  symbol: Type.String({ examples: ['SOL'] }),
  name: Type.String(),
  form: Type.Enum(['native', 'canonical', 'bridged'], {
    description: 'The chain’s coin, a token at home here, or the bridged token of an asset at home elsewhere.',
  }),
  home: nullable(Type.String({ description: 'The network where the asset is at home.' })),
  tokenAddress: nullable(Type.String({ description: 'Null: the native coin.' })),
  decimals: Type.Integer(),
  balance: nullable(Type.String({ description: 'In whole units; null while the chain cannot be read.' })),
});
export const walletBalance = named(
  'WalletBalance',
  Type.Object(
    {
      walletId: Type.String({ format: 'uuid', examples: [WALLET_ID] }),
      walletAddress: Type.String(),
      network: Type.String({ examples: ['solana'] }),
      symbol: Type.String({ description: 'The native coin.', examples: ['SOL'] }),
      balance: nullable(Type.String({ description: 'Of the native coin, in whole units.', examples: ['1.5'] })),
      balances: Type.Array(balanceOf),
    },
    {
      examples: [
        {
          walletId: WALLET_ID,
          walletAddress: SOLANA_ADDRESS,
          network: 'solana',
          symbol: 'SOL',
          balance: '1.5',
          balances: [
            {
              symbol: 'SOL',
              name: 'Solana',
              form: 'native',
              home: 'solana',
              tokenAddress: null,
              decimals: 9,
              balance: '1.5',
            },
          ],
        },
      ],
    },
  ),
);
export type WalletBalanceView = Static<typeof walletBalance>;

export const sendRequest = named(
  'SendRequest',
  Type.Object(
    {
      toAddress: Type.String({ minLength: 1, maxLength: 200, description: 'Who receives, on the wallet’s chain.' }),
      amount: exactDecimal(
        'In whole units of the asset. A string is exact; a number must be one that JSON carries exactly.',
      ),
      token: Type.Optional(
        Type.String({ maxLength: 200, description: 'Symbol or token address; the chain’s coin when absent.' }),
      ),
    },
    { examples: [{ toAddress: SOLANA_ADDRESS, amount: '0.25' }] },
  ),
);
export type SendRequest = Static<typeof sendRequest>;

export const transfer = named(
  'WalletTransfer',
  Type.Object(
    {
      transferId: Type.String({ format: 'uuid', examples: [TRANSFER_ID] }),
      walletId: Type.String({ format: 'uuid', examples: [WALLET_ID] }),
      status: Type.Enum(['requested', 'sent', 'included', 'completed', 'failed']),
      fromAddress: Type.String(),
      toAddress: Type.String(),
      token: Type.String({ examples: ['SOL'] }),
      tokenAddress: nullable(Type.String()),
      amount: Type.String({ examples: ['0.25'] }),
      transaction: nullable(Type.String({ description: 'In the chain’s own form.' })),
      failureCode: nullable(Type.String()),
      failureMessage: nullable(Type.String()),
      isFinished: Type.Boolean(),
      createdAt: time('When it was asked for.'),
      updatedAt: time('When it changed last.'),
      version: Type.Integer({ minimum: 1 }),
    },
    {
      examples: [
        {
          transferId: TRANSFER_ID,
          walletId: WALLET_ID,
          status: 'requested',
          fromAddress: SOLANA_ADDRESS,
          toAddress: SOLANA_ADDRESS,
          token: 'SOL',
          tokenAddress: null,
          amount: '0.25',
          transaction: null,
          failureCode: null,
          failureMessage: null,
          isFinished: false,
          createdAt: '2026-01-05T12:00:00.000Z',
          updatedAt: '2026-01-05T12:00:00.000Z',
          version: 1,
        },
      ],
    },
  ),
);
export type TransferView = Static<typeof transfer>;

export const walletOrder = named(
  'WalletOrder',
  Type.Object(
    {
      orderId: Type.String({ format: 'uuid', description: 'More under /api/v1/orders/{id}.', examples: [WALLET_ID] }),
      role: Type.Enum(['sender', 'recipient'], { description: 'What the wallet is in the order.' }),
      status: Type.Enum([...ORDER_STATES]),
      createdAt: time('When it was ordered or seen.'),
      completedAt: nullable(time('When it completed or was refunded.')),
    },
    {
      examples: [
        {
          orderId: WALLET_ID,
          role: 'recipient',
          status: 'completed',
          createdAt: '2026-01-05T12:00:00.000Z',
          completedAt: '2026-01-05T12:01:00.000Z',
        },
      ],
    },
  ),
);
export type WalletOrderView = Static<typeof walletOrder>;

export const exportRequest = named(
  'ExportWalletRequest',
  Type.Object(
    {
      password: Type.String({ minLength: 1, maxLength: 200, description: 'Your password, again.' }),
      what: Type.Optional(Type.Enum(['privateKey', 'recoveryPhrase'], { default: 'privateKey' })),
    },
    { examples: [{ password: 'a long enough password' }] },
  ),
);

export const exportedSecret = named(
  'ExportedSecret',
  Type.Object(
    {
      walletId: Type.String({ format: 'uuid', examples: [WALLET_ID] }),
      walletAddress: Type.String(),
      what: Type.Enum(['privateKey', 'recoveryPhrase']),
      secret: Type.String({
        description: 'EVM and Radix: hexadecimal; Solana: base58 of 64 bytes; Bitcoin: WIF; or the 24 words.',
      }),
    },
    {
      examples: [{ walletId: WALLET_ID, walletAddress: SOLANA_ADDRESS, what: 'privateKey', secret: 'the secret' }],
    },
  ),
);
