import type { ConnectorDetails } from '../connectors/connector.ts'

/** Returns whether a connector of the wallet has one of `names` as its ID, reverse domain name or explorer ID. */
export function isNamed(
  { members = [], ...wallet }: ConnectorDetails & { members?: readonly ConnectorDetails[] },
  names: readonly unknown[],
): boolean {
  return [wallet, ...members].some(({ id, rdns, explorerId }) =>
    [id, rdns, explorerId].some((name) => name !== undefined && names.includes(name)),
  )
}
