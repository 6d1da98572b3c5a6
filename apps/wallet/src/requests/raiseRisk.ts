import type { Risk, Warning } from '../approve/Description.ts'

const order: readonly Risk[] = ['low', 'medium', 'high']

/** Returns the higher of a request's own risk and the risk of its warnings. */
export function raiseRisk(risk: Risk, warnings: readonly Warning[]): Risk {
  const warned: Risk = warnings.some(({ level }) => level === 'danger')
    ? 'high'
    : warnings.length > 0
      ? 'medium'
      : 'low'
  return order[Math.max(order.indexOf(risk), order.indexOf(warned))] ?? 'high'
}
