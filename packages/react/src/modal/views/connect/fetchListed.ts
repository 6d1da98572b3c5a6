import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { Listed } from './Listed.tsx'

/** `Listed`, once it is shown. Where it cannot be fetched, Connect does without. */
export function fetchListed(): LazyExoticComponent<typeof Listed> {
  const nothing = (() => null) as unknown as typeof Listed & ComponentType
  return lazy(() =>
    import('./Listed.tsx').then(
      (file) => ({ default: file.Listed }),
      () => ({ default: nothing }),
    ),
  )
}
