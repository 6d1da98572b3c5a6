import { type ComponentType, lazy } from 'react'
import { loadViewCopy } from '../../copy.ts'
import type { View, ViewName } from '../router.ts'
import { loadViewStyles } from '../styles/modalSheet.ts'
import { ConnectView } from './connect/ConnectView.tsx'

type ViewComponent = ComponentType<{ view: View }>

const components = new Map<ViewName, ViewComponent>()

/** Loads the table of views. The modal calls it early, so that the first view does not wait for it. */
export const importViews = () => import('./index.ts')

/** Returns the component of a view. Connect is bundled with the modal; another view suspends until it is loaded. */
export function getView(name: ViewName): ViewComponent {
  if (name === 'connect') return ConnectView
  const existing = components.get(name)
  if (existing) return existing
  // Load texts and styles in parallel with the view's code: the view cannot render without them.
  const component = lazy(async () => {
    const load = importViews().then(({ views }) => views[name]())
    const [View] = await Promise.all([load, loadViewCopy(), loadViewStyles()])
    return { default: View }
  })
  components.set(name, component)
  return component
}

/** Discards a view that failed to load, so that it is loaded again: `React.lazy` caches the failure. */
export function forgetView(name: ViewName): void {
  components.delete(name)
}
