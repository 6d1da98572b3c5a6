import type { OnrampStatus } from '@portico/protocol/gateway'

/**
 * The order of the states. A state is only ever replaced by a later one, so that the result does not depend on the order in which events
 * arrive. A visitor whose card was refused may try again on the provider's page: `paid` is later than `failed`. Only the chain
 * sets `arrived`, whatever was said before.
 */
export const onrampRanks = {
  opened: 0,
  working: 1,
  expired: 2,
  failed: 3,
  paid: 4,
  arrived: 5,
} as const satisfies Record<OnrampStatus, number>
