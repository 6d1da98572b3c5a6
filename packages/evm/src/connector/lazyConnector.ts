import { type Connector, createLazyConnector } from '@portico/core'
import type { CreateConnectorParameters } from './createConnector.ts'

/** Creates a connector whose code is loaded on first use. */
export function lazyConnector(parameters: CreateConnectorParameters): Connector {
  const { id, name, type, icon, rdns } = parameters
  return createLazyConnector({
    details: { id, name, type, namespace: 'eip155', icon, rdns },
    provider: parameters.provider,
    load: () => import('./createConnector.ts').then((file) => file.createConnector(parameters)),
  })
}
