import type { createInstance } from './appKit.ts'
import { createAppKit } from './createAppKit.ts'
import type { AppKitOptions } from './options.ts'

/**
 * The instance `createAppKit` returns, with AppKit's method names. Getters return snapshots; every `subscribe…` method
 * returns a function that unsubscribes. `namespace` defaults to the active one, except in `disconnect`.
 *
 * @example
 * import { EvmAdapter } from '@portico/evm'
 * import { createAppKit } from '@portico/react'
 * import { mainnet } from '@portico/react/networks'
 *
 * const appKit = createAppKit({ projectId: 'local', networks: [mainnet], adapters: [new EvmAdapter()] })
 * const unsubscribe = appKit.subscribeAccount(({ address }) => console.log(address))
 */
// An interface has a name, so applications can export an instance with declarations.
export interface AppKit extends ReturnType<typeof createInstance> {}

interface AppKitClass {
  /** The same as `createAppKit`. */
  new (options: AppKitOptions): AppKit
  readonly prototype: AppKit
}

/**
 * The class of the instances that `createAppKit` returns: `new AppKit(options)` is `createAppKit(options)`, and `instanceof
 * AppKit` is true for what either returns.
 *
 * @example
 * import { AppKit, createAppKit } from '@portico/react'
 * createAppKit(options) instanceof AppKit // true
 */
export const AppKit: AppKitClass = /* @__PURE__ */ createClass()

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
