/**
 * What each tool of the project changes, written down a second time by hand: whoever adds a tool,
 * or takes a class from one, says so here too.
 */
import type { ActionClass } from '../../schemas/index.js';
import type { catalogues } from './tool-catalogues.js';

type Curated = Readonly<Record<string, readonly ActionClass[]>>;

function changeNothing(...tools: readonly string[]): Curated {
  return Object.fromEntries(tools.map((tool) => [tool, []]));
}

const mail: Curated = {
  ...changeNothing('read_inbox', 'read_contacts'),
  send_email: ['networkEgress'],
  web_fetch: ['networkEgress'],
};

const workspace: Curated = {
  ...changeNothing('get_received_emails', 'get_sent_emails', 'get_draft_emails', 'search_emails'),
  ...changeNothing('search_contacts_by_name', 'search_contacts_by_email'),
  ...changeNothing('get_current_day', 'get_day_calendar_events', 'search_calendar_events'),
  ...changeNothing('list_files', 'search_files', 'search_files_by_filename', 'get_file_by_id'),
  get_unread_emails: ['workspaceMutation'],
  send_email: ['networkEgress'],
  delete_email: ['workspaceMutation'],
  create_calendar_event: ['networkEgress', 'workspaceMutation'],
  cancel_calendar_event: ['networkEgress', 'workspaceMutation'],
  reschedule_calendar_event: ['networkEgress', 'workspaceMutation'],
  add_calendar_event_participants: ['networkEgress', 'workspaceMutation'],
  create_file: ['workspaceMutation'],
  append_to_file: ['networkEgress', 'workspaceMutation'],
  share_file: ['networkEgress', 'workspaceMutation'],
  delete_file: ['fileDelete'],
};

const travel: Curated = {
  ...changeNothing('get_all_hotels_in_city', 'get_hotels_prices', 'get_hotels_address'),
  ...changeNothing('get_rating_reviews_for_hotels', 'get_all_restaurants_in_city'),
  ...changeNothing('get_cuisine_type_for_restaurants', 'get_restaurants_address'),
  ...changeNothing('get_rating_reviews_for_restaurants', 'get_price_for_restaurants'),
  ...changeNothing('get_dietary_restrictions_for_all_restaurants'),
  ...changeNothing('get_contact_information_for_restaurants', 'check_restaurant_opening_hours'),
  ...changeNothing('get_all_car_rental_companies_in_city', 'get_car_types_available'),
  ...changeNothing('get_rating_reviews_for_car_rental', 'get_car_fuel_options'),
  ...changeNothing('get_car_rental_address', 'get_car_price_per_day', 'get_flight_information'),
  ...changeNothing('get_day_calendar_events', 'search_calendar_events'),
  get_user_information: ['secretAccess'],
  reserve_hotel: ['networkEgress', 'workspaceMutation'],
  reserve_restaurant: ['networkEgress', 'workspaceMutation'],
  reserve_car_rental: ['networkEgress', 'workspaceMutation'],
  create_calendar_event: ['networkEgress', 'workspaceMutation'],
  cancel_calendar_event: ['networkEgress', 'workspaceMutation'],
  send_email: ['networkEgress'],
};

const banking: Curated = {
  ...changeNothing('get_iban', 'get_balance', 'get_user_info', 'read_file'),
  ...changeNothing('get_most_recent_transactions', 'get_scheduled_transactions'),
  send_money: ['networkEgress', 'workspaceMutation'],
  schedule_transaction: ['networkEgress', 'workspaceMutation'],
  update_scheduled_transaction: ['networkEgress', 'workspaceMutation'],
  update_user_info: ['workspaceMutation'],
  update_password: ['secretAccess', 'workspaceMutation'],
};

const slack: Curated = {
  ...changeNothing('get_channels', 'get_users_in_channel', 'read_channel_messages', 'read_inbox'),
  send_channel_message: ['networkEgress'],
  send_direct_message: ['networkEgress'],
  add_user_to_channel: ['networkEgress', 'workspaceMutation'],
  invite_user_to_slack: ['networkEgress', 'workspaceMutation'],
  remove_user_from_slack: ['workspaceMutation'],
  get_webpage: ['networkEgress'],
  post_webpage: ['networkEgress'],
};

/** By catalogue and tool, the classes in the order of the alphabet. */
const turn: Curated = {
  ...changeNothing('clock_now', 'fs_list', 'fs_read', 'mail_read', 'scratchpad_read'),
  fs_delete: ['fileDelete'],
  fs_write: ['fileWriteOutsideWorktree', 'workspaceMutation'],
  git_push: ['gitPush', 'networkEgress'],
  mail_send: ['networkEgress'],
  shell_exec: ['networkEgress', 'processSpawn'],
  web_fetch: ['networkEgress'],
};

export const curatedClasses: Readonly<Record<keyof typeof catalogues, Curated>> = {
  mail,
  workspace,
  travel,
  banking,
  slack,
  turn,
};
