import Type, { type Static } from 'typebox';
import { named, nullable } from '../../http/schema/schema.ts';

const ID = '0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70';
const id = (description: string) => Type.String({ format: 'uuid', description, examples: [ID] });
const amount = (description: string) => Type.String({ description, examples: ['0.5'] });

const asset = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'The asset’s symbol; its bridged tokens count as the asset, on every chain.',
  examples: ['ETH'],
});
const given = nullable(
  Type.String({
    pattern: '^\\d{1,20}(\\.\\d{1,18})?$',
    description: 'The most of a day in whole units; null removes it.',
    examples: ['0.5'],
  }),
);

export const walletLimitRequest = named(
  'WalletLimitRequest',
  Type.Object({ asset, amount: given }, { examples: [{ asset: 'ETH', amount: '0.5' }] }),
);
export type LimitRequest = Static<typeof walletLimitRequest>;

export const avatarLimitRequest = named(
  'AvatarLimitRequest',
  Type.Object(
    {
      asset,
      amount: given,
      reason: Type.String({ minLength: 1, maxLength: 500, description: 'Why; it is in the audit log.' }),
    },
    { examples: [{ asset: 'ETH', amount: '50', reason: 'asked by phone, ticket 81' }] },
  ),
);

export const allowanceRequest = named(
  'AllowanceRequest',
  Type.Object(
    {
      apiKeyId: Type.Optional(id('An API key of yours.')),
      agentId: Type.Optional(id('An agent of yours: for all its keys together.')),
      asset,
      amount: given,
    },
    { examples: [{ agentId: ID, asset: 'ETH', amount: '0.5' }] },
  ),
);
export type AllowanceRequest = Static<typeof allowanceRequest>;

const used = amount('Spent within the last 24 hours by sends, orders and fees, in whole units.');
const left = amount('What is left of it now.');

export const spendingLimits = named(
  'SpendingLimits',
  Type.Object(
    {
      avatarId: Type.String(),
      sendsPerDay: Type.Integer({ description: 'Most transfers within 24 hours.' }),
      assets: Type.Array(
        Type.Object({
          asset,
          limit: nullable(amount('The most of all wallets together; null: any amount.')),
          setBy: Type.Enum(['service', 'admin'], {
            description: 'The service’s limit, or an admin’s for this avatar.',
          }),
          used,
          left: nullable(left),
          withoutPassword: Type.Object(
            { limit: amount('The most without a recent password.'), used: amount('Spent so by sessions.') },
            { description: 'What a session may spend of it without authentication within five minutes.' },
          ),
        }),
      ),
      wallets: Type.Array(Type.Object({ walletId: id('The wallet.'), asset, limit: amount('The most.'), used, left }), {
        description: 'Limits that the owner set for single wallets.',
      }),
      allowances: Type.Array(
        Type.Object({
          apiKeyId: nullable(id('The API key.')),
          agentId: nullable(id('The agent.')),
          asset,
          limit: amount('The allowance.'),
          used,
          left,
        }),
        { description: 'What API keys and agents may spend without a password.' },
      ),
    },
    {
      examples: [
        {
          avatarId: ID,
          sendsPerDay: 100,
          assets: [
            {
              asset: 'ETH',
              limit: '10',
              setBy: 'service',
              used: '1.5',
              left: '8.5',
              withoutPassword: { limit: '1', used: '0.5' },
            },
          ],
          wallets: [{ walletId: ID, asset: 'ETH', limit: '2', used: '1.5', left: '0.5' }],
          allowances: [{ apiKeyId: null, agentId: ID, asset: 'ETH', limit: '0.5', used: '0', left: '0.5' }],
        },
      ],
    },
  ),
);
export type SpendingLimitsView = Static<typeof spendingLimits>;
