import { type ComponentType, lazy } from 'react'
import { loadViewCopy } from '../../../copy.ts'
import { loadViewStyles } from '../../styles/modalSheet.ts'

/** Returns a lazy-loaded section of Connect, which only applications with an embedded wallet need. */
export function lazySection(name: 'email' | 'social') {
  return lazy<ComponentType<{ autoFocus: boolean }>>(async () => {
    // The table of views is loaded early, and the addresses of these files are not needed before.
    const loading = import('../index.ts').then(({ sections }) => sections[name]())
    const [section] = await Promise.all([loading, loadViewCopy(), loadViewStyles()])
    return { default: section }
  })
}
