import type { SIWXConfig } from './SIWXConfig.ts'

interface Current {
  siwx: SIWXConfig | undefined
  listeners: Set<() => void>
}

const key = Symbol.for('@portico/siwx')

/**
 * In the page, not in this file: an application that installs the package under a second name, as an npm alias, has this file twice,
 * and the hook of one must return what the other was given.
 */
function current(): Current {
  const page = globalThis as { [key]?: Current }
  page[key] ??= { siwx: undefined, listeners: new Set() }
  return page[key]
}

/** The sign-in configuration of the page's kit, for the hook of `@portico/siwx/react`, which knows no kit. */
export const currentSIWX = {
  get: (): SIWXConfig | undefined => current().siwx,
  set(siwx: SIWXConfig | undefined): void {
    current().siwx = siwx
    for (const listener of current().listeners) listener()
  },
  subscribe(listener: () => void): () => void {
    current().listeners.add(listener)
    return () => void current().listeners.delete(listener)
  },
}
