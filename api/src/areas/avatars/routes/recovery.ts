import { success, successSchema } from '../../../http/envelope.ts';
import { unwrap } from '../../../http/errors.ts';
import type { Router } from '../../../http/route.ts';
import { callerOf } from '../../../plugins/app/auth.ts';
import { avatar, changePasswordRequest, done, forgotRequest, resetRequest, tokenRequest } from '../schemas.ts';
import type { AvatarService } from '../service.ts';
import { privateView } from '../views.ts';
import { originOf } from './shared.ts';

/** Proof of an address, and change and reset of a password. */
export function recoveryRoutes(router: Router, avatars: AvatarService): void {
  const post = { method: 'POST', secret: true } as const;
  const isDone = { description: 'Done.', schema: successSchema(done) };

  router.route(
    {
      ...post,
      path: '/api/avatar/verify-email',
      operationId: 'verifyEmail',
      summary: 'Prove an e-mail address',
      body: tokenRequest,
      success: { description: 'The avatar, which can sign in with the address.', schema: successSchema(avatar) },
      errors: ['MAIL_TOKEN_REFUSED', 'EMAIL_TAKEN', 'ATTEMPTS_EXCEEDED'],
    },
    async (request) =>
      success(
        privateView(unwrap(await avatars.recovery.verifyEmail(request.body.token, originOf(request)))),
        'verified',
      ),
  );

  router.route(
    {
      method: 'POST',
      path: '/api/avatar/resend-verification',
      operationId: 'resendVerification',
      summary: 'Send the message that proves your e-mail address again',
      success: { description: 'It is sent soon, unless the address is proved.', schema: successSchema(done) },
      errors: ['ATTEMPTS_EXCEEDED', 'KEYS_UNAVAILABLE'],
    },
    async (request) => {
      unwrap(await avatars.recovery.resendVerification(callerOf(request), originOf(request)));
      return success({ done: true as const });
    },
  );

  router.route(
    {
      ...post,
      path: '/api/avatar/forgot-password',
      operationId: 'forgotPassword',
      summary: 'Send a message that lets you choose a new password',
      description: 'Only an avatar that has proved the address gets one; the answer does not tell.',
      body: forgotRequest,
      success: isDone,
      errors: ['ATTEMPTS_EXCEEDED'],
    },
    async (request) => {
      unwrap(await avatars.recovery.forgotPassword(request.body.email, originOf(request)));
      return success({ done: true as const }, 'if an avatar has this address, a message is on its way');
    },
  );

  router.route(
    {
      ...post,
      path: '/api/avatar/validate-reset-token',
      operationId: 'validateResetToken',
      summary: 'Ask whether a token lets you choose a new password',
      body: tokenRequest,
      success: isDone,
      errors: ['MAIL_TOKEN_REFUSED', 'ATTEMPTS_EXCEEDED'],
    },
    async (request) => {
      unwrap(await avatars.recovery.validateResetToken(request.body.token, originOf(request)));
      return success({ done: true as const });
    },
  );

  router.route(
    {
      ...post,
      path: '/api/avatar/reset-password',
      operationId: 'resetPassword',
      summary: 'Choose a new password with a token',
      description: 'Every session of the avatar ends; its API keys stay.',
      body: resetRequest,
      success: isDone,
      errors: ['MAIL_TOKEN_REFUSED', 'ATTEMPTS_EXCEEDED', 'PASSWORDS_BUSY'],
    },
    async (request) => {
      const { token, password } = request.body;
      unwrap(await avatars.recovery.resetPassword(token, password, originOf(request)));
      return success({ done: true as const }, 'the password is changed');
    },
  );

  router.route(
    {
      ...post,
      path: '/api/avatar/change-password',
      operationId: 'changePassword',
      summary: 'Change your password',
      description: 'Your other sessions end.',
      body: changePasswordRequest,
      success: isDone,
      errors: ['CREDENTIALS_REFUSED', 'ATTEMPTS_EXCEEDED', 'PASSWORDS_BUSY'],
    },
    async (request) => {
      const { oldPassword, newPassword } = request.body;
      const caller = callerOf(request);
      unwrap(await avatars.recovery.changePassword(caller, oldPassword, newPassword, originOf(request)));
      return success({ done: true as const }, 'the password is changed');
    },
  );
}
