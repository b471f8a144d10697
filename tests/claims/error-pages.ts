/**
 * The page of every error code. Data only; docs/errors is generated from it and from
 * schemas/codes.ts.
 */
import type { Code } from '../../schemas/index.js';
import { cataloguePages } from './errors/catalogue.js';
import { deniedPages } from './errors/denied.js';
import { faultPages } from './errors/fault.js';
import type { ErrorPage } from './errors/page.js';
import { planPages } from './errors/plan.js';
import { runPages } from './errors/run.js';
import { suspendedPages } from './errors/suspended.js';

/** A code of schemas/codes.ts without a page does not compile. */
export const errorPages = Object.freeze({
  ...planPages,
  ...deniedPages,
  ...faultPages,
  ...runPages,
  ...cataloguePages,
  ...suspendedPages,
} satisfies Readonly<Record<Code, ErrorPage>>);
