/** Whose mail it is, and who asks for things in every story. */

export const USER = 'alice@example.com';

/** The same as a principal. */
export const PRINCIPAL: `user:${string}` = `user:${USER}`;
