import { request } from 'node:http';

interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly body: string;
}

/**
 * Signs in from a loopback address. While the service is busy, it asks again after the time that the answer names.
 * Returns how often it did.
 */
export async function signIn(port: number, credentials: object, localAddress: string): Promise<number> {
  for (let refused = 0; ; refused += 1) {
    const { status, retryAfter, body } = await post(port, JSON.stringify(credentials), localAddress);
    if (status === 200) return refused;
    if (status !== 503 || retryAfter === undefined) throw new Error(`a sign-in was answered ${status}: ${body}`);
    await new Promise((resolve) => setTimeout(resolve, 1_000 * Number(retryAfter)));
  }
}

function post(port: number, body: string, localAddress: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const options = {
      port,
      host: '127.0.0.1',
      localAddress,
      method: 'POST',
      path: '/api/avatar/authenticate',
      headers,
    };
    const asked = request(options, async (answer) => {
      let text = '';
      for await (const piece of answer.setEncoding('utf8')) text += piece;
      resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'], body: text });
    });
    asked.on('error', reject).end(body);
  });
}
