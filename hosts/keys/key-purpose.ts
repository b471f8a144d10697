/** What a key is for: one key, one use. */
export const keyPurposes = Object.freeze(['audit', 'catalog', 'approver', 'report'] as const);
export type KeyPurpose = (typeof keyPurposes)[number];

/** Asks whether a word names a purpose. */
export function isKeyPurpose(word: unknown): word is KeyPurpose {
  return keyPurposes.some((purpose) => purpose === word);
}

/**
 * The text that is signed: a signature made for one use is none for another, even where somebody
 * copied a key from one file to another.
 */
export function purposeText(purpose: KeyPurpose, text: string): string {
  // INV-T31: the purpose is a part of what is signed.
  return `sluice-signature-v1\n${purpose}\n${text}`;
}
