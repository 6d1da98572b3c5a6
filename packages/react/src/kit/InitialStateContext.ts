import type { State } from '@portico/core'
import { createContext } from 'react'

/**
 * The state that a server renders and that hydration starts from, of one visitor. A context, because a server renders the
 * pages of many visitors at the same time with one instance.
 */
export const InitialStateContext = createContext<State | undefined>(undefined)
