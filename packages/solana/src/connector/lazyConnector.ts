import { type Connector, createLazyConnector } from '@portico/core'
import type { CreateConnectorParameters } from './createConnector.ts'

/** Creates a connector whose code loads on first use. */
export function lazyConnector(parameters: CreateConnectorParameters): Connector {
  const { id, name, icon } = parameters
  return createLazyConnector({
    details: { id, name, type: 'ANNOUNCED', namespace: 'solana', icon },
    load: async () => (await import('./createConnector.ts')).createConnector(parameters),
  })
}
