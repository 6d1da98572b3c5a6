/** Prints the median and the 95th percentile of times in milliseconds, and the target of the latter. */
export function print(name, values, target) {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (part) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))])
  console.log(`${name}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms (target for p95: ${target} ms)`)
}
