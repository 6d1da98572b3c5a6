import { type AppKit, getInitialAppKit } from '@portico/elements'
import {
  getCurrentInstance,
  getCurrentScope,
  onMounted,
  onScopeDispose,
  type ShallowRef,
  shallowRef,
} from 'vue'
import { useInstance } from './useInstance.ts'

/**
 * Returns a ref with what `read` returns, which `subscribe` keeps up to date until the component is unmounted or its effect
 * scope stops. On a server, and in the browser while the server's markup hydrates, it holds the initial state.
 */
export function useObserved<T>({
  read,
  subscribe,
}: {
  read: (appKit: AppKit) => T
  subscribe: (appKit: AppKit, listener: () => void) => () => void
}): Readonly<ShallowRef<T>> {
  const appKit = useInstance()
  if (typeof window === 'undefined') return shallowRef(read(appKit))
  const value = shallowRef(read(isHydrating() ? getInitialAppKit(appKit) : appKit))
  const update = () => {
    value.value = read(appKit)
  }
  let stop: (() => void) | undefined
  const start = () => {
    stop = subscribe(appKit, update)
  }
  if (isHydrating())
    onMounted(() => {
      update()
      start()
    })
  else start()
  if (getCurrentScope()) onScopeDispose(() => stop?.())
  return value
}

/** While Vue hydrates, the component's node has an element of the server's markup before it is rendered. */
function isHydrating(): boolean {
  return getCurrentInstance()?.vnode.el != null
}
