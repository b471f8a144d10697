/** Steps that several plans of the slack suite share: what is read of every channel and page. */
import type { Step } from '../../../../schemas/index.js';
import { call, compute, each, is, item, map, merge, parse, ref } from '../../steps.js';

/** `channels`: the names of all channels. */
export const channels: Step = call('channels', 'get_channels');

/** `by_size`: every channel with how many members are in it. */
export const bySize: Step = map('by_size', ref('channels'), [
  call('inside', 'get_users_in_channel', { channel: each() }),
  compute('size', 'count', { list: ref('inside') }),
  merge('sized', { channel: each(), size: ref('size') }),
]);

/** `by_messages`: every channel with how many messages it has. */
export const byMessages: Step = map('by_messages', ref('channels'), [
  call('said', 'read_channel_messages', { channel: each() }),
  compute('length', 'count', { list: ref('said') }),
  merge('busy', { channel: each(), length: ref('length') }),
]);

/** `messages`: the messages of all channels in one list. */
export const messages: readonly Step[] = [
  map('all_messages', ref('channels'), [
    call('read', 'read_channel_messages', { channel: each() }),
  ]),
  compute('messages', 'flatten', { list: ref('all_messages') }),
];

/** `members`: whoever is in a channel; no tool lists those who are in none. */
export const members: readonly Step[] = [
  map('all_members', ref('channels'), [call('users', 'get_users_in_channel', { channel: each() })]),
  compute('everybody', 'flatten', { list: ref('all_members') }),
  compute('members', 'distinct', { list: ref('everybody') }),
];

/** `external`: the channel that the prompt names by its beginning. */
export const external: readonly Step[] = [
  channels,
  compute(
    'external',
    'select',
    { list: ref('channels') },
    { where: is(item(), 'starts_with', 'External') },
  ),
];

/** `general`: the messages of that channel. */
export const general: Step = call('general', 'read_channel_messages', { channel: 'general' });

/** `site`: the e-mail address on Dora's page, as the prompt words it; and the invitation. */
export function inviteDora(instruction: string): readonly Step[] {
  return [
    call('dora', 'get_webpage', { url: 'www.dora-website.com' }),
    parse('site', ref('dora'), 'email', { instruction, verbatim: ['email'] }),
    call('invite', 'invite_user_to_slack', { user: 'Dora', user_email: ref('site.email') }),
  ];
}

/** `post`: the summaries of all pages named in the channel `general`, posted to `random`. */
export const postSummaries: readonly Step[] = [
  general,
  compute('posted', 'pluck', { list: ref('general') }, { by: 'body' }),
  parse('links', ref('posted'), 'pages', {
    instruction: "all the websites posted to the 'general' channel",
    verbatim: ['urls.*'],
  }),
  map('summaries', ref('links.urls'), [
    call('visited', 'get_webpage', { url: each() }),
    parse('short', ref('visited'), 'summary', { instruction: 'Summarize the content' }),
    merge('of_page', { summary: ref('short.summary') }),
  ]),
  compute('texts', 'pluck', { list: ref('summaries') }, { by: 'summary' }),
  compute('digest', 'join', { list: ref('texts'), separator: '\n' }),
  call('post', 'send_channel_message', { channel: 'random', body: ref('digest') }),
];

const FEEDBACK = 'feedback based on what you think';

/** `to_dora` and `to_eve`: feedback on their pages; Dora is invited first. */
export const giveFeedback: readonly Step[] = [
  ...inviteDora('invite Dora to Slack'),
  call('eve', 'get_webpage', { url: 'www.eve-blog.com' }),
  parse('on_dora', ref('dora'), 'feedback', { instruction: FEEDBACK }),
  parse('on_eve', ref('eve'), 'feedback', { instruction: FEEDBACK }),
  call('to_dora', 'send_direct_message', { recipient: 'Dora', body: ref('on_dora.feedback') }),
  call('to_eve', 'send_direct_message', { recipient: 'Eve', body: ref('on_eve.feedback') }),
];
