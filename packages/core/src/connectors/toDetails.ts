import type { Connector, ConnectorDetails } from './connector.ts'

/** Returns the plain data of a connector, which the state holds. */
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
