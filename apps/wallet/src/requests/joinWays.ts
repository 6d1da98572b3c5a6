import type { Description, Fact } from '../approve/Description.ts'
import { highestRisk } from './raiseRisk.ts'
import { toShown } from './toShown.ts'
import { transactionText } from './transactionCopy.ts'

/**
 * Joins the descriptions of several ways to execute the same: the visitor chooses how to pay, and sees what is unusual about any of them, with
 * the way that it is about unless it is all of them.
 */
export function joinWays(
  ways: readonly { description: Description; fee: Fact; cost: string; label: string }[],
): Description {
  const [first, ...others] = ways
  if (!first) throw new Error('There is no way.')
  if (others.length === 0) return first.description
  const { description, fee } = first
  const all = ways.map((way) => way.description)
  const isOfAll = (text: string) => all.every((one) => one.warnings.some((other) => other.text === text))
  const warnings = toShown(
    ways.flatMap(({ label, description: one }) =>
      one.warnings.map(({ level, text }) => ({
        level,
        text: isOfAll(text) ? text : transactionText('transaction.ofWay', { way: label, text }),
      })),
    ),
  )
  const isShown = (text: string) => description.details.every(({ label }) => label !== text)
  return {
    ...description,
    facts: description.facts.filter(({ label, value }) => label !== fee.label || value !== fee.value),
    payments: ways.map(({ label, cost }) => ({ label, value: cost })),
    details: [
      ...description.details,
      ...others.flatMap((way) => way.description.details.filter(({ label }) => isShown(label))),
    ],
    warnings,
    risk: highestRisk(all.map((one) => one.risk)),
  }
}
