import type { KitScope } from '../../kit/KitContext.ts'
import type { OpenOptions } from '../../OpenOptions.ts'
import { openSend } from './openSend.ts'
import { openSwap } from './openSwap.ts'
import { ViewArgumentsError } from './ViewArgumentsError.ts'

const views: Partial<
  Record<string, (scope: KitScope, given: object) => Promise<{ hash: string } | undefined>>
> = {
  WalletSend: openSend,
  Swap: openSwap,
}

/** Opens a view that takes `arguments`. Loaded with the first of them. */
export async function openWithArguments(
  scope: KitScope,
  { view, arguments: given = {} }: OpenOptions,
): Promise<{ hash: string } | undefined> {
  const open = view === undefined || !Object.hasOwn(views, view) ? undefined : views[view]
  if (!open) throw new ViewArgumentsError({ view, reason: 'This view takes no arguments.' })
  return open(scope, given)
}
