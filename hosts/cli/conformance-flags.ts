/** The options of `sluice conformance`. */
export interface ConformanceFlags {
  readonly subject?: string;
  readonly seed?: string;
  readonly runs?: string;
  readonly only?: string;
  readonly out?: string;
  readonly replay?: string;
  readonly vectors?: string;
  readonly json?: true;
  readonly sign?: string;
  readonly serve?: true;
}
