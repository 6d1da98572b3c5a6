import type { AppKit as Instance } from './appKit.ts'
import { createAppKit } from './createAppKit.ts'
import type { AppKitOptions } from './options.ts'

interface AppKitClass {
  /** The same as `createAppKit`. */
  new (options: AppKitOptions): Instance
  readonly prototype: Instance
}

/**
 * The class of the instances that `createAppKit` returns: `new AppKit(options)` is `createAppKit(options)`, and `instanceof
 * AppKit` is true for what either returns.
 *
 * @example
 * import { AppKit, createAppKit } from '@portico/react'
 * createAppKit(options) instanceof AppKit // true
 */
export const AppKit = /* @__PURE__ */ createClass()
export type AppKit = Instance

/** The instances are plain objects, so that pages that do not import the class do not load it. */
function createClass(): AppKitClass {
  // biome-ignore lint/complexity/useArrowFunction: arrow functions are no constructors
  const create = function (options: AppKitOptions) {
    return createAppKit(options)
  }
  const isInstance = (value: unknown) =>
    typeof value === 'object' && value !== null && 'scope' in value && 'subscribeAccount' in value
  Object.defineProperties(create, {
    name: { value: 'AppKit' },
    [Symbol.hasInstance]: { value: isInstance },
  })
  return create as unknown as AppKitClass
}
