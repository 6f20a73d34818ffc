import type { KeyRange } from '@causeway/storage';
import { unwrap } from '../../../http/errors/errors.ts';
import type { Router } from '../../../http/route.ts';
import { success, successSchema } from '../../../http/schema/envelope.ts';
import { callerOf } from '../../../plugins/app/auth.ts';
import { endedText } from '../mail/index.ts';
import {
  changePasswordRequest,
  done,
  forgotRequest,
  passwordChanged,
  promised,
  resetRequest,
  tokenRequest,
  verified,
  verifyRequest,
} from '../schemas.ts';
import type { AvatarService } from '../service.ts';
import { privateView } from '../views.ts';
import { mailOf, NOT_SENT, originOf } from './shared.ts';

const SOON = 'a message is on its way, unless the address is proved or got too many today';
const FORGOTTEN = 'if an avatar has this address, a message is on its way';

/** Proof of an address, and change and reset of a password. */
export function recoveryRoutes(router: Router, avatars: AvatarService): void {
  const changed = { description: 'Done, and what ended with it.', schema: successSchema(passwordChanged) };
  const isDone = { description: 'Done.', schema: successSchema(done) };

  router.route('verifyEmail', 'POST /api/avatar/verify-email', {
    secret: true,
    personal: true,
    summary: 'Prove an e-mail address',
    description:
      'In your own session, your other sessions end. Without it, every session, reset token and API key ends, those of your ' +
      'agents, too, because a stranger may have registered with your address. The address of an agent is proved in a session of ' +
      'the agent or of its owner alone.',
    body: verifyRequest,
    success: { description: 'The avatar, which can sign in with the address.', schema: successSchema(verified) },
    errors: ['MAIL_TOKEN_REFUSED', 'EMAIL_TAKEN', 'FORBIDDEN', 'ATTEMPTS_EXCEEDED'],
    handle: async (request) => {
      const { token, revokeApiKeys } = request.body;
      const proved = unwrap(
        await avatars.recovery.verifyEmail(token, originOf(request), revokeApiKeys as KeyRange | undefined),
      );
      return success({ ...privateView(proved.avatar), ended: proved.ended }, `verified. ${endedText(proved.ended)}`);
    },
  });

  router.route('resendVerification', 'POST /api/avatar/resend-verification', {
    summary: 'Send the message that proves your e-mail address again',
    description: 'An address that nobody has proved gets three messages a day, of all avatars together.',
    success: { description: 'It is sent soon, unless the address is proved.', schema: successSchema(promised) },
    errors: ['ATTEMPTS_EXCEEDED', 'KEYS_UNAVAILABLE'],
    handle: async (request) => {
      unwrap(await avatars.recovery.resendVerification(callerOf(request), originOf(request)));
      return success({ done: true as const, ...mailOf(avatars) }, avatars.sendsMail ? SOON : NOT_SENT);
    },
  });

  router.route('forgotPassword', 'POST /api/avatar/forgot-password', {
    secret: true,
    summary: 'Send a message that lets you choose a new password',
    description: 'Only an avatar that has proved the address gets one; the answer does not tell.',
    body: forgotRequest,
    success: { description: 'Done.', schema: successSchema(promised) },
    errors: ['ATTEMPTS_EXCEEDED'],
    handle: async (request) => {
      unwrap(await avatars.recovery.forgotPassword(request.body.email, originOf(request)));
      return success({ done: true as const, ...mailOf(avatars) }, avatars.sendsMail ? FORGOTTEN : NOT_SENT);
    },
  });

  router.route('disownMail', 'POST /api/avatar/not-me', {
    secret: true,
    summary: 'Say that you did not ask for a message',
    description:
      'By the token of the link in the message, without a session. An address that is not proved gets no more messages for 30 ' +
      'days; a reset of a password is void.',
    body: tokenRequest,
    success: { ...isDone, description: 'Done; `message` says what to do.' },
    errors: ['MAIL_TOKEN_REFUSED', 'ATTEMPTS_EXCEEDED'],
    handle: async (request) => {
      const message = unwrap(await avatars.recovery.disown(request.body.token, originOf(request)));
      return success({ done: true as const }, message);
    },
  });

  router.route('validateResetToken', 'POST /api/avatar/validate-reset-token', {
    secret: true,
    summary: 'Ask whether a token lets you choose a new password',
    body: tokenRequest,
    success: isDone,
    errors: ['MAIL_TOKEN_REFUSED', 'ATTEMPTS_EXCEEDED'],
    handle: async (request) => {
      unwrap(await avatars.recovery.validateResetToken(request.body.token, originOf(request)));
      return success({ done: true as const });
    },
  });

  router.route('resetPassword', 'POST /api/avatar/reset-password', {
    secret: true,
    summary: 'Choose a new password with a token',
    description: 'Every session and API key of the avatar and of its agents ends.',
    body: resetRequest,
    success: changed,
    errors: ['MAIL_TOKEN_REFUSED', 'ATTEMPTS_EXCEEDED', 'PASSWORDS_BUSY'],
    handle: async (request) => {
      const { token, password } = request.body;
      const ended = unwrap(await avatars.recovery.resetPassword(token, password, originOf(request)));
      return success({ done: true as const, ended }, `the password is changed. ${endedText(ended)}`);
    },
  });

  router.route('changePassword', 'POST /api/avatar/change-password', {
    secret: true,
    summary: 'Change your password',
    description: 'Your other sessions and earlier reset tokens end, and the API keys that `revokeApiKeys` names.',
    body: changePasswordRequest,
    success: changed,
    errors: ['CREDENTIALS_REFUSED', 'ATTEMPTS_EXCEEDED', 'PASSWORDS_BUSY'],
    handle: async (request) => {
      const { oldPassword: before, newPassword: after, revokeApiKeys } = request.body;
      const change = { before, after, keys: (revokeApiKeys ?? 'none') as KeyRange };
      const ended = unwrap(await avatars.recovery.changePassword(callerOf(request), change, originOf(request)));
      return success({ done: true as const, ended }, `the password is changed. ${endedText(ended)}`);
    },
  });
}
