import { strict as assert } from 'node:assert';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { openMailer } from '../../../src/areas/avatars/mail/index.ts';
import { Undeliverable } from '../../../src/areas/avatars/mail/mailer.ts';
import type { MailSettings } from '../../../src/areas/avatars/settings.ts';
import { MailServer } from '../../support/mail-server.ts';

const MAIL = {
  to: 'ann@example.org',
  subject: 'Hello',
  text: 'This link works once:',
  link: 'https://app.example/#token=SECRET',
  token: 'SECRET',
  disown: { text: 'Not you:', link: 'https://app.example/not-me#token=OTHER' },
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

    it('to a recipient that the server refuses for good are given up, others not', async () => {
      const plain = new MailServer();
      await plain.start();
      const out = mailer({ kind: 'smtp', host: '127.0.0.1', port: plain.port, secure: false });
      plain.refuses = 550;
      await assert.rejects(out.send(MAIL), Undeliverable);
      plain.refuses = 451;
      await assert.rejects(out.send(MAIL), (error) => !(error instanceof Undeliverable));
      plain.refuses = undefined;
      await out.send(MAIL);
      assert.equal(plain.received.length, 1);
      out.close();
      await plain.stop();
    });

    it('are not given up when the server refuses the password', async () => {
      process.env.TEST_SMTP_PASSWORD = 'another password';
      const out = mailer(smtp('TEST_SMTP_PASSWORD'));
      await assert.rejects(out.send(MAIL), { code: 'EAUTH' });
      out.close();
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
});
