/** A policy document made ready for the rules stage. Only this kernel makes one. */
import {
  type GuardrailDocument,
  type GuardrailDocumentInput,
  guardrailDocumentSchema,
} from '../../schemas/index.js';
import { KernelFault } from '../errors.js';
import { freeze } from '../primordials.js';
import { snapshot } from '../snapshot/snapshot.js';

/** A checked document that only this kernel makes. */
export class Guardrails {
  readonly #document: GuardrailDocument;

  constructor(document: GuardrailDocumentInput) {
    if (new.target !== Guardrails)
      throw new KernelFault('final_class', 'Guardrails cannot be extended');
    const parsed = guardrailDocumentSchema.safeParse(snapshot(document));
    if (!parsed.success) throw new KernelFault('config_malformed', 'policy: malformed');
    this.#document = snapshot(parsed.data) as unknown as GuardrailDocument;
    freeze(this);
  }

  /** The document that it was made of, checked and with its defaults; frozen. */
  get document(): GuardrailDocument {
    return this.#document;
  }
}

freeze(Guardrails.prototype);
freeze(Guardrails);

/** Checks and compiles a policy document. @throws KernelFault `config_malformed` */
export function compileGuardrails(document: GuardrailDocumentInput): Guardrails {
  return new Guardrails(document);
}
