/** A team's chat and the web beside it, in the form of the data. */
import { z } from 'zod';

const message = z.strictObject({ sender: z.string(), recipient: z.string(), body: z.string() });
const names = z.array(z.string());

/** Checks a chat environment. */
export const chatEnvironmentSchema = z.strictObject({
  slack: z.strictObject({
    users: names,
    channels: names,
    /** Which channels a member is in, by member. */
    user_channels: z.record(z.string(), names),
    /** Direct messages by member; who got none may be absent. */
    user_inbox: z.record(z.string(), z.array(message)),
    /** Messages by channel; a channel without any may be absent. */
    channel_inbox: z.record(z.string(), z.array(message)),
  }),
  web: z.strictObject({
    web_content: z.record(z.string(), z.string()),
    web_requests: z.array(z.string()),
  }),
});

export type ChatEnvironment = z.infer<typeof chatEnvironmentSchema>;
export type Chat = ChatEnvironment['slack'];
export type Web = ChatEnvironment['web'];
export type ChatMessage = z.infer<typeof message>;

/** Checks what a tool gives of messages. */
export const messagesSchema = z.array(message);

/** The name that messages of the assistant stand under. */
export const ASSISTANT = 'bot';

/** @throws Error where the team has no such member */
export function assertMember(chat: Chat, name: string): void {
  if (!chat.users.includes(name)) throw new Error(`no member \`${name}\``);
}

/** @throws Error where the team has no such channel */
export function assertChannel(chat: Chat, name: string): void {
  if (!chat.channels.includes(name)) throw new Error(`no channel \`${name}\``);
}

/** The list under a key, and an empty one where there is none. */
export function listAt<Item>(lists: Readonly<Record<string, Item[]>>, key: string): Item[] {
  return Object.hasOwn(lists, key) ? (lists[key] ?? []) : [];
}
