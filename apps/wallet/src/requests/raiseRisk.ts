import type { Risk, Warning } from './Description.ts'

const order: readonly Risk[] = ['low', 'medium', 'high']

/** The higher of a request's own risk and that of its warnings. Nothing ever lowers a risk. */
export function raiseRisk(risk: Risk, warnings: readonly Warning[]): Risk {
  const warned: Risk = warnings.some(({ level }) => level === 'danger')
    ? 'high'
    : warnings.length > 0
      ? 'medium'
      : 'low'
  return order[Math.max(order.indexOf(risk), order.indexOf(warned))] ?? 'high'
}
