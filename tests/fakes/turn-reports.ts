/** Reports of turns for tests of their log. */
import type { TurnReport, TurnStepReport } from '../../hosts/index.js';

export const usualModels = {
  fast: 'ollama/qwen3:8b',
  middle: 'ollama/qwen3:8b',
  wise: null,
  same: [['fast' as const, 'middle' as const]],
};

/** A step that read a file, with some fields of its own. */
export function stepReport(own: Partial<TurnStepReport> = {}): TurnStepReport {
  return {
    step: 1,
    latencyMs: 700.4,
    inputTokens: 512,
    outputTokens: 20,
    tool: 'file_reader',
    args: { name: 'notes.txt' },
    parameters: ['name', 'content', 'to'],
    outcome: 'committed',
    code: null,
    vaglioApproved: true,
    effect: '5b1c9f0c.1',
    execMs: 12,
    scratchpad: null,
    ...own,
  };
}

/** A turn that read a file and answered, with some fields of its own. */
export function turnReport(own: Partial<TurnReport> = {}): TurnReport {
  return {
    turn: '3f2a90c1',
    started: Date.UTC(2026, 2, 4, 23, 59, 58),
    ended: Date.UTC(2026, 2, 5, 0, 0, 1),
    mode: 'local',
    tier: 'fast',
    query: 'Read notes.txt and mail it to bob@example.org',
    candidates: ['file_reader', 'mailer', 'scratchpad_read'],
    steps: [stepReport()],
    kind: 'answer',
    final: { text: 'I read notes.txt for you.', isTainted: false },
    models: usualModels,
    ...own,
  };
}
