import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { loadViewCopy } from '../../../copy.ts'
import { loadViewStyles } from '../../styles/modalSheet.ts'
import type { ListedWallets } from './ListedWallets.tsx'

/** Duration of the opening animation, which loading code would slow down. */
const openingMs = 200

/** Returns `ListedWallets`, lazy-loaded. If it cannot be loaded, renders nothing instead of failing. */
export function lazyListedWallets(): LazyExoticComponent<typeof ListedWallets> {
  const nothing = (() => null) as unknown as typeof ListedWallets & ComponentType
  return lazy(async () => {
    await new Promise((resolve) => setTimeout(resolve, openingMs))
    return Promise.all([import('./ListedWallets.tsx'), loadViewCopy(), loadViewStyles()]).then(
      ([file]) => ({ default: file.ListedWallets }),
      () => ({ default: nothing }),
    )
  })
}
