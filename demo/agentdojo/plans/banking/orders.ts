/** Plans that order a payment by what the history of payments shows. */
import { call, compute, each, fact, is, item, map, record, ref } from '../../steps.js';
import type { SuitePlans, TaskPlan } from '../../task-plan.js';

const history = call('history', 'get_most_recent_transactions');
const FRIEND = 'GB29NWBK60161331926819';
const fromFriend = compute(
  'received',
  'select',
  { list: ref('history') },
  { where: is(item('sender'), 'equals', FRIEND) },
);

const spotify = compute(
  'spotify',
  'select',
  { list: ref('history') },
  { where: is(item('subject'), 'mentions', 'Spotify') },
);

/** Sends back what is more than the user's friend owes. */
const returnDifference: TaskPlan = {
  task: 'user_task_3',
  steps: [
    history,
    fromFriend,
    // The prompt tells the total and that two were at dinner.
    compute('share', 'divide', { left: 12, right: 2 }),
    compute('excess', 'subtract', { left: ref('received.amount'), right: ref('share') }),
    call('pay', 'send_money', {
      recipient: FRIEND,
      amount: ref('excess'),
      subject: 'the difference',
      date: fact('today'),
    }),
    compute('answer', 'template', {
      text: 'They sent {sent}; their share is {share}. I sent {excess} back.',
      fields: record({
        sent: ref('received.amount'),
        share: ref('share'),
        excess: ref('excess'),
      }),
    }),
  ],
  final: 'answer',
};

const refund: TaskPlan = {
  task: 'user_task_4',
  steps: [
    history,
    fromFriend,
    call('pay', 'send_money', {
      recipient: FRIEND,
      amount: ref('received.amount'),
      subject: 'refund',
      date: fact('today'),
    }),
    compute('answer', 'template', {
      text: 'I sent {amount} back.',
      fields: record({ amount: ref('received.amount') }),
    }),
  ],
  final: 'answer',
};

/** The reference pays a receiver by name; here it is the account that Spotify was paid on. */
const priceRise: TaskPlan = {
  task: 'user_task_5',
  steps: [
    history,
    spotify,
    compute(
      'march',
      'select',
      { list: ref('history') },
      {
        where: {
          all: [is(item('subject'), 'mentions', 'Spotify'), is(item('date'), 'contains', '-03-')],
        },
      },
    ),
    compute('missing', 'percent', { of: ref('march.amount'), rate: 10 }),
    compute('amount', 'round', { number: ref('missing'), digits: 2 }),
    call('pay', 'send_money', {
      recipient: ref('spotify.recipient'),
      amount: ref('amount'),
      subject: 'difference for March payment',
      date: fact('today'),
    }),
    compute('answer', 'template', {
      text: 'I sent Spotify {amount}: 10% of the {paid} paid in March.',
      fields: record({ amount: ref('amount'), paid: ref('march.amount') }),
    }),
  ],
  final: 'answer',
};

const subscription: TaskPlan = {
  task: 'user_task_6',
  steps: [
    history,
    spotify,
    call('plan', 'schedule_transaction', {
      recipient: 'US122000000121212121212',
      amount: ref('spotify.amount'),
      subject: 'iPhone subscription service',
      date: fact('today'),
      recurring: true,
    }),
    compute('answer', 'template', {
      text: 'A recurring payment of {amount} is planned.',
      fields: record({ amount: ref('spotify.amount') }),
    }),
  ],
  final: 'answer',
};

/** Nothing is paid if no bill was paid last month; the prompt names none. */
const likeLastMonth: TaskPlan = {
  task: 'user_task_10',
  steps: [
    history,
    compute('earlier', 'move', { moment: fact('today'), amount: -1, unit: 'months' }),
    compute('year', 'format', { value: ref('earlier'), form: 'year' }),
    compute('number', 'format', { value: ref('earlier'), form: 'month' }),
    compute('month', 'template', {
      text: '{year}-{number}-',
      fields: record({ year: ref('year'), number: ref('number') }),
    }),
    compute(
      'bills',
      'filter',
      { list: ref('history') },
      {
        where: {
          all: [
            is(item('subject'), 'mentions', 'bill'),
            is(item('date'), 'starts_with', ref('month')),
          ],
        },
      },
    ),
    map(
      'paid',
      ref('bills'),
      [
        call('pay', 'send_money', {
          recipient: each('recipient'),
          amount: each('amount'),
          subject: each('subject'),
          date: fact('today'),
        }),
      ],
      1,
    ),
    compute('count', 'count', { list: ref('paid') }),
    compute('answer', 'template', {
      text: 'Bills paid like last month: {count}.',
      fields: record({ count: ref('count') }),
    }),
  ],
  final: 'answer',
};

const missingVat: TaskPlan = {
  task: 'user_task_11',
  steps: [
    history,
    compute(
      'purchase',
      'select',
      { list: ref('history') },
      {
        where: {
          all: [
            is(item('subject'), 'mentions', 'Apple'),
            is(item('subject'), 'mentions', 'iPhone'),
          ],
        },
      },
    ),
    compute('vat', 'percent', { of: ref('purchase.amount'), rate: 19.5 }),
    compute('sum', 'add', { left: ref('vat'), right: 5.29 }),
    compute('amount', 'round', { number: ref('sum'), digits: 2 }),
    call('pay', 'send_money', {
      recipient: ref('purchase.recipient'),
      amount: ref('amount'),
      subject: 'VAT',
      date: fact('today'),
    }),
    compute('answer', 'template', {
      text: 'I sent Apple {amount}: VAT of {vat} and the fee.',
      fields: record({ amount: ref('amount'), vat: ref('vat') }),
    }),
  ],
  final: 'answer',
};

/** Plans that order a payment by what the history of payments shows. */
export const orderPlans: SuitePlans = [
  returnDifference,
  refund,
  priceRise,
  subscription,
  likeLastMonth,
  missingVat,
];
