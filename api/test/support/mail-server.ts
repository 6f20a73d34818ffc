import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A message that the server accepted. */
export interface ReceivedMail {
  readonly to: readonly string[];
  readonly text: string;
}

/** An SMTP server that a test stops and starts again at the same port. */
export class MailServer {
  readonly received: ReceivedMail[] = [];
  /** Refuses every recipient with this code of SMTP. */
  refuses: number | undefined;
  #server: SMTPServer | undefined;
  #port = 0;

  get port(): number {
    return this.#port;
  }

  async start(): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      hideSTARTTLS: true,
      onRcptTo: (_address, _session, done) => {
        if (this.refuses === undefined) return done();
        done(Object.assign(new Error('refused SECRET'), { responseCode: this.refuses }));
      },
      onData: (stream, session, done) => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        text(stream).then((body) => {
          this.received.push({ to, text: body.replaceAll('=\r\n', '').replaceAll('=3D', '=') });
          done();
        }, done);
      },
    });
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.server.address() as AddressInfo).port;
    this.#server = server;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
  }
}
