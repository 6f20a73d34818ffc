import { zstdCompressSync } from 'node:zlib';
import bs58 from 'bs58';
import type { AccountState } from './accounts.ts';
import type { AccountEncoding, DataSlice } from './params.ts';
import { TOKEN_PROGRAM } from './programs.ts';
import { invalidRequest } from './rpc-error.ts';
import { mintOf, tokenAccountOf, uiTokenAmount } from './tokens.ts';

/** Most bytes that are encoded in base58, whose cost grows with the square of the length. */
const MAX_BASE58_BYTES = 128;
const NEVER = 2n ** 64n - 1n;

export interface AccountForm {
  readonly encoding?: AccountEncoding | null | undefined;
  readonly dataSlice?: DataSlice | null | undefined;
}

/** Reads the mint of a token account. */
type Read = (address: string) => AccountState | null;

/** An account in the form of the RPC. Throws the RPC's error when it has too much data for base58. */
export function encodeAccount(account: AccountState, { encoding, dataSlice }: AccountForm, read: Read) {
  const { lamports, owner, executable, data } = account;
  return {
    data: encodeData(account, encoding ?? 'binary', dataSlice ?? null, read),
    executable,
    lamports,
    owner,
    rentEpoch: NEVER,
    space: data.length,
  };
}

function encodeData(account: AccountState, encoding: AccountEncoding, slice: DataSlice | null, read: Read) {
  if (encoding === 'jsonParsed') {
    const parsed = parsedToken(account, read);
    if (parsed) return parsed;
  }
  const data = Buffer.from(slice ? account.data.subarray(slice.offset, slice.offset + slice.length) : account.data);
  switch (encoding) {
    case 'binary':
      return base58(data);
    case 'base58':
      return [base58(data), encoding];
    case 'base64+zstd':
      return [zstdCompressSync(data).toString('base64'), encoding];
    default:
      return [data.toString('base64'), 'base64'];
  }
}

function base58(data: Buffer): string {
  if (data.length > MAX_BASE58_BYTES) {
    throw invalidRequest(
      `Encoded binary (base 58) data should be less than ${MAX_BASE58_BYTES} bytes, please use Base64 encoding.`,
    );
  }
  return bs58.encode(data);
}

/** The fields of a token account or mint; null for any other account. */
function parsedToken(account: AccountState, read: Read) {
  const program = account.owner === TOKEN_PROGRAM ? 'spl-token' : 'spl-token-2022';
  const space = account.data.length;
  const mint = mintOf(account);
  if (mint) return { program, parsed: { info: { ...mint, supply: mint.supply.toString() }, type: 'mint' }, space };
  const token = tokenAccountOf(account);
  const decimals = token && mintOf(read(token.mint))?.decimals;
  if (!token || decimals == null) return null;
  const info = {
    isNative: token.rentExemptReserve !== null,
    mint: token.mint,
    owner: token.owner,
    state: token.state,
    tokenAmount: uiTokenAmount(token.amount, decimals),
    ...(token.delegate && {
      delegate: token.delegate,
      delegatedAmount: uiTokenAmount(token.delegatedAmount, decimals),
    }),
    ...(token.rentExemptReserve !== null && { rentExemptReserve: uiTokenAmount(token.rentExemptReserve, decimals) }),
    ...(token.closeAuthority && { closeAuthority: token.closeAuthority }),
  };
  return { program, parsed: { info, type: 'account' }, space };
}
