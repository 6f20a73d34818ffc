import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';

const REGION = 'eu-test-1';
export const CREDENTIALS = { AWS_ACCESS_KEY_ID: 'AKIDTEST', AWS_SECRET_ACCESS_KEY: 'secret-of-the-stub' };

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();

/** True when the request has the signature version 4 of these credentials (the service's own check). */
function isAuthentic({ method, headers, url = '/' }: IncomingMessage, body: string): boolean {
  const form =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/kms\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/;
  const [, id, date = '', region = '', names = '', signature] = form.exec(String(headers.authorization)) ?? [];
  if (id !== CREDENTIALS.AWS_ACCESS_KEY_ID || region !== REGION) return false;
  const canonicalHeaders = names
    .split(';')
    .map((name) => `${name}:${headers[name]}\n`)
    .join('');
  const canonical = [method, url, '', canonicalHeaders, names, sha256(body)].join('\n');
  const scope = `${date}/${region}/kms/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const day = hmac(`AWS4${CREDENTIALS.AWS_SECRET_ACCESS_KEY}`, date);
  const key = ['kms', 'aws4_request'].reduce((parent, part) => hmac(parent, part), hmac(day, region));
  return hmac(key, text).toString('hex') === signature;
}

const arnOf = (id: string) => `arn:aws:kms:${REGION}:111122223333:key/${id}`;
const SPKI = {
  secp256k1: Buffer.from('3056301006072a8648ce3d020106052b8104000a034200', 'hex'),
  ed25519: Buffer.from('302a300506032b6570032100', 'hex'),
};

interface Asked {
  readonly KeyId: string;
  readonly Plaintext: string;
  readonly CiphertextBlob: string;
  readonly EncryptionContext: object;
  readonly Message: string;
  readonly MessageType: string;
  readonly SigningAlgorithm: string;
}

class Refused extends Error {}

/** AWS KMS on a local port: the JSON protocol, signature version 4, and the operations that the adapter uses. */
export class KmsStub {
  readonly #symmetric = new Map<string, Buffer>();
  readonly evm = randomBytes(32);
  readonly solana = randomBytes(32);
  /** Id of the symmetric key behind the alias. */
  alias = 'one';
  /** Answers with this status instead. */
  failing: number | null = null;
  /** The signature of secp256k1 has the higher s. */
  highS = false;
  /** Every answer waits for it. */
  gate: Promise<void> = Promise.resolve();
  /** Requests that are not answered yet, and the most of them at any time. */
  underWay = 0;
  mostUnderWay = 0;
  readonly operations: string[] = [];
  readonly bodies: string[] = [];
  readonly #server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const send = (status: number, answer: object) => response.writeHead(status).end(JSON.stringify(answer));
    if (this.failing !== null) return send(this.failing, { __type: 'KMSInternalException' });
    if (!isAuthentic(request, body)) return send(400, { __type: 'InvalidSignatureException' });
    const operation = String(request.headers['x-amz-target']).replace('TrentService.', '');
    this.operations.push(operation);
    this.bodies.push(body);
    this.underWay += 1;
    this.mostUnderWay = Math.max(this.mostUnderWay, this.underWay);
    await this.gate;
    this.underWay -= 1;
    try {
      return send(200, this.#answer(operation, JSON.parse(body)));
    } catch (error) {
      return send(400, {
        __type: `com.amazonaws.kms#${error instanceof Refused ? error.message : 'ValidationException'}`,
      });
    }
  });

  async start(): Promise<{ readonly region: string; readonly endpoint: string }> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return { region: REGION, endpoint: `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/` };
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #answer(operation: string, asked: Asked): object {
    const arn = asked.KeyId.startsWith('alias/') ? arnOf(this.alias) : asked.KeyId;
    if (operation === 'DescribeKey') return { KeyMetadata: { Arn: arn } };
    if (operation === 'Encrypt') return { KeyId: arn, CiphertextBlob: this.#encrypt(arn, asked) };
    if (operation === 'Decrypt') return { KeyId: arn, Plaintext: this.#decrypt(arn, asked) };
    if (operation === 'GetPublicKey') return this.#publicKey(asked.KeyId);
    if (operation === 'Sign') return { Signature: this.#sign(asked).toString('base64') };
    throw new Refused('UnknownOperationException');
  }

  #key(arn: string): Buffer {
    const key = this.#symmetric.get(arn) ?? randomBytes(32);
    this.#symmetric.set(arn, key);
    return key;
  }

  #encrypt(arn: string, { Plaintext, EncryptionContext }: Asked): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#key(arn), nonce).setAAD(
      Buffer.from(JSON.stringify(EncryptionContext)),
    );
    const text = Buffer.concat([cipher.update(Buffer.from(Plaintext, 'base64')), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
  }

  #decrypt(arn: string, { CiphertextBlob, EncryptionContext }: Asked): string {
    const bytes = Buffer.from(CiphertextBlob, 'base64');
    const decipher = createDecipheriv('aes-256-gcm', this.#key(arn), bytes.subarray(0, 12));
    decipher.setAAD(Buffer.from(JSON.stringify(EncryptionContext))).setAuthTag(bytes.subarray(12, 28));
    try {
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('base64');
    } catch {
      throw new Refused('InvalidCiphertextException');
    }
  }

  #publicKey(id: string): object {
    if (id === 'evm-key') {
      const key = Buffer.concat([SPKI.secp256k1, secp256k1.getPublicKey(this.evm, false)]);
      return { KeySpec: 'ECC_SECG_P256K1', PublicKey: key.toString('base64') };
    }
    if (id !== 'solana-key') throw new Refused('NotFoundException');
    const key = Buffer.concat([SPKI.ed25519, ed25519.getPublicKey(this.solana)]);
    return { KeySpec: 'ECC_NIST_EDWARDS25519', PublicKey: key.toString('base64') };
  }

  #sign({ KeyId, Message, MessageType, SigningAlgorithm }: Asked): Buffer {
    const message = Buffer.from(Message, 'base64');
    const asked = `${KeyId} ${MessageType} ${SigningAlgorithm}`;
    if (asked === 'solana-key RAW ED25519_SHA_512') return Buffer.from(ed25519.sign(message, this.solana));
    if (asked !== 'evm-key DIGEST ECDSA_SHA_256') throw new Refused('ValidationException');
    const { r, s } = secp256k1.Signature.fromBytes(secp256k1.sign(message, this.evm, { prehash: false }));
    const other = secp256k1.Point.Fn.ORDER - s;
    return Buffer.from(new secp256k1.Signature(r, this.highS ? other : s).toBytes('der'));
  }
}
