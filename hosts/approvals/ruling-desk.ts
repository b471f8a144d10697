/** What a face needs of the broker: list, show and rule. */
import type { ApprovalBroker } from '../../kernel/index.js';

export type RulingDesk = Pick<ApprovalBroker, 'list' | 'show' | 'rule'>;
