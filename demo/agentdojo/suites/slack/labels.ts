/**
 * What the chat service vouches for. A member's and a channel's name was chosen by somebody, so it
 * is a handle: it says whom or where, and is nobody's trusted text. Who wrote a message is the
 * account that was signed in, not a line of the message.
 */

/** The tools that take the name of a member or a channel. */
const inTheChat = ['user', 'cap:chat.write', 'cap:chat.admin'];

/** A member's name. */
export const memberHandle = { minted: 'member', readers: inTheChat };

/** A channel's name. */
export const channelHandle = { minted: 'channel', readers: inTheChat };

/** What the service itself lists: how many there are, and in which order. */
export const listedByService = { minted: true as const, readers: inTheChat };

/** What members write: the user of the run may read it, and nobody else by this declaration. */
export const writtenByMembers = { readers: ['user'] };

/** What was written to one member alone. */
export const writtenToMember = { readers: ['user'], subjects: ['third_party'] };
