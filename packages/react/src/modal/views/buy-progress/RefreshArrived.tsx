import { getQueryClient } from '@portico/core/data'
import { useEffect } from 'react'
import { useScope } from '../../../kit/KitContext.ts'

/** Reads the account's balances and activity again, once money has arrived. Renders nothing. */
export function RefreshArrived() {
  const { kit } = useScope()
  useEffect(() => {
    const client = getQueryClient(kit)
    for (const list of ['portfolio', 'activity']) void client.invalidateQueries({ queryKey: [list] })
  }, [kit])
  return null
}
