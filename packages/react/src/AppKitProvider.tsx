import { readStoredState } from '@portico/core/internal'
import { type ReactNode, useState } from 'react'
import { createAppKit } from './createAppKit.ts'
import { InitialStateContext } from './kit/InitialStateContext.ts'
import type { AppKitOptions } from './options.ts'
import type { InitialState } from './ssr/InitialState.ts'

/** The props of {@link AppKitProvider}: the options of `createAppKit`. */
export interface AppKitProviderProps extends AppKitOptions {
  /** What `cookieToInitialState` of `@portico/react/ssr` has read from the request, for the markup of the server. */
  initialState?: InitialState | undefined
  children?: ReactNode
}

/**
 * Calls `createAppKit` once, with the props of the first render. For applications that configure Portico inside their
 * React tree; later changes of the props have no effect.
 *
 * With `initialState`, a server renders the network and the connection of the visitor who asks for the page, and hydration
 * starts from the same state. It is held by a React context, so that no visitor sees another's.
 */
export function AppKitProvider({ children, initialState, ...options }: AppKitProviderProps) {
  const [state] = useState(() => {
    const { kit } = createAppKit(options).scope
    if (!initialState) return undefined
    const initial = kit.store.getInitialState()
    const storage = {
      ...kit.storage,
      getItem: (key: string) => (Object.hasOwn(initialState, key) ? (initialState[key] ?? null) : null),
    }
    return { ...initial, ...readStoredState({ ...kit, storage }, initial) }
  })
  return <InitialStateContext.Provider value={state}>{children}</InitialStateContext.Provider>
}
