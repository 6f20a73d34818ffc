import { secretSource } from '@causeway/config';
import { z } from 'zod';

const seconds = (least: number, most: number) => z.int().min(least).max(most);

/** Where e-mail goes. `log` says that there was a message, without its token; `file` writes one file per message. */
const mail = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('log') }),
  z.strictObject({ kind: z.literal('file'), folder: z.string().min(1) }),
  z.strictObject({
    kind: z.literal('smtp'),
    host: z.string().min(1),
    port: z.int().min(1).max(65_535).default(587),
    /** TLS from the first byte; otherwise STARTTLS is required, except at this machine. */
    secure: z.boolean().default(false),
    user: z.string().optional(),
    password: secretSource.optional(),
  }),
]);
export type MailSettings = z.infer<typeof mail>;

/** Members of the configuration's `api` section. */
export const avatarSettings = {
  avatars: z
    .strictObject({
      /** Issuer of access tokens, for those who check them with the published keys. */
      issuer: z.string().min(1).default('causeway'),
      accessSeconds: seconds(1, 3_600).default(900),
      /** An unused refresh token ends after this time. */
      refreshSeconds: seconds(60, 31_536_000).default(30 * 86_400),
      /** A session ends after this time, however often it is refreshed. */
      sessionSeconds: seconds(60, 31_536_000).default(90 * 86_400),
      /** Registrations, sign-ins and uses of mail tokens per minute and address. */
      attemptsPerMinute: z.int().min(1).default(10),
      /** Security events are deleted after this time, but not the last one that explains a standing of an avatar. */
      auditDays: z.int().min(1).max(36_500).default(400),
      maxApiKeys: z.int().min(1).default(50),
      /** A new API key ends after so many days unless its maker says otherwise. */
      apiKeyDays: z
        .int()
        .min(1)
        .max(5 * 365)
        .default(90),
      /** How long the key of an agent still works after its renewal. */
      apiKeyOverlapSeconds: seconds(60, 30 * 86_400).default(86_400),
      /** Agents of one owner, without deregistered ones. */
      maxAgents: z.int().min(1).default(50),
      /** Agents without an owner that an address may register in a day. */
      anonymousAgentsPerDay: z.int().min(0).default(20),
      /** argon2id. Less than 19 MiB and 2 passes is for tests, and is logged as weak. */
      argon2: z
        .strictObject({
          memoryKiB: z.int().min(64).max(1_048_576).default(19_456),
          passes: z.int().min(1).max(16).default(2),
        })
        .prefault({}),
      /** Base of the links in e-mails, which carry the token after `#`. */
      linkBase: z.url().default('http://127.0.0.1:3000'),
      mailFrom: z.string().min(3).default('Causeway <no-reply@localhost>'),
      mail: mail.default({ kind: 'log' }),
    })
    .prefault({}),
};
export type AvatarSettings = z.output<z.ZodObject<typeof avatarSettings>>['avatars'];
