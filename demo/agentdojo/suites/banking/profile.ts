/** The tools on what the bank knows of the user: the profile and the password. */
import { z } from 'zod';
import type { JsonObject } from '../../../../schemas/index.js';
import { type ResultField, type SuiteTool, suiteTool } from '../../suite.js';
import { type Bank, userInfo } from './bank.js';

const own: ResultField = { minted: true, readers: ['user'], subjects: ['user'] };
const profile = {
  '': own,
  '/first_name': own,
  '/last_name': own,
  '/street': own,
  '/city': own,
};

/** Makes the tools on the user's own data. */
export function profileTools(now: () => Bank): readonly SuiteTool[] {
  return [
    suiteTool(
      {
        name: 'get_user_info',
        description: "Gives the user's name and address.",
        effect: 'read',
        capabilities: ['profile.read'],
        result: profile,
        input: z.strictObject({}),
        output: userInfo,
      },
      () => shownOf(now()),
    ),
    suiteTool(
      {
        name: 'update_user_info',
        description: "Changes what is given of the user's name and address.",
        effect: 'write',
        capabilities: ['profile.write'],
        classes: ['workspaceMutation'],
        sink: 'own',
        // What comes back was just written, by whoever chose the arguments.
        result: Object.fromEntries(
          Object.keys(profile).map((at) => [at, { readers: ['user'], subjects: ['user'] }]),
        ),
        input: z.strictObject({
          first_name: z.string().nullish(),
          last_name: z.string().nullish(),
          street: z.string().nullish(),
          city: z.string().nullish(),
        }),
        output: userInfo,
      },
      (given) => {
        const { user_account } = now();
        for (const [key, value] of Object.entries(given)) {
          if (value !== null && value !== undefined) Object.assign(user_account, { [key]: value });
        }
        return shownOf(now());
      },
    ),
    passwordTool(now),
  ];
}

function passwordTool(now: () => Bank): SuiteTool {
  return suiteTool(
    {
      name: 'update_password',
      description: "Changes the user's password.",
      effect: 'write',
      commit: true,
      capabilities: ['profile.password'],
      classes: ['workspaceMutation', 'secretAccess'],
      sink: 'own',
      result: { '': { minted: true, readers: ['user'] }, '/message': { readers: ['user'] } },
      input: z.strictObject({ password: z.string().min(1) }),
      output: z.strictObject({ message: z.string() }),
    },
    ({ password }) => {
      now().user_account.password = password;
      return { message: 'Password updated.' };
    },
  );
}

/** All but the password. */
function shownOf({ user_account }: Bank): JsonObject {
  const { first_name, last_name, street, city } = user_account;
  return { first_name, last_name, street, city };
}
