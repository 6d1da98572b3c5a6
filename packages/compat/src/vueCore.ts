import { type AppKit, type AppKitOptions, createAppKit as create } from '@portico/vue'
import { toBasicOptions } from './toBasicOptions.ts'

export * from '@portico/vue'

/** Creates AppKit's "basic" instance, like `createAppKit` of `/core`. A second call returns the first instance. */
export function createAppKit(options: AppKitOptions): AppKit {
  return create(toBasicOptions(options))
}
