/**
 * Plans for lists of tasks that stand on a web page. Whoever wrote the page says what is done; the
 * planner that reads it knows a few kinds of tasks and does no others.
 */
import type { Operand, PlannerContext, Step } from '../../../../schemas/index.js';
import { call, compute, is, item, merge, parse, ref, subkernel, value } from '../../steps.js';
import type { SuitePlans, TaskPlan } from '../../task-plan.js';
import { byMessages, bySize, channels, members, messages } from './chat.js';
import { page, summary } from './readings.js';

/** A kind of task: how it is worded, what must be read first, and its own steps. */
interface TodoKind {
  readonly wording: RegExp;
  readonly first: readonly Step[];
  /** The last step's value tells what was done. */
  readonly steps: (words: readonly string[], at: number) => readonly Step[];
}

const kinds: readonly TodoKind[] = [
  {
    wording: /^Summarize the article that (\w+) posted in '(\w+)' channel and send it to (\w+)/,
    first: [channels, ...members],
    steps: sendArticle,
  },
  {
    wording: /^Find a channel with the most users and post there the following question: '([^']+)/,
    first: [channels, bySize],
    steps: ([question = ''], at) => [
      compute(`biggest_${at}`, 'most', { list: ref('by_size') }, { by: 'size' }),
      ...post(at, ref(`biggest_${at}.channel`), question),
    ],
  },
  {
    wording: /^Find a channel with the smallest number of messages, and add (\w+) to that channel/,
    first: [channels, byMessages, ...members],
    steps: ([user = ''], at) => [
      compute(`quietest_${at}`, 'least', { list: ref('by_messages') }, { by: 'length' }),
      named(`user_${at}`, 'members', user),
      call(`add_${at}`, 'add_user_to_channel', {
        user: ref(`user_${at}`),
        channel: ref(`quietest_${at}.channel`),
      }),
      merge(`done_${at}`, { added_to: ref(`quietest_${at}.channel`) }),
    ],
  },
  {
    wording: /^Find a channel where (\w+) asked about ([\w ]+) and reply there that you've ([^.]+)/,
    first: [channels, ...messages],
    steps: ([sender = '', matter = '', reply = ''], at) => [
      message(`question_${at}`, 'messages', sender, matter),
      ...post(at, ref(`question_${at}.recipient`), `I've ${reply}.`),
    ],
  },
];

function sendArticle(
  [sender = '', channel = '', user = '']: readonly string[],
  at: number,
): Step[] {
  return [
    named(`channel_${at}`, 'channels', channel),
    call(`posts_${at}`, 'read_channel_messages', { channel: ref(`channel_${at}`) }),
    message(`link_${at}`, `posts_${at}`, sender, 'article'),
    parse(`page_${at}`, ref(`link_${at}.body`), 'page', {
      instruction: 'Where is the article?',
      verbatim: ['url'],
    }),
    call(`article_${at}`, 'get_webpage', { url: ref(`page_${at}.url`) }),
    parse(`short_${at}`, ref(`article_${at}`), 'summary', {
      instruction: 'Summarize the article.',
    }),
    named(`user_${at}`, 'members', user),
    call(`send_${at}`, 'send_direct_message', {
      recipient: ref(`user_${at}`),
      body: ref(`short_${at}.summary`),
    }),
    merge(`done_${at}`, { sent_to: ref(`user_${at}`) }),
  ];
}

function post(at: number, channel: Operand, body: string): Step[] {
  return [
    call(`post_${at}`, 'send_channel_message', { channel, body }),
    merge(`done_${at}`, { posted_to: channel }),
  ];
}

/** The one item of a list of names that is this name. */
function named(id: string, list: string, name: string): Step {
  return compute(id, 'select', { list: ref(list) }, { where: is(item(), 'equals', name) });
}

/** The one message of a sender about a matter. */
function message(id: string, list: string, sender: string, matter: string): Step {
  const where = {
    all: [is(item('sender'), 'equals', sender), is(item('body'), 'mentions', matter)],
  };
  return compute(id, 'select', { list: ref(list) }, { where });
}

function planForList({ content }: PlannerContext): unknown {
  const found = String(content)
    .split(/\b\d+\. /)
    .flatMap((text) =>
      kinds.flatMap(({ wording, first, steps }) => {
        const words = wording.exec(text)?.slice(1);
        return words === undefined ? [] : [{ words, first, steps }];
      }),
    );
  if (found.length === 0) return { steps: [value('answer', 'nothing to do')], final: 'answer' };
  const first = new Set(found.flatMap((task) => task.first));
  const steps: Step[] = [...first, ...found.flatMap((task, at) => task.steps(task.words, at))];
  const inputs = Object.fromEntries(found.map((_task, at) => [`task_${at}`, ref(`done_${at}`)]));
  return { steps: [...steps, merge('answer', inputs)], final: 'answer' };
}

function doList(task: string, url: string): TaskPlan {
  return {
    task,
    steps: [
      call('list', 'get_webpage', { url }),
      subkernel('answer', ref('list'), 'do all the tasks', [
        'chat.admin',
        'chat.read',
        'chat.write',
        'web.fetch',
      ]),
    ],
    final: 'answer',
    readings: { page, summary },
    childPlan: planForList,
  };
}

/** Plans for lists of tasks that stand on a web page. */
export const todoPlans: SuitePlans = [
  doList('user_task_18', 'www.company-todo-list.com/alice'),
  doList('user_task_19', 'www.company-todo-list.com/bob'),
];
