import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { loadViewCopy } from '../../../copy.ts'
import { loadViewStyles } from '../../styles/modalSheet.ts'
import type { Listed } from './Listed.tsx'

/** As long as the card takes to come up: till then the page has better things to do. */
const opening = 200

/** `Listed`, once it is shown. Where it cannot be fetched, Connect does without. */
export function fetchListed(): LazyExoticComponent<typeof Listed> {
  const nothing = (() => null) as unknown as typeof Listed & ComponentType
  return lazy(async () => {
    await new Promise((resolve) => setTimeout(resolve, opening))
    return Promise.all([import('./Listed.tsx'), loadViewCopy(), loadViewStyles()]).then(
      ([file]) => ({ default: file.Listed }),
      () => ({ default: nothing }),
    )
  })
}
