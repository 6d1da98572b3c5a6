import { type Connector, createLazyConnector } from '@portico/core'
import type { CreateConnectorParameters } from './createConnector.ts'

/** A connector whose code is fetched with its first use. */
export function lazyConnector(parameters: CreateConnectorParameters): Connector {
  const { id, name, icon } = parameters
  return createLazyConnector({
    details: { id, name, type: 'ANNOUNCED', namespace: 'solana', icon },
    load: async () => (await import('./createConnector.ts')).createConnector(parameters),
  })
}
