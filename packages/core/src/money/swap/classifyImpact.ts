/**
 * How much attention a price impact needs: `quiet` below 1 %; `note` below 3 %; `danger` below 10 %, which the visitor has to
 * tick; above that `hold`, a button held for two seconds. `unknown`: there is no price to compare with.
 */
export type ImpactClass = 'quiet' | 'note' | 'danger' | 'hold' | 'unknown'

/**
 * Returns how much attention a price impact needs.
 *
 * @param impact in percent; null, or no finite number, if there is no price to compare with
 */
export function classifyImpact(impact: number | null): ImpactClass {
  if (impact === null || !Number.isFinite(impact)) return 'unknown'
  if (impact < 1) return 'quiet'
  if (impact < 3) return 'note'
  return impact < 10 ? 'danger' : 'hold'
}
