/** Every generated document by its path from the project root. */
import { brokenPage } from '../broken/broken-page.js';
import { casesPage } from '../cases/cases-page.js';
import { conformancePage } from './conformance-page.js';
import { errorDocs } from './error-docs.js';
import { honestyPage } from './honesty-page.js';
import { trustedBasePage } from './trusted-base-page.js';

export function generatedDocs(): ReadonlyMap<string, string> {
  const docs = new Map([
    ['docs/broken-kernels.md', brokenPage()],
    ['docs/cases.md', casesPage()],
    ['docs/conformance.md', conformancePage()],
    ['docs/honesty.md', honestyPage()],
    ['docs/trusted-base.md', trustedBasePage()],
  ]);
  for (const [name, text] of errorDocs()) docs.set(`docs/errors/${name}`, text);
  return docs;
}
