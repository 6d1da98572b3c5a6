import type { Kit } from '@portico/core'
import type { Embedded } from '@portico/core/embedded'

/** The embedded wallets that were started, for code that must not wait for one. */
export const startedEmbedded = new WeakMap<Kit, Embedded>()
