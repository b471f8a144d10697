/** News that the tools of a server are others, for whoever serves clients. */
export interface ToolChanges {
  /** Tells everybody. */
  readonly changed: () => void;
  /** Calls back at every news; the result takes it away. */
  readonly onChanged: (listener: () => void) => () => void;
}

/** Begins with nobody listening. */
export function toolChanges(): ToolChanges {
  const listeners = new Set<() => void>();
  return {
    changed: () => {
      for (const listener of listeners) listener();
    },
    onChanged: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
