import type { ConnectorDetails, State } from '@portico/core'

/** Returns the image of a wallet: the one that `connectorImages` has for its ID or reverse domain name, or its own. */
export function getConnectorImage(
  { settings: { connectorImages } }: State,
  { id, rdns = id, icon }: Pick<ConnectorDetails, 'id' | 'rdns' | 'icon'>,
): string | undefined {
  return connectorImages[id] ?? connectorImages[rdns] ?? icon
}
