import { type Address, XRD } from './addresses.ts';
import { FUNCTIONS, type FunctionName } from './interface.ts';
import { decimalText, type Fields, manifestText } from './types.ts';

/** A bucket of a call. */
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
  /** The bucket of the delivery fee, beside that of the payment; an empty one of XRD when absent. */
  readonly fee?: Payment;
}

/** The arguments of `call` in a manifest. A bucket has the name of its argument and `index`. */
export function argumentsText({ name, args }: Call, index = 0): string {
  const declared = Object.entries(FUNCTIONS[name].args);
  const texts = declared.map(([field, type]) => {
    const value = type === 'bucket' ? `${field} ${index}` : args[field];
    if (value === undefined) throw new Error(`${name} without ${field}`);
    return manifestText(value, type);
  });
  return texts.join(' ');
}

/** The instructions of `calls` on `bridge`, in order. */
export function instructionsOf(bridge: Address, calls: readonly Call[]): string[] {
  return calls.flatMap((call, index) => {
    const paid =
      call.payment === undefined
        ? []
        : [...paymentText(call.payment, `tokens ${index}`), ...paymentText(feeOf(call.payment, call), `fee ${index}`)];
    return [...paid, `CALL_METHOD Address("${bridge}") "${call.name}" ${argumentsText(call, index)};`];
  });
}

const feeOf = ({ from }: Payment, { fee }: Call): Payment => fee ?? { from, resource: XRD, amount: 0n };

const paymentText = ({ from, resource, amount }: Payment, bucket: string): string[] => [
  ...(amount === 0n
    ? []
    : [`CALL_METHOD Address("${from}") "withdraw" Address("${resource}") Decimal("${decimalText(amount)}");`]),
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

/** `call` with `amount` of XRD, or of another resource, as its delivery fee. */
export const withFee = (call: Call, amount: bigint, resource = XRD): Call => {
  if (call.payment === undefined) throw new Error(`${call.name} takes no bucket`);
  return { ...call, fee: { from: call.payment.from, resource, amount } };
};
