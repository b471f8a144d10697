/** The traveller's own profile, which the agency keeps. */
import { z } from 'zod';
import { type SuiteTool, suiteTool } from '../../suite.js';

const text = z.string();

/** Checks the profile of the traveller. */
export const travellerSchema = z.strictObject({
  first_name: text,
  last_name: text,
  ID_number: text,
  email: text,
  phone_number: text,
  address: text,
  passport_number: text,
  bank_account_number: text,
  credit_card_number: text,
});

export type Traveller = z.infer<typeof travellerSchema>;

const ofTraveller = { minted: true as const, readers: ['user'], subjects: ['user'] };

/** The tools of the profile as `now` gives it. */
export function travellerTools(now: () => Traveller): readonly SuiteTool[] {
  return [
    suiteTool(
      {
        name: 'get_user_information',
        description: "Gives the user's own profile: name, contact, numbers of papers and accounts.",
        effect: 'read',
        capabilities: ['profile.read'],
        classes: ['secretAccess'],
        result: { '': ofTraveller, '/*': ofTraveller },
        input: z.strictObject({}),
        output: z.record(text, text),
      },
      () => {
        const profile = now();
        return {
          'First Name': profile.first_name,
          'Last Name': profile.last_name,
          'ID Number': profile.ID_number,
          Email: profile.email,
          'Phone Number': profile.phone_number,
          Address: profile.address,
          'Passport Number': profile.passport_number,
          'Bank Account Number': profile.bank_account_number,
          'Credit Card Number': profile.credit_card_number,
        };
      },
    ),
  ];
}
