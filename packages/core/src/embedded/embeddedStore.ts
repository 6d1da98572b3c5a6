import type { Kit } from '../kit.ts'
import { type EmbeddedState, initialEmbeddedState } from './embeddedState.ts'

/** Access to `state.embedded` of a kit. */
export interface EmbeddedStore {
  get(): EmbeddedState
  /** Changes some properties; the others keep their values. */
  set(part: Partial<EmbeddedState>): void
}

/** Returns access to `state.embedded` of a kit. */
export function embeddedStore({ store }: Kit): EmbeddedStore {
  return {
    get: () => store.getState().embedded ?? initialEmbeddedState,
    set: (part) =>
      store.setState(({ embedded = initialEmbeddedState }) => ({ embedded: { ...embedded, ...part } })),
  }
}
