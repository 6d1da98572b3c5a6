import { lazy } from 'react'
import { loadViewCopy } from '../../../copy.ts'
import { loadViewStyles } from '../../styles/modalSheet.ts'

/** Returns the lazy-loaded e-mail section, which only applications with an embedded wallet need. */
export function lazyEmailSection() {
  return lazy(async () => {
    const [{ EmailSection }] = await Promise.all([
      import('./EmailSection.tsx'),
      loadViewCopy(),
      loadViewStyles(),
    ])
    return { default: EmailSection }
  })
}
