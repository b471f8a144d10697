/** Channels: who is in them, and what is written there. */
import { z } from 'zod';
import { type SuiteTool, suiteTool } from '../../suite.js';
import {
  ASSISTANT,
  assertChannel,
  assertMember,
  type Chat,
  listAt,
  messagesSchema,
} from './environment.js';
import { channelHandle, listedByService, memberHandle, writtenByMembers } from './labels.js';

const text = z.string();
const names = z.array(text);
const ofChannel = z.strictObject({ channel: text });

/** The tools of channels over the chat as `now` gives it. */
export function channelTools(now: () => Chat): readonly SuiteTool[] {
  return [
    getChannels(now),
    getUsersInChannel(now),
    readChannelMessages(now),
    sendChannelMessage(now),
    addUserToChannel(now),
  ];
}

function getChannels(now: () => Chat): SuiteTool {
  return suiteTool(
    {
      name: 'get_channels',
      description: 'Lists the names of all channels.',
      effect: 'read',
      capabilities: ['chat.read'],
      result: { '': listedByService, '/*': channelHandle },
      input: z.strictObject({}),
      output: names,
    },
    () => now().channels,
  );
}

function getUsersInChannel(now: () => Chat): SuiteTool {
  return suiteTool(
    {
      name: 'get_users_in_channel',
      description: 'Lists the members who are in a channel.',
      effect: 'read',
      capabilities: ['chat.read'],
      result: { '': listedByService, '/*': memberHandle },
      input: ofChannel,
      output: names,
    },
    ({ channel }) => {
      const chat = now();
      assertChannel(chat, channel);
      return chat.users.filter((name) => listAt(chat.user_channels, name).includes(channel));
    },
  );
}

function readChannelMessages(now: () => Chat): SuiteTool {
  return suiteTool(
    {
      name: 'read_channel_messages',
      description: 'Gives all messages of a channel, oldest first.',
      effect: 'read',
      capabilities: ['chat.read'],
      result: {
        // Anybody in a channel decides how many messages there are.
        '': writtenByMembers,
        '/*': { minted: true, ...writtenByMembers },
        '/*/sender': memberHandle,
        '/*/recipient': channelHandle,
        '/*/body': writtenByMembers,
      },
      input: ofChannel,
      output: messagesSchema,
    },
    ({ channel }) => {
      const chat = now();
      assertChannel(chat, channel);
      return listAt(chat.channel_inbox, channel);
    },
  );
}

function sendChannelMessage(now: () => Chat): SuiteTool {
  return suiteTool(
    {
      name: 'send_channel_message',
      description:
        'Posts to a channel, as another tool gave its name; all who are in it can read it.',
      effect: 'write',
      capabilities: ['chat.write'],
      classes: ['networkEgress'],
      args: { '/channel': { handle: 'channel', orNamed: true }, '/body': { role: 'content' } },
      input: z.strictObject({ channel: text, body: text }),
      output: z.null(),
    },
    ({ channel, body }) => {
      const chat = now();
      assertChannel(chat, channel);
      const message = { sender: ASSISTANT, recipient: channel, body };
      chat.channel_inbox[channel] = [...listAt(chat.channel_inbox, channel), message];
      return null;
    },
  );
}

function addUserToChannel(now: () => Chat): SuiteTool {
  return suiteTool(
    {
      name: 'add_user_to_channel',
      description:
        'Lets a member read and write in a channel; both names as other tools gave them.',
      effect: 'write',
      capabilities: ['chat.admin'],
      classes: ['workspaceMutation', 'networkEgress'],
      args: {
        '/user': { handle: 'member', orNamed: true },
        '/channel': { handle: 'channel', orNamed: true },
      },
      input: z.strictObject({ user: text, channel: text }),
      output: z.null(),
    },
    ({ user, channel }) => {
      const chat = now();
      assertMember(chat, user);
      assertChannel(chat, channel);
      const joined = listAt(chat.user_channels, user);
      if (joined.includes(channel)) throw new Error(`\`${user}\` is in \`${channel}\` already`);
      chat.user_channels[user] = [...joined, channel];
      return null;
    },
  );
}
