import Type, { type Static } from 'typebox';
import { named, nullable } from '../../http/schema/schema.ts';
import { unsignedTransaction } from './transactions.ts';

const HOLDER = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const BRIDGE = `0x${'b2'.repeat(20)}`;

const EXAMPLE = {
  ...{ orderId: '0198c5b2-6a1e-7c3d-9f10-2b8a4d5e6f70', chain: 'polygon', holder: HOLDER, contract: BRIDGE },
  ...{ token: 'POL', tokenAddress: null, amount: '0.5' },
  transactions: [
    {
      ...{ kind: 'evm', from: HOLDER, to: BRIDGE, value: '0x0', chainId: '0x797e' },
      data: `0x1e83409a${'00'.repeat(12)}${HOLDER.slice(2).toLowerCase()}`,
    },
  ],
};

/** Answer of GET /orders/{id}/claim. */
export const orderClaim = named(
  'OrderClaim',
  Type.Object(
    {
      orderId: Type.String({ format: 'uuid' }),
      chain: Type.String({ description: 'Where the payment was refused and credited.' }),
      holder: Type.String({ description: 'The account that it was for. It signs the claim.' }),
      contract: Type.String({
        description: 'Has the credit: the bridge; on Radix its AccountLocker, which wallets show by themselves.',
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
    { examples: [EXAMPLE] },
  ),
);
export type OrderClaim = Static<typeof orderClaim>;
