import type { SIWXConfig } from './SIWXConfig.ts'

let current: SIWXConfig | undefined
const listeners = new Set<() => void>()

/** The sign-in configuration of the page's kit, for the hook of `@portico/siwx/react`, which knows no kit. */
export const currentSIWX = {
  get: (): SIWXConfig | undefined => current,
  set(siwx: SIWXConfig | undefined): void {
    current = siwx
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
