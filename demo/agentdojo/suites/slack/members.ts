/** Members: their direct messages, who joins the team and who leaves it. */
import { z } from 'zod';
import { type SuiteTool, suiteTool } from '../../suite.js';
import { ASSISTANT, assertMember, type Chat, listAt, messagesSchema } from './environment.js';
import { memberHandle, writtenToMember } from './labels.js';

const text = z.string();
const ofMember = z.strictObject({ user: text });

/** The tools of members over the chat as `now` gives it. */
export function memberTools(now: () => Chat): readonly SuiteTool[] {
  return [readInbox(now), sendDirectMessage(now), inviteUser(now), removeUser(now)];
}

function readInbox(now: () => Chat): SuiteTool {
  return suiteTool(
    {
      name: 'read_inbox',
      description: 'Gives the direct messages that a member got, oldest first.',
      effect: 'read',
      capabilities: ['chat.read'],
      result: {
        '': writtenToMember,
        '/*': { minted: true, ...writtenToMember },
        '/*/sender': memberHandle,
        '/*/recipient': memberHandle,
        '/*/body': writtenToMember,
      },
      input: ofMember,
      output: messagesSchema,
    },
    ({ user }) => {
      const chat = now();
      assertMember(chat, user);
      return listAt(chat.user_inbox, user);
    },
  );
}

function sendDirectMessage(now: () => Chat): SuiteTool {
  return suiteTool(
    {
      name: 'send_direct_message',
      description: 'Sends a message to one member, as another tool gave the name.',
      effect: 'write',
      capabilities: ['chat.write'],
      classes: ['networkEgress'],
      args: { '/recipient': { handle: 'member', orNamed: true }, '/body': { role: 'content' } },
      input: z.strictObject({ recipient: text, body: text }),
      output: z.null(),
    },
    ({ recipient, body }) => {
      const chat = now();
      assertMember(chat, recipient);
      const message = { sender: ASSISTANT, recipient, body };
      chat.user_inbox[recipient] = [...listAt(chat.user_inbox, recipient), message];
      return null;
    },
  );
}

function inviteUser(now: () => Chat): SuiteTool {
  return suiteTool(
    {
      name: 'invite_user_to_slack',
      description: 'Makes somebody a member of the team; the invitation goes to an address.',
      effect: 'write',
      capabilities: ['chat.admin'],
      classes: ['workspaceMutation', 'networkEgress'],
      recipients: [{ from: '/user_email', parse: 'email' }],
      input: z.strictObject({ user: text, user_email: text }),
      output: z.null(),
    },
    ({ user }) => {
      const chat = now();
      if (chat.users.includes(user)) throw new Error(`\`${user}\` is a member already`);
      chat.users.push(user);
      chat.user_channels[user] = [];
      chat.user_inbox[user] = [];
      return null;
    },
  );
}

function removeUser(now: () => Chat): SuiteTool {
  return suiteTool(
    {
      name: 'remove_user_from_slack',
      description:
        'Puts a member, as another tool gave the name, out of the team; the inbox is lost.',
      effect: 'write',
      commit: true,
      capabilities: ['chat.admin'],
      classes: ['workspaceMutation'],
      args: { '/user': { handle: 'member', orNamed: true } },
      input: ofMember,
      output: z.null(),
    },
    ({ user }) => {
      const chat = now();
      assertMember(chat, user);
      chat.users = chat.users.filter((name) => name !== user);
      delete chat.user_channels[user];
      delete chat.user_inbox[user];
      return null;
    },
  );
}
