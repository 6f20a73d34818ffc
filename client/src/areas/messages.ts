import type { Transport } from '../client.ts';
import type { components } from '../schema.ts';
import type { StreamEvent, StreamOptions } from '../stream.ts';

type Schemas = components['schemas'];
export type Message = Schemas['Message'];
export type SentMessage = Schemas['SentMessage'];
export type MarkedMessages = Schemas['MarkedMessages'];
export type BlockedAvatar = Schemas['BlockedAvatar'];

/** What a message says of itself besides its text; free form. */
export type MessageMetadata = NonNullable<Schemas['SendMessageRequest']['metadata']>;

/** An event of messages. It names them by id and has no text. */
export type MessageEvent = StreamEvent<{
  readonly messageId?: string;
  readonly messageIds?: readonly string[];
  readonly fromAvatarId?: string;
  readonly taskId?: string;
  readonly priority?: string;
  readonly at: string;
}>;

/** Messages between the caller and other avatars. */
export class Messages {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Sends a message. Refused with SENDER_BLOCKED when the recipient takes none from the caller. */
  send(toAvatarId: string, message: string, metadata?: MessageMetadata): Promise<SentMessage> {
    const body = { toAvatarId, message, ...(metadata && { metadata }) };
    return this.#transport.result(this.#transport.http.POST('/api/messaging/send-message', { body }));
  }

  get(messageId: string): Promise<Message> {
    const params = { path: { messageId } };
    return this.#transport.result(this.#transport.http.GET('/api/messaging/messages/{messageId}', { params }));
  }

  /** What the caller received, newest first. */
  inbox({ unread }: { readonly unread?: boolean } = {}): AsyncGenerator<Message, void, undefined> {
    return this.#transport.items((cursor) => {
      const query = { ...(unread !== undefined && { unread }), ...(cursor !== undefined && { cursor }) };
      return this.#transport.http.GET('/api/messaging/messages', { params: { query } });
    });
  }

  /** What the caller and another avatar wrote to each other, newest first. */
  conversation(avatarId: string): AsyncGenerator<Message, void, undefined> {
    const path = { avatarId };
    return this.#transport.items((cursor) => {
      const query = { ...(cursor !== undefined && { cursor }) };
      return this.#transport.http.GET('/api/messaging/conversation/{avatarId}', { params: { path, query } });
    });
  }

  async unreadCount(): Promise<number> {
    const { unreadCount } = await this.#transport.result(this.#transport.http.GET('/api/messaging/unread-count'));
    return unreadCount;
  }

  /** Marks up to 200 messages as read. */
  markRead(messageIds: readonly string[]): Promise<MarkedMessages> {
    const body = { messageIds: [...messageIds] };
    return this.#transport.result(this.#transport.http.POST('/api/messaging/mark-messages-read', { body }));
  }

  /** Deletes a message for the caller alone. */
  async remove(messageId: string): Promise<void> {
    const params = { path: { messageId } };
    await this.#transport.data(this.#transport.http.DELETE('/api/messaging/messages/{messageId}', { params }));
  }

  /** The caller's messages as they come; the stream has no end. */
  events(options: StreamOptions = {}): AsyncGenerator<MessageEvent, void, undefined> {
    return this.#transport.stream('/api/messaging/events', options);
  }

  /** Takes no more messages from an avatar. */
  block(avatarId: string): Promise<BlockedAvatar> {
    const params = { path: { avatarId } };
    return this.#transport.result(this.#transport.http.PUT('/api/messaging/blocks/{avatarId}', { params }));
  }

  async unblock(avatarId: string): Promise<void> {
    const params = { path: { avatarId } };
    await this.#transport.data(this.#transport.http.DELETE('/api/messaging/blocks/{avatarId}', { params }));
  }

  /** The avatars that the caller blocks. */
  blocks(): AsyncGenerator<BlockedAvatar, void, undefined> {
    return this.#transport.items((cursor) => {
      const query = { ...(cursor !== undefined && { cursor }) };
      return this.#transport.http.GET('/api/messaging/blocks', { params: { query } });
    });
  }
}
