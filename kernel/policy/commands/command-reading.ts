/** What is known of a command line before it runs. Data only. */
import type { ActionClass, ActionCommand, Facet } from '../../../schemas/index.js';
import type { SafetyFinding } from '../safety/finding.js';
import type { SetVariable } from './variables.js';

/** A command line as the policy engine sees it. */
export interface CommandReading {
  /**
   * Every simple command that would run, each wrapper too. A `git` command stands without the
   * options that only say where it works; with one that may name a program it stands twice, with
   * and without.
   */
  readonly commands: readonly ActionCommand[];
  /** Something of it was not read, or is not known before it runs. */
  readonly isOpaque: boolean;
  /** What its commands and redirects add to the classes of the action. */
  readonly classes: readonly ActionClass[];
  /** Absolute where their directory is known, lexically plain; links are not followed. */
  readonly paths: readonly string[];
  /** It names, or may name, a path that is not listed. */
  readonly hasOpenPaths: boolean;
  readonly refs: Facet | null;
  readonly hosts: Facet | null;
  /** Variables that it sets, for itself or for a command. */
  readonly variables: readonly SetVariable[];
  /** What the safety lists found in it. */
  readonly safety: readonly SafetyFinding[];
  /** What the guard denies in it, whoever asks. */
  readonly denial: string | null;
}
