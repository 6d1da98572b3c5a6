import type { ConnectorDetails } from '@portico/core'

/** The name of the question to a connector. Those of one wallet may have the same id in two families. */
export function connectKey({ id, namespace }: Pick<ConnectorDetails, 'id' | 'namespace'>): string {
  return `connect:${namespace}:${id}`
}
