import { strict as assert } from 'node:assert';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { Outgoing, openMailer } from '../../../src/areas/avatars/mail/index.ts';
import type { MailSettings } from '../../../src/areas/avatars/settings.ts';

const MAIL = {
  to: 'ann@example.org',
  subject: 'Hello',
  text: 'This link works once:',
  link: 'https://app.example/#token=SECRET',
  token: 'SECRET',
};

describe('messages', () => {
  const logged: string[] = [];
  const record = (...entry: unknown[]): void => {
    logged.push(JSON.stringify(entry));
  };
  const log = { info: record, error: record, warn: record } as never;
  const mailer = (settings: MailSettings) =>
    openMailer(settings, { from: 'Causeway <no-reply@example.org>', baseDir: '/', newName: () => 'one', log });
  beforeEach(() => logged.splice(0));

  describe('by SMTP', () => {
    let server: SMTPServer;
    const received: { readonly to: readonly string[]; readonly user: unknown; readonly text: string }[] = [];
    before(async () => {
      server = new SMTPServer({
        authOptional: false,
        allowInsecureAuth: true,
        hideSTARTTLS: true,
        onAuth: ({ username, password }, _session, done) =>
          password === 'smtp password' ? done(null, { user: username }) : done(new Error('refused SECRET')),
        onData: (stream, session, done) => {
          const to = session.envelope.rcptTo.map(({ address }) => address);
          text(stream).then((body) => {
            received.push({ to, user: session.user, text: body });
            done();
          }, done);
        },
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    });
    after(() => new Promise<void>((resolve) => server.close(() => resolve())));

    const smtp = (env: string): MailSettings => {
      const { port } = server.server.address() as AddressInfo;
      return { kind: 'smtp', host: '127.0.0.1', port, secure: false, user: 'causeway', password: { env } };
    };

    it('reach the server with name and password', async () => {
      process.env.TEST_SMTP_PASSWORD = 'smtp password';
      const out = mailer(smtp('TEST_SMTP_PASSWORD'));
      await out.send(MAIL);
      out.close();
      const [mail] = received;
      assert.deepEqual([mail?.to, mail?.user], [['ann@example.org'], 'causeway']);
      assert.match(mail?.text ?? '', /From: Causeway <no-reply@example.org>/);
      assert.match(mail?.text ?? '', /app\.example\/#token=3DSECRET|app\.example\/#token=SECRET/);
    });

    it('that are refused are logged without the server’s words', async () => {
      process.env.TEST_SMTP_PASSWORD = 'another password';
      const out = new Outgoing(mailer(smtp('TEST_SMTP_PASSWORD')), log);
      out.later(async () => MAIL);
      await out.close();
      assert.equal(logged.length, 1);
      assert.match(logged[0] ?? '', /was not delivered/);
      assert.doesNotMatch(logged[0] ?? '', /SECRET|ann@example/);
    });

    it('need a password that can be read', () => {
      assert.throws(() => mailer(smtp('TEST_NOT_SET')), /api\.avatars\.mail\.password/);
    });
  });

  it('in the log are announced without their token and with a masked address', async () => {
    await mailer({ kind: 'log' }).send(MAIL);
    assert.match(logged[0] ?? '', /a\*\*\*@example\.org/);
    assert.doesNotMatch(logged[0] ?? '', /SECRET|ann@/);
  });

  it('are delivered after the answer, and all of them before the end', async () => {
    const sent: string[] = [];
    const out = new Outgoing(
      {
        async send({ to }) {
          await new Promise((resolve) => setImmediate(resolve));
          sent.push(to);
        },
        close: () => sent.push('closed'),
      },
      log,
    );
    out.later(async () => MAIL);
    out.later(async () => undefined);
    assert.deepEqual(sent, []);
    await out.close();
    assert.deepEqual(sent, ['ann@example.org', 'closed']);
  });
});
