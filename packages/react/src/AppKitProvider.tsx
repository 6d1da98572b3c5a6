import { type ReactNode, useState } from 'react'
import { createAppKit } from './createAppKit.ts'
import type { AppKitOptions } from './options.ts'

/** `createAppKit` as a component, for applications that set it up inside their tree: runs once, with its first props. */
export function AppKitProvider({ children, ...options }: AppKitOptions & { children?: ReactNode }) {
  useState(() => createAppKit(options))
  return children
}
