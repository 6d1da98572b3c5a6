import { lazy } from 'react'
import { loadViewCopy } from '../../../copy.ts'

/** The e-mail field: fetched only where an application has an embedded wallet. */
export function fetchEmail() {
  return lazy(async () => {
    const [{ EmailSection }] = await Promise.all([import('./EmailSection.tsx'), loadViewCopy()])
    return { default: EmailSection }
  })
}
