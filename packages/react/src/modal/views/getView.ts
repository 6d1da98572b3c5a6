import { type ComponentType, lazy } from 'react'
import { loadViewCopy } from '../../copy.ts'
import type { View, ViewName } from '../router.ts'
import { loadViewStyles } from '../styles/modalSheet.ts'
import { ConnectView } from './connect/ConnectView.tsx'

type ViewComponent = ComponentType<{ view: View }>

/** How long the previous view stays while the code of the next one loads. */
const timeoutMs = 400

const loaded = new Map<ViewName, ViewComponent>([['connect', ConnectView]])
const lazyViews = new Map<ViewName, ViewComponent>()

/** Loads the table of views. The modal calls it early, so that the first view does not wait for it. */
export const importViews = () => import('./index.ts')

/** Returns whether a view can be rendered at once. */
export const isLoaded = (name: ViewName): boolean => loaded.has(name)

/** Loads the code of a view with all that it needs. */
export async function load(name: ViewName): Promise<ViewComponent> {
  if (name === 'connect') return ConnectView
  const existing = loaded.get(name)
  if (existing) return existing
  const loading = importViews().then(({ importView }) => importView(name))
  // Load texts and styles in parallel with the view's code: the view cannot render without them.
  const [View] = await Promise.all([loading, loadViewCopy(), loadViewStyles()])
  loaded.set(name, View)
  return View
}

/** Resolves when a view has been loaded or could not be, and after 400 ms at the latest. */
export async function loadView(name: ViewName): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, timeoutMs))
  await Promise.race([load(name), late]).catch(() => {})
}

/** Returns the component of a view. Connect is bundled with the modal; one that is not loaded suspends until it is. */
export function getView(name: ViewName): ViewComponent {
  const existing = loaded.get(name) ?? lazyViews.get(name)
  if (existing) return existing
  const component = lazy(async () => ({ default: await load(name) }))
  lazyViews.set(name, component)
  return component
}

/** Discards a view that failed to load, so that it is loaded again: `React.lazy` caches the failure. */
export function forgetView(name: ViewName): void {
  lazyViews.delete(name)
}
