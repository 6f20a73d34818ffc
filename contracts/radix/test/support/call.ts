import type { Address } from './addresses.ts';
import { FUNCTIONS, type FunctionName } from './interface.ts';
import { decimalText, type Fields, manifestText } from './types.ts';

/** The bucket of a call. */
export interface Payment {
  readonly from: Address;
  readonly resource: Address;
  /** In units of 10^-18. */
  readonly amount: bigint;
}

/** A call of a bridge's method, and the accounts besides the payer's whose keys sign the transaction. */
export interface Call {
  readonly name: FunctionName;
  readonly args: Fields;
  readonly signers: readonly Address[];
  readonly payment?: Payment;
}

/** The arguments of `call` in a manifest. `bucket` is the name of its bucket. */
export function argumentsText({ name, args }: Call, bucket = 'tokens'): string {
  const declared = Object.entries(FUNCTIONS[name].args);
  const texts = declared.map(([field, type]) => {
    const value = type === 'bucket' ? bucket : args[field];
    if (value === undefined) throw new Error(`${name} without ${field}`);
    return manifestText(value, type);
  });
  return texts.join(' ');
}

/** The instructions of `calls` on `bridge`, in order. */
export function instructionsOf(bridge: Address, calls: readonly Call[]): string[] {
  return calls.flatMap((call, index) => {
    const bucket = `tokens ${index}`;
    return [
      ...(call.payment === undefined ? [] : paymentText(call.payment, bucket)),
      `CALL_METHOD Address("${bridge}") "${call.name}" ${argumentsText(call, bucket)};`,
    ];
  });
}

const paymentText = ({ from, resource, amount }: Payment, bucket: string): string[] => [
  `CALL_METHOD Address("${from}") "withdraw" Address("${resource}") Decimal("${decimalText(amount)}");`,
  `TAKE_ALL_FROM_WORKTOP Address("${resource}") Bucket("${bucket}");`,
];

/** All signers of `calls`. */
export const signersOf = (calls: readonly Call[]): Address[] =>
  calls.flatMap(({ signers, payment }) => [...signers, ...(payment === undefined ? [] : [payment.from])]);

/** `call` with some arguments replaced. */
export const withArgs = (call: Call, args: Fields): Call => ({ ...call, args: { ...call.args, ...args } });

/** `call` with other signers. */
export const signedBy = (call: Call, signers: readonly Address[]): Call => ({ ...call, signers });

/** `call` with another bucket. */
export const paidWith = (call: Call, payment: Partial<Payment>): Call => {
  if (call.payment === undefined) throw new Error(`${call.name} takes no bucket`);
  return { ...call, payment: { ...call.payment, ...payment } };
};
