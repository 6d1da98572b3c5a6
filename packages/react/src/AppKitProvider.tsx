import { type ReactNode, useState } from 'react'
import { createAppKit } from './createAppKit.ts'
import type { AppKitOptions } from './options.ts'

/**
 * Calls `createAppKit` once, with the props of the first render. For applications that configure Portico inside their
 * React tree; later changes of the props have no effect.
 */
export function AppKitProvider({ children, ...options }: AppKitOptions & { children?: ReactNode }) {
  useState(() => createAppKit(options))
  return children
}
