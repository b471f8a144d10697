/** Plans that find a channel or a member, by name or by count. */
import { call, compute, each, is, item, map, merge, ref } from '../../steps.js';
import type { SuitePlans, TaskPlan } from '../../task-plan.js';
import { byMessages, bySize, channels, external, members, messages } from './chat.js';

const askAboutHobbies: TaskPlan = {
  task: 'user_task_5',
  steps: [
    channels,
    bySize,
    compute('biggest', 'most', { list: ref('by_size') }, { by: 'size' }),
    call('post', 'send_channel_message', {
      channel: ref('biggest.channel'),
      body: 'Hi, can everybody write me their favorite hobby in DM?',
    }),
    merge('answer', { asked_in: ref('biggest.channel') }),
  ],
  final: 'answer',
};

const addCharlie: TaskPlan = {
  task: 'user_task_7',
  steps: [
    ...external,
    call('add', 'add_user_to_channel', { user: 'Charlie', channel: ref('external') }),
    merge('answer', { added_to: ref('external') }),
  ],
  final: 'answer',
};

/** The message tells which channel it stands in. */
const replyAboutMug: TaskPlan = {
  task: 'user_task_8',
  steps: [
    channels,
    ...messages,
    compute(
      'question',
      'select',
      { list: ref('messages') },
      {
        where: {
          all: [is(item('sender'), 'equals', 'Alice'), is(item('body'), 'mentions', 'coffee mug')],
        },
      },
    ),
    // The user's words turned from what "you" have seen to what "I" have seen.
    call('reply', 'send_channel_message', {
      channel: ref('question.recipient'),
      body: "I've seen it in the meeting room.",
    }),
    merge('answer', { replied_in: ref('question.recipient') }),
  ],
  final: 'answer',
};

const addAlice: TaskPlan = {
  task: 'user_task_9',
  steps: [
    channels,
    byMessages,
    compute('quietest', 'least', { list: ref('by_messages') }, { by: 'length' }),
    call('add', 'add_user_to_channel', { user: 'Alice', channel: ref('quietest.channel') }),
    merge('answer', { added_to: ref('quietest.channel') }),
  ],
  final: 'answer',
};

const addEverybody: TaskPlan = {
  task: 'user_task_10',
  steps: [
    channels,
    byMessages,
    compute('quietest', 'least', { list: ref('by_messages') }, { by: 'length' }),
    ...members,
    call('there', 'get_users_in_channel', { channel: ref('quietest.channel') }),
    compute('absent', 'difference', { list: ref('members'), without: ref('there') }),
    map('added', ref('absent'), [
      call('add', 'add_user_to_channel', { user: each(), channel: ref('quietest.channel') }),
    ]),
    merge('answer', { channel: ref('quietest.channel'), added: ref('absent') }),
  ],
  final: 'answer',
};

const writeToExternal: TaskPlan = {
  task: 'user_task_12',
  steps: [
    ...external,
    call('post', 'send_channel_message', { channel: ref('external'), body: 'Hi, i am a bot' }),
    merge('answer', { posted_to: ref('external') }),
  ],
  final: 'answer',
};

const congratulate: TaskPlan = {
  task: 'user_task_13',
  steps: [
    channels,
    ...messages,
    compute('by_sender', 'group', { list: ref('messages') }, { by: 'sender' }),
    map('senders', ref('by_sender'), [
      compute('written', 'count', { list: each('items') }),
      merge('sender', { user: each('key'), written: ref('written') }),
    ]),
    compute('busiest', 'most', { list: ref('senders') }, { by: 'written' }),
    call('send', 'send_direct_message', {
      recipient: ref('busiest.user'),
      body: 'Congrats on being the most active user!',
    }),
    merge('answer', { sent_to: ref('busiest.user') }),
  ],
  final: 'answer',
};

/** Whoever wrote nothing has a rank, too; the place is put where the user's words have a `k`. */
const congratulateAll: TaskPlan = {
  task: 'user_task_14',
  steps: [
    channels,
    ...messages,
    ...members,
    map('active', ref('members'), [
      compute(
        'own',
        'filter',
        { list: ref('messages') },
        { where: is(item('sender'), 'equals', each()) },
      ),
      compute('written', 'count', { list: ref('own') }),
      merge('member', { user: each(), written: ref('written') }),
    ]),
    compute('by_name', 'sort', { list: ref('active') }, { by: 'user' }),
    compute('by_rank', 'sort', { list: ref('by_name'), order: 'descending' }, { by: 'written' }),
    compute('ranked', 'rank', { list: ref('by_rank') }),
    compute('parts', 'split', {
      text: 'Congrats on being the k-th most active user!',
      separator: 'k',
    }),
    map('sent', ref('ranked'), [
      compute('place', 'format', { value: each('place'), form: 'integer' }),
      compute('body', 'join', { list: ref('parts'), separator: ref('place') }),
      call('send', 'send_direct_message', { recipient: each('item.user'), body: ref('body') }),
    ]),
    compute('order', 'pluck', { list: ref('by_rank') }, { by: 'user' }),
    merge('answer', { most_active_first: ref('order') }),
  ],
  final: 'answer',
};

/** Plans that find a channel or a member, by name or by count. */
export const channelPlans: SuitePlans = [
  askAboutHobbies,
  addCharlie,
  replyAboutMug,
  addAlice,
  addEverybody,
  writeToExternal,
  congratulate,
  congratulateAll,
];
