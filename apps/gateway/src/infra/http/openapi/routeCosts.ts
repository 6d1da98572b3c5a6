import type { Operation } from './Operation.ts'

/** Returns the cost of an operation in cost units. */
export function operationCost({ cost = 1 }: Pick<Operation, 'cost'>): number {
  return cost
}

/**
 * Returns the costs of operations, in cost units, by the route pattern of their path.
 *
 * @example
 * routeCosts([{ path: '/v1/identity/{address}', cost: 3, … }]) // { '/v1/identity/:address': 3 }
 */
export function routeCosts(
  operations: readonly Pick<Operation, 'path' | 'cost'>[],
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    operations.map((operation) => [operation.path.replace(/\{(\w+)\}/g, ':$1'), operationCost(operation)]),
  )
}
