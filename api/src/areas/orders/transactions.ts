import { type ChainKindDescriptor, chainKinds } from '@causeway/chains';
import type { UnsignedTransaction } from '@causeway/protocol';
import Type, { type TSchema } from 'typebox';
import { z } from 'zod';
import { named } from '../../http/schema/schema.ts';

/** The schema of a kind's unsigned transactions, named after the kind. */
function transactionOf({ name, unsignedTransaction }: ChainKindDescriptor): TSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(unsignedTransaction, {
    io: 'input',
    override: ({ jsonSchema }) => {
      // The bounds of JavaScript's integers say nothing about the transaction.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return named(`${name.charAt(0).toUpperCase()}${name.slice(1)}Transaction`, schema);
}

/** An unsigned transaction in the form of its chain, of any kind that is registered when the document is made. */
export const unsignedTransaction = Type.Unsafe<UnsignedTransaction>({
  get anyOf() {
    return chainKinds().map(transactionOf);
  },
});
