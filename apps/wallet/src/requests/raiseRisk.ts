import type { Risk, Warning } from '../approve/Description.ts'

const order: readonly Risk[] = ['low', 'medium', 'high']

/** Returns the higher of a request's own risk and the risk of its warnings. */
export function raiseRisk(risk: Risk, warnings: readonly Warning[]): Risk {
  const warned: Risk = warnings.some(({ level }) => level === 'danger')
    ? 'high'
    : warnings.length > 0
      ? 'medium'
      : 'low'
  return highestRisk([risk, warned])
}

/** Returns the highest of some risks. */
export function highestRisk(risks: readonly Risk[]): Risk {
  return order[Math.max(...risks.map((risk) => order.indexOf(risk)))] ?? 'high'
}
