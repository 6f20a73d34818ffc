import Type, { type Static } from 'typebox';
import { named, nullable } from '../../http/schema/schema.ts';
import { CLAIM_EXAMPLE } from './examples.ts';
import { unsignedTransaction } from './transactions.ts';

/** Answer of GET /orders/{id}/claim. */
export const creditClaim = named(
  'CreditClaim',
  Type.Object(
    {
      orderId: Type.String({ format: 'uuid' }),
      chain: Type.String({ description: 'Where the payment was refused and credited.' }),
      holder: Type.String({ description: 'The account that it was for. It signs the claim.' }),
      contract: Type.String({
        description:
          'Has the credit: the bridge, or its AccountLocker where the chain has one, which wallets show by themselves.',
      }),
      token: Type.String(),
      tokenAddress: nullable(Type.String({ description: 'Null: the chain’s native coin.' })),
      amount: Type.String({
        description: 'All that is credited to the holder in this token, of other orders too: one claim pays it.',
        examples: ['0.5'],
      }),
      transactions: Type.Array(unsignedTransaction, {
        description: 'The unsigned claim, in the form of the chain.',
      }),
    },
    { examples: [CLAIM_EXAMPLE] },
  ),
);
export type CreditClaim = Static<typeof creditClaim>;
