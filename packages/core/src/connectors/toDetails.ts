import type { Connector, ConnectorDetails } from './connector.ts'

/** What the state knows of a connector. */
export function toDetails({
  id,
  name,
  type,
  namespace,
  icon,
  rdns,
  explorerId,
}: Connector): ConnectorDetails {
  return {
    id,
    name,
    type,
    namespace,
    ...(icon ? { icon } : {}),
    ...(rdns ? { rdns } : {}),
    ...(explorerId ? { explorerId } : {}),
  }
}
