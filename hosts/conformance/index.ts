/**
 * The front door of the conformance kit: test your host, adapter, policy or another implementation
 * against numbered requirements.
 */
export {
  type ConformanceOptions,
  type ConformanceProgress,
  type ConformanceReport,
  conformance,
  type Finding,
  type Outcome,
  replay,
} from './conformance.js';
export type { Example } from './example.js';
export { type KernelSubjectOptions, kernelSubject, kernelTakes } from './kernel-subject.js';
export {
  type ExampleFile,
  isGenuineReport,
  type PlainReport,
  plainReport,
  type ReportedFinding,
  type ReportSignature,
  signReport,
} from './report.js';
export type { Requirement } from './requirement.js';
export { requirementOf, requirements } from './requirements/index.js';
export type { NeutralCase, NeutralSituation } from './scene/neutral-case.js';
export type { Situation } from './scene/situation.js';
export { servedKernel } from './served-kernel.js';
export { serveSubject } from './stdio/serve-subject.js';
export { stdioSubject } from './stdio/stdio-subject.js';
export type { SubjectPatience } from './stdio/subject-talk.js';
export {
  type Answer,
  type Case,
  coreSteps,
  type Decided,
  type Ending,
  type Evidence,
  type Settings,
  type Stage,
  type Subject,
  type Takes,
} from './subject.js';
export { chooseVectors } from './vectors/choose-vectors.js';
export { counterexampleVector } from './vectors/counterexample-vector.js';
export { playVector } from './vectors/play-vector.js';
export { type Exchange, type Expected, traceDigest, type Vector } from './vectors/vector.js';
export {
  type Counterexample,
  counterexampleText,
  type KitFile,
  parseKitFile,
  vectorsText,
} from './vectors/vector-file.js';
